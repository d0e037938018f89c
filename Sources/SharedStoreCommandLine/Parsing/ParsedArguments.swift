/// The arguments of one command, as a command line gave them.
///
/// An argument that the command does not declare reads as not given, so commands can share code
/// that looks at an option only some of them accept.
package struct ParsedArguments: Sendable {
  /// The words that selected the command, the name of the tool first.
  package let path: [String]
  private let usage: String
  private var given: [Argument: [String]] = [:]

  init(path: [String], usage: String) {
    self.path = path
    self.usage = usage
  }

  /// The last value given for an option or a positional, else its default.
  ///
  /// - Parameter argument: An option or a positional; a flag has no value.
  package subscript(_ argument: Argument) -> String? {
    values(argument).last
  }

  /// Every value given for an option or a positional, in order, else its default alone.
  ///
  /// - Parameter argument: An option or a positional; a flag has no value.
  /// - Returns: The values; none if nothing was given and there is no default.
  package func values(_ argument: Argument) -> [String] {
    precondition(argument.kind != .flag, "Read the flag '\(argument.label)' with isSet(_:).")
    return given[argument] ?? argument.defaultValue.map { [$0] } ?? []
  }

  /// Whether a flag was given.
  ///
  /// - Parameter flag: A flag; whether another argument was given tells ``isGiven(_:)``.
  /// - Returns: True if it was given at least once.
  package func isSet(_ flag: Argument) -> Bool {
    precondition(flag.kind == .flag, "'\(flag.label)' is no flag; read its value.")
    return isGiven(flag)
  }

  /// Whether an argument stands on the command line, whatever its default is.
  ///
  /// - Parameter argument: Any argument.
  /// - Returns: True if it was given at least once.
  package func isGiven(_ argument: Argument) -> Bool {
    given[argument] != nil
  }

  mutating func add(_ value: String, to argument: Argument) {
    given[argument, default: []].append(value)
  }
}

extension ParsedArguments {
  /// An error about this command.
  ///
  /// - Parameter message: What is wrong, as a sentence.
  /// - Returns: The error, with the usage of the command.
  package func usageError(_ message: String) -> UsageError {
    UsageError(message: message, usage: usage, path: path)
  }

  /// An error about the value of an argument, for a value that could be read but means nothing.
  ///
  /// - Parameters:
  ///   - argument: The argument whose last value is wrong.
  ///   - reason: A sentence that says why, or what to give instead.
  /// - Returns: The error, with the usage of the command.
  package func invalid(_ argument: Argument, _ reason: String? = nil) -> UsageError {
    invalid(argument, value: self[argument] ?? "", reason)
  }

  /// An error about one value of an argument that was given several.
  ///
  /// - Parameters:
  ///   - argument: The argument that one of the wrong values was given for.
  ///   - value: The wrong value.
  ///   - reason: A sentence that says why, or what to give instead.
  /// - Returns: The error, with the usage of the command.
  package func invalid(
    _ argument: Argument, value: String, _ reason: String? = nil
  ) -> UsageError {
    let fact = "The value '\(value)' is invalid for '\(argument.label)'."
    return usageError(([fact] + (reason.map { [$0] } ?? [])).joined(separator: " "))
  }
}
