/// What a person typed into a search field, trimmed; never blank.
///
/// This is the one definition of trimming and of blank: a scalar is blank when it has the Unicode
/// property White_Space or is U+200B ZERO WIDTH SPACE, blank scalars go from both ends, and a text
/// of nothing else is blank. Scalars are looked at and not characters, so a space that carries a
/// combining mark is trimmed like any other. U+FEFF, U+2060, U+180E, U+2800, U+3164 and NUL look
/// like nothing but are not blank. What stands inside a text is never touched.
public struct SearchTerm: Hashable, Sendable {
  /// The trimmed text.
  public let text: String

  /// Trims a text, or gives `nil` when it is blank.
  public init?(_ typed: String) {
    // Nearly every text begins and ends with a visible ASCII character: nothing is to be trimmed.
    if let first = typed.utf8.first, let last = typed.utf8.last, SearchTerm.isVisibleASCII(first),
      SearchTerm.isVisibleASCII(last)
    {
      text = typed
      return
    }
    let scalars = typed.unicodeScalars
    guard
      let first = scalars.firstIndex(where: { !$0.isBlankInSearch }),
      let last = scalars.lastIndex(where: { !$0.isBlankInSearch })
    else { return nil }
    let trimmed = first..<scalars.index(after: last)
    let isTrimmed = trimmed == scalars.startIndex..<scalars.endIndex
    text = isTrimmed ? typed : String(scalars[trimmed])
  }

  private static func isVisibleASCII(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte }

  /// Whether two terms are the same bytes.
  ///
  /// Texts that only look the same may find different things, so they are different questions.
  public static func == (left: SearchTerm, right: SearchTerm) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

extension Unicode.Scalar {
  /// Whether a search field shows nothing for it; see ``SearchTerm``.
  var isBlankInSearch: Bool {
    properties.isWhitespace || self == "\u{200B}"
  }
}
