import SharedStoreModel

/// A piece of a text that shows where something was found.
enum SearchExcerpt {
  /// Up to this many bytes of text, FTS5 makes the excerpt.
  ///
  /// Its time grows with the square of the words found, and nothing can interrupt it: for forty
  /// thousand words it takes twelve seconds. It ends at a NUL, so a text with one is not for it.
  static let longestSnippedText: Int64 = 4_096

  /// Some text before and after the first word that a query names, by its letters as they stand.
  static func of(_ text: String, aroundWordOf query: SearchQuery) -> String {
    of(text, around: text.firstWord(of: query))
  }

  /// Some text before and after the first place where a part stands.
  static func of(_ text: String, aroundPart part: String) -> String {
    of(text, around: text.firstRange(ofFolded: part))
  }

  private static func of(_ text: String, around found: Range<String.Index>?) -> String {
    let place = found ?? text.startIndex..<text.startIndex
    let start =
      text.index(place.lowerBound, offsetBy: -24, limitedBy: text.startIndex) ?? text.startIndex
    let end = text.index(place.upperBound, offsetBy: 40, limitedBy: text.endIndex) ?? text.endIndex
    return (start > text.startIndex ? "…" : "") + text[start..<end]
      + (end < text.endIndex ? "…" : "")
  }
}

extension String {
  fileprivate func firstWord(of query: SearchQuery) -> Range<Index>? {
    let tokens = query.tokens
    let (words, open) = (Set(tokens), query.isOpen ? tokens.last : nil)
    var start = startIndex
    while let first = unicodeScalars[start...].firstIndex(where: \.isSearchable) {
      let end = unicodeScalars[first...].firstIndex { !$0.isSearchable } ?? endIndex
      let word = self[first..<end].lowercased()
      if words.contains(word) || open.map({ word.hasPrefix($0) }) == true { return first..<end }
      start = end
    }
    return nil
  }

  /// The case of ASCII letters does not count, as in SQLite's `lower`.
  fileprivate func firstRange(ofFolded part: String) -> Range<Index>? {
    let (bytes, wanted) = (utf8.map(\.folded), part.utf8.map(\.folded))
    guard
      let first = bytes.indices.first(where: {
        bytes[$0] == wanted.first && bytes[$0...].starts(with: wanted)
      })
    else { return nil }
    let start = utf8.index(startIndex, offsetBy: first)
    return start..<utf8.index(start, offsetBy: wanted.count)
  }
}

extension UInt8 {
  /// The small letter of a large one.
  fileprivate var folded: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
