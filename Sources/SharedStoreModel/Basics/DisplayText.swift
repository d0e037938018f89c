extension String {
  /// The text with every character that could move the cursor, reorder its surroundings or end the
  /// line escaped as in a Swift literal, for showing stored text in a terminal.
  package var displayable: String {
    // Nearly all text is this, and may be long.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return escaped { $0.isForbiddenInNames || $0.isBidiControl }
  }

  /// The text with some characters escaped as in a Swift literal.
  package func escaped(where isEscaped: (Unicode.Scalar) -> Bool) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if isEscaped(scalar) {
        shown.append(contentsOf: scalar.escape.unicodeScalars)
      } else {
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// What of the text meets the eye: two texts that differ in nothing else are told apart only by
  /// showing them escaped.
  package var visiblePart: String {
    if utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isInvisible {
      scalars.append(scalar.properties.isWhitespace ? " " : scalar)
    }
    return String(scalars).normalized
  }
}

extension Unicode.Scalar {
  /// How a Swift literal writes it.
  package var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\"": "\\\""
    case "\\": "\\\\"
    default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    }
  }

  /// Whether nothing is shown for it.
  package var isInvisible: Bool {
    properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
  }

  /// The characters that reorder the text around them (Unicode UAX #9).
  package var isBidiControl: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension [String] {
  /// The texts as they are shown beside each other: those that would look the same are escaped.
  package var toldApart: [String] {
    var seen: [String: Int] = [:]
    for text in self { seen[text.visiblePart, default: 0] += 1 }
    return map { text in
      seen[text.visiblePart] == 1
        ? text.displayable
        : text.escaped { !$0.isASCII || $0.isForbiddenInNames || $0 == "\\" }
    }
  }
}
