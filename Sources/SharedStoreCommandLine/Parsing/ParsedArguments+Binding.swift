extension ParsedArguments {
  /// Judges an option that was read and keeps its value.
  mutating func bind(_ use: OptionUse, accepting accepted: [Argument]) throws(UsageError) {
    guard let option = accepted.first(where: { $0.spellings.contains(use.spelling) }) else {
      throw unknownOption(use.spelling, among: accepted)
    }
    guard option.kind != .flag else { return try bindFlag(option, use) }
    guard let value = use.value else {
      throw usageError("Missing value for '\(option.label)'")
    }
    guard option.repeats || !isGiven(option) else {
      throw usageError("The option '\(option.label)' was given more than once.")
    }
    try bind(value, to: option)
  }

  /// Hands the words to the positionals by their place.
  mutating func bind(_ words: [String], to positionals: [Argument]) throws(UsageError) {
    var rest = words[...]
    for positional in positionals {
      guard let word = rest.popFirst() else { break }
      try bind(word, to: positional)
      while positional.repeats, let word = rest.popFirst() {
        try bind(word, to: positional)
      }
    }
    guard rest.isEmpty else { throw unexpected(Array(rest)) }
    if let missing = positionals.first(where: { $0.isRequired && !isGiven($0) }) {
      throw usageError("Missing expected argument '\(missing.label)'")
    }
  }

  /// A flag keeps an empty value, which only says that it was given.
  private mutating func bindFlag(_ flag: Argument, _ use: OptionUse) throws(UsageError) {
    if let value = use.value {
      throw usageError(
        "The option '\(flag.label)' does not take any value, but '\(value)' was specified.")
    }
    add("", to: flag)
  }

  private mutating func bind(_ value: String, to argument: Argument) throws(UsageError) {
    guard argument.allowed.isEmpty || argument.allowed.contains(value) else {
      throw invalid(argument, value: value, Self.advice(argument.allowed))
    }
    add(value, to: argument)
  }

  private func unknownOption(_ spelling: String, among accepted: [Argument]) -> UsageError {
    let known = accepted.map { "--\($0.name)" }
    let suggestion = Suggestion.sentence(for: spelling, among: known)
    return usageError("Unknown option '\(spelling)'" + suggestion)
  }

  private func unexpected(_ words: [String]) -> UsageError {
    let list = words.map { "'\($0)'" }.joined(separator: ", ")
    return usageError(
      words.count == 1
        ? "Unexpected argument \(list)" : "\(words.count) unexpected arguments: \(list)")
  }

  private static func advice(_ allowed: [String]) -> String {
    let quoted = allowed.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else {
      return "Please provide \(quoted.joined())."
    }
    return "Please provide one of \(quoted.dropLast().joined(separator: ", ")) and \(last)."
  }
}
