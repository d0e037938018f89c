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
package struct Argument: Equatable, Sendable {
  /// The three ways an argument can stand on a command line.
  package enum Kind: Sendable {
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
  var valueName = ""
  var defaultValue: String?
  var allowed: [String] = []
  var isRequired = false
  var repeats = false
  /// Why a flag must be given, as a sentence.
  var reason = ""

  /// An option: a name that a value called `value` follows, one of `allowed` unless that is empty.
  package static func option(
    _ name: String, value: String, help: String, default: String? = nil, allowed: [String] = [],
    required: Bool = false, repeats: Bool = false
  ) -> Argument {
    Argument(
      name: name, kind: .option, help: help, valueName: value, defaultValue: `default`,
      allowed: allowed, isRequired: required, repeats: repeats)
  }

  /// A flag: a name that is either there or not.
  package static func flag(_ name: String, help: String) -> Argument {
    Argument(name: name, kind: .flag, help: help)
  }

  /// A flag without which the command is refused, for a reason told as a sentence.
  package static func confirmation(_ name: String, help: String, reason: String) -> Argument {
    Argument(name: name, kind: .flag, help: help, isRequired: true, reason: reason)
  }

  /// A positional: a value told apart by its place.
  ///
  /// Only a last one can repeat: it takes every value that is left.
  package static func positional(
    _ name: String, help: String, required: Bool = true, repeats: Bool = false,
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
}

extension Argument {
  /// Also `-h`, the only short name there is.
  static let helpFlag = flag("help", help: "Show this help.")
  static let versionFlag = flag("version", help: "Print the version.")
  static let completionScript = option(
    "generate-completion-script", value: "shell",
    help: "Print a script that completes commands in a shell.", allowed: ["bash"])

  /// The arguments that a tool has without declaring them.
  ///
  /// The script is about the tool as a whole, so only the root makes it.
  static func builtIn(atRoot: Bool) -> [Argument] {
    (atRoot ? [completionScript] : []) + [versionFlag, helpFlag]
  }

  /// Whether a token without its value names this option or flag.
  func isNamed(_ token: String) -> Bool {
    kind != .positional && token.utf8.starts(with: "--".utf8)
      && token.utf8.dropFirst(2).elementsEqual(name.utf8)
  }

  /// The argument within a usage line: in brackets if it can be left out.
  var synopsis: String {
    let shown = repeats ? "\(label) ..." : label
    return isRequired ? shown : "[\(shown)]"
  }

  /// The sentence about a command line that lacks this required argument.
  var missing: String {
    switch kind {
    case .option: "Missing value for '\(label)'"
    case .flag: reason
    case .positional: "Missing expected argument '\(label)'"
    }
  }
}
