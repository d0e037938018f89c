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

  /// Some text before and after a place.
  /// - Parameters:
  ///   - text: The text.
  ///   - place: Where the part that was found begins, counted in scalars from 1 as `instr` does.
  ///   - length: How many scalars it has.
  /// - Returns: The excerpt, of a bounded length.
  static func of(_ text: String, at place: Int64, length: Int) -> String {
    let scalars = text.unicodeScalars
    let start = scalars.index(
      scalars.startIndex, offsetBy: Int(clamping: place - 1), limitedBy: scalars.endIndex)
    let from = start ?? scalars.startIndex
    let to = scalars.index(from, offsetBy: length, limitedBy: scalars.endIndex)
    return of(text, around: from..<(to ?? scalars.endIndex))
  }

  /// By scalars, of which there is a bound: one character can have thousands of marks.
  private static func of(_ text: String, around found: Range<String.Index>?) -> String {
    let (scalars, place) = (text.unicodeScalars, found ?? text.startIndex..<text.startIndex)
    let start =
      scalars.index(place.lowerBound, offsetBy: -24, limitedBy: scalars.startIndex)
      ?? scalars.startIndex
    let shown = scalars.index(place.lowerBound, offsetBy: 120, limitedBy: place.upperBound)
    let end =
      scalars.index(shown ?? place.upperBound, offsetBy: 40, limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    return (start > scalars.startIndex ? "…" : "") + String(scalars[start..<end])
      + (end < scalars.endIndex ? "…" : "")
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
}
