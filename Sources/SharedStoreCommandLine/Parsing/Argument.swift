/// One thing a command accepts: an option with a value, a flag, or a positional value.
///
/// Declare each argument once, as a static, and read it back with the same static. A name is
/// then written in one place only, and the compiler finds a misspelt one.
///
/// ```swift
/// extension Argument {
///   static let title = option("title", value: "title", help: "The title shown beside it.")
/// }
/// let title = parsed[.title]
/// ```
package struct Argument: Hashable, Sendable {
  /// The three ways an argument can stand on a command line.
  package enum Kind: Hashable, Sendable {
    /// A name followed by a value: `--title Milk` or `--title=Milk`.
    case option
    /// A name alone: `--json`.
    case flag
    /// A value alone, told apart by its place.
    case positional
  }

  /// The name without dashes or brackets.
  package let name: String
  /// How the argument stands on a command line.
  package let kind: Kind
  let help: String
  var short: Character?
  var valueName = ""
  var defaultValue: String?
  var allowed: [String] = []
  var isRequired = false
  var repeats = false

  /// An option: a name that a value follows.
  ///
  /// - Parameters:
  ///   - name: The long name, without dashes.
  ///   - short: A one-letter name as well.
  ///   - value: What the value is called in help and errors.
  ///   - help: What the option is for, as a sentence.
  ///   - default: The value read back when the option is not given.
  ///   - allowed: The only values accepted; every value when empty.
  ///   - repeats: Whether the option may be given more than once.
  /// - Returns: The argument to declare and to read back.
  package static func option(
    _ name: String,
    short: Character? = nil,
    value: String,
    help: String,
    default: String? = nil,
    allowed: [String] = [],
    repeats: Bool = false
  ) -> Argument {
    Argument(
      name: name, kind: .option, help: help, short: short, valueName: value,
      defaultValue: `default`, allowed: allowed, repeats: repeats)
  }

  /// A flag: a name that is either there or not.
  ///
  /// - Parameters:
  ///   - name: The long name, without dashes.
  ///   - short: A one-letter name as well.
  ///   - help: What the flag is for, as a sentence.
  /// - Returns: The argument to declare and to read back.
  package static func flag(
    _ name: String, short: Character? = nil, help: String
  ) -> Argument {
    Argument(name: name, kind: .flag, help: help, short: short)
  }

  /// A positional: a value without a name, told apart by its place.
  ///
  /// - Parameters:
  ///   - name: What the value is called in help and errors.
  ///   - help: What the value is, as a sentence.
  ///   - required: Whether leaving it out is an error.
  ///   - repeats: Whether it takes every value that is left; only a last positional can.
  ///   - allowed: The only values accepted; every value when empty.
  /// - Returns: The argument to declare and to read back.
  package static func positional(
    _ name: String,
    help: String,
    required: Bool = true,
    repeats: Bool = false,
    allowed: [String] = []
  ) -> Argument {
    Argument(
      name: name, kind: .positional, help: help, valueName: name, allowed: allowed,
      isRequired: required, repeats: repeats)
  }

  /// What help and errors call the argument: `--format <format>`, `--json` or `<kind>`.
  package var label: String {
    switch kind {
    case .option: "--\(name) <\(valueName)>"
    case .flag: "--\(name)"
    case .positional: "<\(name)>"
    }
  }

  /// The tokens that name the argument, long one first; none for a positional.
  var spellings: [String] {
    switch kind {
    case .option, .flag: ["--\(name)"] + (short.map { ["-\($0)"] } ?? [])
    case .positional: []
    }
  }
}

extension Argument {
  static let helpFlag = flag("help", short: "h", help: "Show this help.")
  static let versionFlag = flag("version", help: "Print the version.")
  static let completionScript = option(
    "generate-completion-script", value: "shell",
    help: "Print a script that completes commands in a shell.", allowed: ["bash"])

  /// The arguments that every tool has without declaring them.
  static let builtIn = [completionScript, versionFlag, helpFlag]
}
