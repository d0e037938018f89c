@_spi(_Unicode) import Swift

/// The one rule for what names something: kinds, documents, fields, groups of an undo journal, jobs.
///
/// A name is in NFC, on one line, not blank and not too long. SQLite compares bytes where Swift
/// compares characters, so each is normalized once, at the door: two spellings are one name.
package enum Name {
  /// The rule, for messages.
  package static func rule(_ subject: String, maximumBytes: Int) -> String {
    "\(subject) has 1 to \(maximumBytes) bytes, is not blank and has no control characters."
  }

  /// The text as a name; `nil` when it is none.
  package static func normalized(_ text: String, maximumBytes: Int) -> String? {
    // Nearly all names are these, and each row that is read has one.
    if text.utf8.count <= maximumBytes, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return text.utf8.contains { $0 != 0x20 } ? text : nil
    }
    let normalized = text.normalized
    guard normalized.utf8.count <= maximumBytes,
      !normalized.unicodeScalars.contains(where: \.isForbiddenInNames),
      normalized.unicodeScalars.contains(where: { !$0.isBlankInNames })
    else { return nil }
    return normalized
  }
}

extension String {
  /// The text in NFC, the one form of it that is stored where names are compared.
  ///
  /// The standard library keeps its normalizer behind an SPI on the platforms where this is built;
  /// Foundation's would cost a reader its start-up time.
  package var normalized: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Control characters and line separators: a name is shown on one line.
  var isForbiddenInNames: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// What shows nothing; a name of nothing else could not be seen.
  fileprivate var isBlankInNames: Bool {
    properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      || properties.generalCategory == .format || self == "\u{2800}"
  }
}
