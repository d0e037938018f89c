import SharedStoreModel

/// A piece of a text, as it stands, that shows where something was found.
struct SearchExcerpt {
  /// The piece; it has a bounded length.
  let text: String
  /// Where in it the first thing found stands, in Unicode scalars; `nil` when it is not shown.
  let match: Range<Int>?

  /// Some text before and after a place; without one, the beginning.
  ///
  /// By scalars, of which there is a bound: one character can have thousands of marks.
  /// - Parameters:
  ///   - text: The whole text.
  ///   - found: The place, in bytes.
  init(of text: String, around found: Range<Int>?) {
    let scalars = text.unicodeScalars
    let found = found ?? 0..<0
    let lower = text.utf8.index(text.startIndex, offsetBy: found.lowerBound)
    let upper = text.utf8.index(text.startIndex, offsetBy: found.upperBound)
    let start =
      scalars.index(lower, offsetBy: -24, limitedBy: scalars.startIndex) ?? scalars.startIndex
    let shown = scalars.index(lower, offsetBy: 120, limitedBy: upper) ?? upper
    let end = scalars.index(shown, offsetBy: 40, limitedBy: scalars.endIndex) ?? scalars.endIndex
    let mark = start > scalars.startIndex ? "…" : ""
    self.text = mark + String(scalars[start..<end]) + (end < scalars.endIndex ? "…" : "")
    let before = mark.unicodeScalars.count + scalars[start..<lower].count
    match = found.isEmpty ? nil : before..<(before + scalars[lower..<shown].count)
  }
}

/// Makes the excerpts of one search.
struct SearchExcerpts {
  private let query: SearchQuery
  /// How much text may still be walked to find where words stand in it.
  ///
  /// What lies behind is shown from its beginning. That is about two seconds of a search, which nothing can interrupt.
  private var bytesLeft = 32 << 20

  init(_ query: SearchQuery) {
    self.query = query
  }

  /// The excerpt of a document that has all words.
  mutating func aroundWord(of text: SearchedText) -> SearchExcerpt {
    excerpt(of: text) { [query] in SearchPlace.ofFirstWord(of: query, in: $0) }
  }

  /// The excerpt of a document that has the part typed.
  /// - Parameters:
  ///   - text: The document's text.
  ///   - place: Where the part begins in the prepared text, in bytes.
  /// - Returns: The excerpt.
  mutating func aroundPart(of text: SearchedText, at place: Int) -> SearchExcerpt {
    let wanted = query.part.utf8
    return excerpt(of: text) { part in
      // Behind the values stands the name, whose own place nobody has told.
      let isName = part.utf8.elementsEqual((text.name ?? "").utf8)
      let place = isName ? SearchText.prepared(part).utf8.offset(of: wanted) : place
      return place.flatMap {
        SearchPlace.of(preparedBytes: $0, length: wanted.count, in: part)
      }
    }
  }

  private mutating func excerpt(
    of text: SearchedText, finding find: (String) -> Range<Int>?
  ) -> SearchExcerpt {
    if let values = text.values {
      let isWalked = values.utf8.count <= bytesLeft
      bytesLeft -= isWalked ? values.utf8.count : 0
      if let found = isWalked ? find(values) : nil {
        return SearchExcerpt(of: values, around: found)
      }
    }
    if let name = text.name, let found = find(name) {
      return SearchExcerpt(of: name, around: found)
    }
    return SearchExcerpt(of: text.values ?? text.name ?? "", around: nil)
  }
}

extension String.UTF8View {
  fileprivate func offset(of part: String.UTF8View) -> Int? {
    let (bytes, wanted) = (Array(self), Array(part))
    return (0...bytes.count).first { bytes[$0...].starts(with: wanted) }
  }
}
