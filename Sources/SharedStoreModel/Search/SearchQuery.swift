/// What a person typed, as a query: every word is meant literally, and the last one, while it is
/// being typed, as the beginning of a word.
public struct SearchQuery: Hashable, Sendable {
  /// The words as they are searched, without the white space between them.
  public let words: [String]
  /// Whether the last word may go on.
  public let isOpen: Bool
  /// All that was typed, as it is searched for as a part of a text.
  package let part: String

  /// Reads what was typed.
  public init(_ text: String) {
    part = SearchText.prepared(text)
    words = part.utf8.split { 0x09...0x0D ~= $0 || $0 == 0x20 }.map { String(Substring($0)) }
    // "C++" would become "everything that begins with c": only a letter or digit goes on.
    isOpen = part.utf8.last?.isWordInSearch ?? false
  }

  /// Whether any word has something that can be found: a letter or a digit.
  public var isSearchable: Bool {
    words.contains { $0.utf8.contains(where: \.isWordInSearch) }
  }

  /// The letters and digits of each word that has any, in runs that follow one another.
  package var phrases: [[String]] {
    words.compactMap { word in
      let runs = word.utf8.split { !$0.isWordInSearch }.map { String(Substring($0)) }
      return runs.isEmpty ? nil : runs
    }
  }

  /// The query in FTS5's language: quoted words side by side, so that nothing typed is an operator.
  /// https://www.sqlite.org/fts5.html#full_text_query_syntax
  package var expression: String {
    phrases.map { "\"" + $0.joined(separator: " ") + "\"" }.joined(separator: " ")
      + (isOpen ? "*" : "")
  }
}
