/// The id of a document: any text of 1 to 500 bytes without control characters, kept exactly.
public struct DocumentID: Hashable, Sendable {
  /// The text.
  public let text: String

  /// Creates an id, or `nil` when the text is empty, too long or holds a control character.
  public init?(_ text: String) {
    guard text.isName(maximumBytes: 500) else { return nil }
    self.text = text
  }

  /// Whether two ids are the same bytes.
  public static func == (left: DocumentID, right: DocumentID) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

/// The name of a field: NFC text of 1 to 200 bytes without control characters.
///
/// It is normalized, as a ``Kind`` is, because it becomes a key of a JSON object: two names that
/// look the same would be one key there.
public struct FieldName: Hashable, Sendable {
  /// The normalized text.
  public let text: String

  /// Creates a name, or `nil` when the text is empty, too long or holds a control character.
  public init?(_ text: String) {
    let normalized = text.normalized
    guard normalized.isName(maximumBytes: 200) else { return nil }
    self.text = normalized
  }

  /// Whether two names are the same bytes.
  public static func == (left: FieldName, right: FieldName) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

extension DocumentID: ExpressibleByStringLiteral {
  /// Creates an id from a literal in source code.
  /// - Precondition: the literal is a valid id.
  public init(stringLiteral value: StaticString) {
    guard let id = DocumentID("\(value)") else {
      preconditionFailure("Not a document id (1 to 500 bytes, no control characters): \(value)")
    }
    self = id
  }
}

extension FieldName: ExpressibleByStringLiteral {
  /// Creates a name from a literal in source code.
  /// - Precondition: the literal is a valid name.
  public init(stringLiteral value: StaticString) {
    guard let name = FieldName("\(value)") else {
      preconditionFailure("Not a field name (1 to 200 bytes, no control characters): \(value)")
    }
    self = name
  }
}

extension String {
  /// Whether the text may name something: not empty, not too long, on one line.
  func isName(maximumBytes: Int) -> Bool {
    (1...maximumBytes).contains(utf8.count)
      && !unicodeScalars.contains(where: \.isForbiddenInNames)
  }
}
