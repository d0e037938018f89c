/// The id of a document: NFC text of 1 to 500 bytes, not blank, without control characters.
///
/// It is normalized, as a ``Kind`` is: the name of a file has one form on a Mac and another
/// elsewhere, and the document is the same.
public struct DocumentID: Hashable, Sendable {
  /// The normalized text.
  public let text: String

  /// The most bytes of UTF-8 an id may have.
  public static let maximumBytes = 500

  /// Creates an id, or `nil` when the text is blank, too long or holds a control character.
  public init?(_ text: String) {
    guard let name = Name.normalized(text, maximumBytes: DocumentID.maximumBytes) else {
      return nil
    }
    self.text = name
  }

  /// Whether two ids are the same bytes.
  public static func == (left: DocumentID, right: DocumentID) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

/// The name of a field: NFC text of 1 to 200 bytes, not blank, without control characters.
///
/// It is normalized, as a ``Kind`` is, because it becomes a key of a JSON object: two names that
/// look the same would be one key there.
public struct FieldName: Hashable, Sendable {
  /// The normalized text.
  public let text: String

  /// The most bytes of UTF-8 a name may have.
  public static let maximumBytes = 200

  /// Creates a name, or `nil` when the text is blank, too long or holds a control character.
  public init?(_ text: String) {
    guard let name = Name.normalized(text, maximumBytes: FieldName.maximumBytes) else {
      return nil
    }
    self.text = name
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
      preconditionFailure("Not a document id (1 to 500 bytes, not blank, on one line): \(value)")
    }
    self = id
  }
}

extension FieldName: ExpressibleByStringLiteral {
  /// Creates a name from a literal in source code.
  /// - Precondition: the literal is a valid name.
  public init(stringLiteral value: StaticString) {
    guard let name = FieldName("\(value)") else {
      preconditionFailure("Not a field name (1 to 200 bytes, not blank, on one line): \(value)")
    }
    self = name
  }
}
