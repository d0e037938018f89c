@testable import SharedStoreCommandLine

/// Finds the mistakes in a table of commands that would make a command line mean two things, or
/// leave a part of the table out of reach.
enum TableCheck {
  /// Looks for mistakes in everything a parser is made of: a sentence for each.
  static func complaints(_ parser: Parser) -> [String] {
    let shared = parser.common + Argument.builtIn(atRoot: true)
    let topics = parser.topics.map { $0.name }
    return names(["help"] + topics + parser.root.subcommands.map(\.name), in: "'help'")
      + parser.common.filter { $0.kind == .positional }
      .map { "The common '\($0.label)' has no name." }
      + shapes(parser.options)
      + parser.common.flatMap(values)
      + parser.root.tree().flatMap { path, command in
        complaints(command, shared, in: "'\(path.joined(separator: " "))'")
      }
  }

  private static func complaints(
    _ command: Command, _ shared: [Argument], in place: String
  ) -> [String] {
    names(command.subcommands.map(\.name), in: place)
      + names((command.options + shared).map { "--" + $0.name }, in: place, dashes: true)
      + names(command.positionals.map(\.name), in: place)
      + places(command.positionals, in: place)
      + command.arguments.flatMap(values)
      + purpose(command, in: place)
  }

  private static func names(
    _ names: [String], in place: String, dashes: Bool = false
  ) -> [String] {
    var seen: Set<String> = []
    return names.compactMap { name in
      let bare = dashes ? String(name.drop { $0 == "-" }) : name
      if bare.isEmpty || bare.hasPrefix("-") || bare.contains(where: { " =\n\t".contains($0) }) {
        return "\(place) has the name '\(name)', which cannot be typed."
      }
      return seen.insert(name).inserted ? nil : "\(place) has two of the name '\(name)'."
    }
  }

  /// An option may stand before the command that declares it, so the reader must know whether a
  /// value follows before it knows the command.
  private static func shapes(_ options: [Argument]) -> [String] {
    var kinds: [String: Argument.Kind] = [:]
    return options.compactMap { option in
      let kind = kinds.updateValue(option.kind, forKey: option.name) ?? option.kind
      return kind == option.kind
        ? nil : "'--\(option.name)' takes a value in one command and none in another."
    }
  }

  private static func places(_ positionals: [Argument], in place: String) -> [String] {
    zip(positionals, positionals.dropFirst()).compactMap { argument, next in
      if argument.repeats { return "In \(place), nothing can follow '\(argument.label)'." }
      return next.isRequired && !argument.isRequired
        ? "In \(place), '\(next.label)' is required after an optional '\(argument.label)'." : nil
    }
  }

  private static func values(_ argument: Argument) -> [String] {
    guard let value = argument.defaultValue, !argument.allowed.isEmpty,
      !argument.allowed.contains(value)
    else { return [] }
    return ["The default '\(value)' of '\(argument.label)' is not allowed."]
  }

  private static func purpose(_ command: Command, in place: String) -> [String] {
    guard command.action == nil else { return [] }
    return (command.subcommands.isEmpty ? ["\(place) has neither action nor subcommands."] : [])
      + (command.arguments.isEmpty ? [] : ["\(place) has arguments but no action."])
  }
}
