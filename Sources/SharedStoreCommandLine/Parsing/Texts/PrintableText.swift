/// Makes text from outside safe to repeat on a terminal.
enum PrintableText {
  /// Replaces everything that could move the cursor, change a line or turn the reading order.
  ///
  /// A pasted token can hold an escape sequence or a bidirectional control, and an error that
  /// repeats it would then show something else than what was typed.
  static func oneLine(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }
}
