extension Command {
  /// How to call the command, as one line for an error.
  func usageLine(_ path: [String]) -> String {
    "Usage: " + (usages(path).first ?? []).joined(separator: " ")
  }

  /// The ways to call the command, each in pieces that must not be broken over two lines.
  func usages(_ path: [String]) -> [[String]] {
    var usages: [[String]] = []
    if action != nil { usages.append(path + arguments.map(\.synopsis)) }
    if !subcommands.isEmpty { usages.append(path + ["<subcommand>"]) }
    return usages
  }
}

extension Argument {
  /// The argument within a usage line: in brackets if it can be left out.
  fileprivate var synopsis: String {
    let shown = repeats ? "\(label) ..." : label
    return isRequired ? shown : "[\(shown)]"
  }
}
