/// What a person typed, as a query: every word is meant literally, and the last one, while it is
/// being typed, as the beginning of a word.
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
    // "C++" would become "everything that begins with c": only a letter or digit goes on, with the
    // marks on it, which the index does not keep.
    let last = text.unicodeScalars.last { $0.properties.canonicalCombiningClass == .notReordered }
    isOpen = last?.isSearchable ?? false
  }

  /// Whether any word has something that can be found: a letter or a digit.
  public var isSearchable: Bool {
    words.contains { $0.unicodeScalars.contains(where: \.isSearchable) }
  }

  /// What the index looks for: runs of letters and digits, in small letters.
  package var tokens: [String] {
    words.flatMap { word in
      word.unicodeScalars.split { !$0.isSearchable }.map { Substring($0).lowercased() }
    }
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
}

extension Unicode.Scalar {
  /// What the index's tokenizer keeps: letters, digits, and private use.
  /// https://www.sqlite.org/fts5.html#unicode61_tokenizer
  package var isSearchable: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}
