extension ParsedArguments {
  /// Judges an option that was read and keeps its value.
  mutating func bind(
    _ name: String, _ value: String?, accepting accepted: [Argument]
  ) throws(UsageError) {
    guard let option = accepted.first(where: { $0.isNamed(name) }) else {
      let known = accepted.map { "--" + $0.name }
      throw usageError("Unknown option '\(name)'" + Suggestion.sentence(for: name, among: known))
    }
    guard option.kind != .flag else { return try bindFlag(option, value) }
    guard let value else { throw usageError(option.missing) }
    guard option.repeats || !isGiven(option) else {
      throw usageError("The option '\(option.label)' was given more than once.")
    }
    try bind(value, to: option)
  }

  /// Hands the words to the positionals by their place, and sees to what is required.
  mutating func bind(_ words: [String], to arguments: [Argument]) throws(UsageError) {
    var rest = words[...]
    for positional in arguments where positional.kind == .positional {
      guard let word = rest.popFirst() else { break }
      try bind(word, to: positional)
      while positional.repeats, let word = rest.popFirst() { try bind(word, to: positional) }
    }
    guard rest.isEmpty else {
      let list = rest.map { "'\($0)'" }.joined(separator: ", ")
      let count = rest.count
      throw usageError(
        count == 1 ? "Unexpected argument \(list)" : "\(count) unexpected arguments: \(list)")
    }
    if let missing = arguments.first(where: { $0.isRequired && !isGiven($0) }) {
      throw usageError(missing.missing)
    }
  }

  /// A flag keeps an empty value, which only says that it was given.
  private mutating func bindFlag(_ flag: Argument, _ value: String?) throws(UsageError) {
    if let value {
      throw usageError(
        "The option '\(flag.label)' does not take any value, but '\(value)' was specified.")
    }
    add("", to: flag)
  }

  private mutating func bind(_ value: String, to argument: Argument) throws(UsageError) {
    guard argument.allowed.isEmpty || argument.allowed.contains(value) else {
      throw invalid(argument, value: value, Suggestion.choice(of: argument.allowed))
    }
    add(value, to: argument)
  }
}
