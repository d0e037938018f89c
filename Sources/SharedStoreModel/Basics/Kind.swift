/// The name of a series of snapshots, such as `todo` or `todo/work`.
///
/// NFC text of 1 to 200 bytes, not blank, without control characters: text in another form is
/// normalized, so equal kinds are equal rows.
public struct Kind: Hashable, Sendable {
  /// The normalized text.
  public let text: String

  /// The most bytes of UTF-8 a kind may have.
  public static let maximumBytes = 200

  /// Creates a kind, or `nil` when the text is blank, too long or holds a control character.
  public init?(_ text: String) {
    guard let name = Name.normalized(text, maximumBytes: Kind.maximumBytes) else { return nil }
    self.text = name
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
      preconditionFailure("Not a kind (1 to 200 bytes, not blank, no control characters): \(value)")
    }
    self = kind
  }
}
