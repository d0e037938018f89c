/// The arguments of one command, as a command line gave them.
///
/// An argument that the command does not declare reads as not given, so commands can share code
/// that looks at an option only some of them accept.
package struct ParsedArguments: Sendable {
  /// The words that selected the command, the name of the tool first.
  package let path: [String]
  let command: Command
  private var given: [(argument: Argument, value: String)] = []

  init(path: [String], command: Command) {
    self.path = path
    self.command = command
  }

  /// The last value given for an option or a positional, else its default.
  package subscript(_ argument: Argument) -> String? { values(argument).last }

  /// Every value given for an option or a positional, in order, else its default alone.
  package func values(_ argument: Argument) -> [String] {
    precondition(argument.kind != .flag, "Read the flag '\(argument.label)' with isSet(_:).")
    let values = given.filter { $0.argument == argument }.map { $0.value }
    return values.isEmpty ? argument.defaultValue.map { [$0] } ?? [] : values
  }

  /// Whether a flag was given at least once.
  package func isSet(_ flag: Argument) -> Bool {
    precondition(flag.kind == .flag, "'\(flag.label)' is no flag; read its value.")
    return isGiven(flag)
  }

  /// Whether any argument stands on the command line, whatever its default is.
  package func isGiven(_ argument: Argument) -> Bool {
    given.contains { $0.argument == argument }
  }

  mutating func add(_ value: String, to argument: Argument) { given.append((argument, value)) }
}

extension ParsedArguments {
  /// An error about this command, told as a sentence, with its usage.
  package func usageError(_ message: String) -> UsageError {
    UsageError(message, about: command, at: path)
  }

  /// An error about the last value of an argument, for one that could be read but means nothing.
  ///
  /// The reason is a sentence that says why, or what to give instead.
  package func invalid(_ argument: Argument, _ reason: String? = nil) -> UsageError {
    invalid(argument, value: self[argument] ?? "", reason)
  }

  /// An error about one value of an argument that was given several.
  package func invalid(
    _ argument: Argument, value: String, _ reason: String? = nil
  ) -> UsageError {
    usageError(
      "The value '\(value)' is invalid for '\(argument.label)'." + (reason.map { " " + $0 } ?? ""))
  }
}
