/// How many cells of a terminal a text takes.
package enum CellWidth {
  /// Two for a wide character, none for one that combines with the one before.
  ///
  /// Terminals differ in what they join, such as a family of several people; the sum of all parts
  /// is the most that any of them takes.
  package static func of(_ character: Character) -> Int {
    character.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    // The selector that turns a narrow symbol into a wide picture.
    if scalar.value == 0xFE0F { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    case .format: return scalar.value == 0xAD ? 1 : 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    switch scalar.value {
    // Vowels and ends of Korean syllables share the cells of their beginning.
    case 0x1160...0x11FF: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// The cells of a text.
  package static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  /// The beginning of a text that fits into a number of cells.
  package static func prefix(_ text: String, cells: Int) -> String {
    var (left, result) = (cells, "")
    for character in text {
      let width = of(character)
      guard width <= left else { break }
      left -= width
      result.append(character)
    }
    return result
  }
}
