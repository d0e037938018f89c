package import SharedStoreModel
package import SharedStoreReader

/// One run of a command: its arguments, and what they mean.
package struct Invocation: Sendable {
  /// The tool's name and version.
  package let program: WriterIdentity
  /// The arguments as they were parsed.
  package let arguments: ParsedArguments
  /// How results are shown.
  package let output: Output
  /// `--timeout`: how long to wait for other processes.
  package let timeout: Duration
  /// `--log-level` as a handler of events.
  package let log: @Sendable (StoreEvent) -> Void

  init(_ program: WriterIdentity, _ arguments: ParsedArguments) throws(StoreError) {
    self.program = program
    self.arguments = arguments
    output = arguments.isSet(Common.json) || arguments[Common.format] == "json" ? .json : .text
    log = EventLog.handler(EventLog.Level(rawValue: arguments[Common.logLevel] ?? "") ?? .off)
    timeout = .milliseconds(try arguments.milliseconds(Common.timeout) ?? 5_000)
  }

  /// Every place that the configuration may come from.
  package var configurationSources: ConfigurationSources {
    ConfigurationSources(
      appGroup: arguments[Common.appGroup], container: arguments[Common.container],
      file: arguments[Common.config])
  }

  /// Where the app group and container come from.
  /// - Throws: `configuration`.
  package func configuration() throws(StoreError) -> Configuration {
    try configurationSources.resolve()
  }

  /// A reader of the configured store.
  /// - Throws: `configuration`.
  package func reader() throws(StoreError) -> StoreReader {
    let options = StoreReader.Options(
      timeout: timeout, acceptsRewound: arguments.isSet(Common.asIs), log: log,
      program: program)
    return StoreReader(try configuration().location, options: options)
  }
}

extension ParsedArguments {
  /// A required positional, which the parser has seen to.
  package func required(_ argument: Argument) -> String { self[argument] ?? "" }

  /// A kind.
  /// - Throws: `usage` when the text is none.
  package func kind(_ argument: Argument) throws(StoreError) -> Kind {
    guard let kind = Kind(required(argument)) else {
      let rule = Name.rule("A kind", maximumBytes: Kind.maximumBytes)
      throw StoreError(invalid(argument, rule))
    }
    return kind
  }

  /// A whole number of 64 bits.
  /// - Throws: `usage` when the text is none.
  package func integer(_ argument: Argument) throws(StoreError) -> Int64? {
    guard let text = self[argument] else { return nil }
    guard let number = Int64(text) else {
      throw StoreError(invalid(argument, "It is not a whole number of 64 bits."))
    }
    return number
  }

  /// A revision.
  /// - Throws: `usage` when the text is none.
  package func revision(_ argument: Argument) throws(StoreError) -> Revision? {
    guard let number = try integer(argument) else { return nil }
    guard let revision = Revision(rawValue: number) else {
      throw StoreError(invalid(argument, "A revision is not negative."))
    }
    return revision
  }

  /// A duration in milliseconds.
  /// - Throws: `usage` when the text is none.
  package func milliseconds(_ argument: Argument) throws(StoreError) -> Int64? {
    guard let text = self[argument] else { return nil }
    guard let milliseconds = DurationText.milliseconds(text) else {
      throw StoreError(invalid(argument, DurationText.rule))
    }
    return milliseconds
  }

  /// A date.
  /// - Throws: `usage` when the text is none, or out of range.
  package func date(_ argument: Argument) throws(StoreError) -> Timestamp? {
    guard let text = self[argument] else { return nil }
    guard let time = DateText.parse(text) else {
      let rule = "Use RFC 3339 between 1970 and 9998, such as 2026-10-25T00:50:00Z."
      throw StoreError(invalid(argument, rule))
    }
    return time
  }
}

extension StoreError {
  /// A usage error as every other failure is shown.
  package init(_ error: UsageError) {
    self.init(.usage, error.message, hint: .init(error.usage + "\n" + error.helpHint))
  }
}
