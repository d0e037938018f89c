package import SharedStoreModel
import SharedStoreReader

extension FieldText {
  /// A value for people, on one line; `x'…'` is how SQLite writes bytes.
  ///
  /// Text stands in quotes, escaped as in a Swift literal, where it could be taken for something
  /// else or has characters that cannot be seen.
  package static func show(_ value: FieldValue?) -> String {
    switch value {
    case nil: "(absent)"
    case .null: "null"
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .text(let text): isShownBare(text) ? text : quoted(text, where: isHidden)
    case .blob(let bytes): "x'\(Hexadecimal.text(bytes))'"
    }
  }

  /// The value of a field before a change and after it: the beginning of a long one, and of two
  /// that would look the same what tells them apart.
  package static func show(_ before: FieldValue?, to after: FieldValue?) -> String {
    guard case .text(let old)? = before, case .text(let new)? = after, before != after,
      beginning(old).visiblePart == beginning(new).visiblePart
    else { return abridged(before, from: 0) + " -> " + abridged(after, from: 0) }
    let place = firstDifference(old, new)
    return abridged(old, from: place, where: isHiddenOrNotASCII) + " -> "
      + abridged(new, from: place, where: isHiddenOrNotASCII)
  }

  // MARK: Long values

  /// How many scalars or bytes of a long value are shown.
  private static let length = 60

  private static func beginning(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
  }

  private static func abridged(_ value: FieldValue?, from place: Int) -> String {
    switch value {
    case .text(let text) where text.utf8.count > length:
      return abridged(text, from: place, where: isHidden)
    case .blob(let bytes) where bytes.count > length:
      return "x'\(Hexadecimal.text(Array(bytes.prefix(length))))…' (\(bytes.count) bytes)"
    default: return show(value)
    }
  }

  /// A piece of a text, in quotes; where it is not all, with the length of the whole.
  private static func abridged(
    _ text: String, from place: Int, where isEscaped: (Unicode.Scalar) -> Bool
  ) -> String {
    let scalars = text.unicodeScalars
    let start = scalars.index(
      text.utf8.index(text.startIndex, offsetBy: place), offsetBy: -20,
      limitedBy: scalars.startIndex)
    let from = start ?? scalars.startIndex
    let end = scalars.index(from, offsetBy: length, limitedBy: scalars.endIndex)
    let piece = quoted(String(scalars[from..<(end ?? scalars.endIndex)]), where: isEscaped)
    let isWhole = from == scalars.startIndex && (end ?? scalars.endIndex) == scalars.endIndex
    if isWhole { return piece }
    return (from == scalars.startIndex ? "" : "…") + piece
      + (end == nil || end == scalars.endIndex ? "" : "…") + " (\(text.utf8.count) bytes)"
  }

  /// Where two texts first differ, in bytes; the beginning of a scalar.
  private static func firstDifference(_ one: String, _ other: String) -> Int {
    var (place, start) = (0, 0)
    for (left, right) in zip(one.utf8, other.utf8) {
      if left & 0xC0 != 0x80 { start = place }
      if left != right { return start }
      place += 1
    }
    // One goes on; a scalar of it begins here.
    return place
  }

  // MARK: Quotes

  private static func isShownBare(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last, first != 0x20, last != 0x20,
      first != UInt8(ascii: "\""), first != UInt8(ascii: "("), !text.hasPrefix("x'")
    else { return false }
    guard case .text = plain(text) else { return false }
    if text == "inf" || text == "-inf" { return false }
    return bytes.allSatisfy { (0x20..<0x7F).contains($0) }
      || (!text.unicodeScalars.contains(where: isHidden) && !beginsWithMark(text))
  }

  /// A mark at the beginning would sit on what stands before the text.
  private static func beginsWithMark(_ text: String) -> Bool {
    text.unicodeScalars.first?.properties.canonicalCombiningClass != .notReordered
  }

  private static func quoted(_ text: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
    let escaped = text.escaped { isEscaped($0) || $0 == "\"" || $0 == "\\" }
    return "\"" + escaped + "\""
  }

  /// What cannot be seen, but for what makes letters join and symbols be pictures.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: return false
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0xE0020...0xE007F: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format: return true
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func isHiddenOrNotASCII(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || isHidden(scalar)
  }
}
