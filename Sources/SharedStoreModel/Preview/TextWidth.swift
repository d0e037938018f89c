/// How wide text is at most in a common sans-serif font, in thousandths of the font's size.
///
/// What shows the picture chooses the font. The numbers are those of wide ones, rounded up, so that
/// a text which fits by them fits in the others too.
package enum TextWidth {
  /// The most that a text takes.
  package static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  /// The width of one scalar; joined ones, such as a family of people, count with all their parts.
  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return ascii(UInt8(scalar.value)) }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 1_400 }
    switch scalar.value {
    // Latin, Greek, Cyrillic, Hebrew.
    case 0xA0..<0x500, 0x590..<0x600, 0x1E00..<0x2000: return 950
    // Whole phrases that are one character.
    case 0xFDFA...0xFDFB: return 4_000
    case 0xFDFD: return 12_000
    // Beyond what else is one square wide: cuneiform, and marks for long words.
    case 0x12000..<0x12550: return 3_000
    case 0x2014, 0x2015: return 1_050
    case 0x2E3A: return 2_100
    case 0x2E3B: return 3_100
    default: return scalar.value >= 0x2000 ? 1_100 : 1_250
    }
  }

  private static func ascii(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "!"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "I"), UInt8(ascii: "J"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "f"), UInt8(ascii: "i"),
      UInt8(ascii: "j"), UInt8(ascii: "l"), UInt8(ascii: "r"), UInt8(ascii: "t"),
      UInt8(ascii: "|"), UInt8(ascii: "-"):
      460
    case UInt8(ascii: "M"), UInt8(ascii: "W"), UInt8(ascii: "m"), UInt8(ascii: "w"),
      UInt8(ascii: "@"), UInt8(ascii: "%"):
      1_080
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "#"), UInt8(ascii: "&"),
      UInt8(ascii: "+"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"),
      UInt8(ascii: "~"), UInt8(ascii: "^"):
      840
    default: 690
    }
  }

  /// The text in lines that fit, broken at spaces where there are any; the last one ends in an
  /// ellipsis if there is more.
  /// - Parameters:
  ///   - text: One paragraph.
  ///   - width: Thousandths of the font's size.
  ///   - limit: The most lines.
  /// - Returns: One line or more.
  package static func lines(of text: String, width: Int, limit: Int) -> [String] {
    var (lines, rest) = ([String](), text[...])
    while lines.count < limit - 1, of(String(rest)) > width {
      let fitting = prefix(of: rest, width: width)
      let end = fitting.lastIndex(of: " ").map { rest[..<$0] } ?? fitting
      // A character that is wider than a line is cut off by the ellipsis below.
      guard !end.isEmpty else { break }
      lines.append(String(end))
      rest = rest[end.endIndex...].drop { $0 == " " }
    }
    return lines + [cut(rest, width: width)]
  }

  private static func cut(_ text: Substring, width: Int) -> String {
    guard of(String(text)) > width else { return String(text) }
    return String(prefix(of: text, width: width - of("\u{2026}"))) + "\u{2026}"
  }

  private static func prefix(of text: Substring, width: Int) -> Substring {
    var (left, end) = (width, text.startIndex)
    while end < text.endIndex {
      left -= of(String(text[end]))
      guard left >= 0 else { break }
      end = text.index(after: end)
    }
    return text[..<end]
  }
}
