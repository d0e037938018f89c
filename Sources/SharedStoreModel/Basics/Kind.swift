@_spi(_Unicode) import Swift

/// The name of a series of snapshots, such as `todo` or `todo/work`.
///
/// NFC text of 1 to 200 bytes without control characters. SQLite compares bytes where Swift
/// compares characters, so the text is normalized once, here, and equal kinds are equal rows.
public struct Kind: Hashable, Sendable {
  /// The normalized text.
  public let text: String

  /// The most bytes of UTF-8 a kind may have.
  public static let maximumBytes = 200

  /// Creates a kind, or `nil` when the text is empty, too long or holds a control character.
  public init?(_ text: String) {
    if text.utf8.count <= Kind.maximumBytes, text.utf8.first != nil,
      text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
    {
      self.text = text
      return
    }
    let normalized = text.normalized
    guard
      (1...Kind.maximumBytes).contains(normalized.utf8.count),
      !normalized.unicodeScalars.contains(where: \.isForbiddenInNames)
    else { return nil }
    self.text = normalized
  }

  /// Whether two kinds are the same bytes.
  public static func == (left: Kind, right: Kind) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

extension Kind: ExpressibleByStringLiteral {
  /// Creates a kind from a literal in source code.
  /// - Precondition: the literal is a valid kind.
  public init(stringLiteral value: StaticString) {
    guard let kind = Kind("\(value)") else {
      preconditionFailure("Not a kind (1 to 200 bytes, no control characters): \(value)")
    }
    self = kind
  }
}

extension String {
  /// The text in NFC, the one form of it that is stored where names are compared.
  ///
  /// The standard library keeps its normalizer behind an SPI on the platforms where this is built;
  /// Foundation's would cost a reader its start-up time.
  var normalized: String {
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

  /// The characters that reorder the text around them (Unicode UAX #9).
  package var isBidiControl: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
