/// What a person typed, as a query: every word is meant literally, and the last one, while it is
/// being typed, as the beginning of a word (contract D4).
public struct SearchQuery: Hashable, Sendable {
  /// The words, without white space and NUL.
  public let words: [String]
  /// Whether the last word may go on.
  public let isOpen: Bool

  /// Reads what was typed.
  public init(_ text: String) {
    words = text.unicodeScalars
      .split { $0.isBlankInSearch || $0 == "\0" }
      .map { String(String.UnicodeScalarView($0)) }
    // "C++" would become "everything that begins with c": only a letter or digit goes on.
    isOpen = text.unicodeScalars.last.map(\.isSearchable) ?? false
  }

  /// Whether any word has something that can be found: a letter or a digit.
  public var isSearchable: Bool {
    words.contains { $0.unicodeScalars.contains(where: \.isSearchable) }
  }

  /// Whether the query is a single letter or digit, of which there are too many hits to rank.
  package var isOneLetter: Bool {
    words.count == 1 && words[0].unicodeScalars.filter(\.isSearchable).count == 1
  }

  /// The query in FTS5's language: quoted words side by side, so that nothing typed is an operator.
  /// https://www.sqlite.org/fts5.html#full_text_query_syntax
  package var expression: String {
    var parts = words.map {
      "\""
        + $0.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }
    if isOpen, let last = parts.popLast() { parts.append(last + "*") }
    return parts.joined(separator: " ")
  }

  /// The text as a pattern of LIKE with `\` as escape, for languages without spaces.
  package static func pattern(_ text: String) -> String {
    "%"
      + text.reduce(into: "") { pattern, character in
        if character == "%" || character == "_" || character == "\\" { pattern.append("\\") }
        pattern.append(character)
      } + "%"
  }
}

extension Unicode.Scalar {
  /// What the index's tokenizer keeps: letters, digits, and private use.
  /// https://www.sqlite.org/fts5.html#unicode61_tokenizer
  var isSearchable: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}
