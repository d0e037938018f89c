public import SharedStoreModel

/// Which documents a list has, so that one of very many is read in pages.
public struct DocumentFilter: Hashable, Sendable {
  /// A field and the value it has.
  public struct Field: Hashable, Sendable {
    /// The field.
    public var name: FieldName
    /// The value, compared by class and bytes.
    public var value: FieldValue

    /// Names a field and its value.
    public init(_ name: FieldName, equals value: FieldValue) {
      (self.name, self.value) = (name, value)
    }
  }

  /// What their ids begin with, byte by byte.
  public var prefix: String
  /// A field that they have, with that value.
  public var field: Field?
  /// The id behind which they begin: the last one of the page before.
  public var after: DocumentID?
  /// The most documents.
  public var limit: Int

  /// Lets every document through but for what is given.
  /// - Parameters:
  ///   - prefix: What their ids begin with.
  ///   - field: A field that they have, with that value.
  ///   - after: The id behind which they begin.
  ///   - limit: The most documents.
  public init(
    prefix: String = "", field: Field? = nil, after: DocumentID? = nil, limit: Int = .max
  ) {
    (self.prefix, self.field, self.after, self.limit) = (prefix, field, after, limit)
  }

  /// What no id with that prefix comes after; any text comes before a blob.
  var lastWithPrefix: FieldValue {
    guard !prefix.isEmpty else { return .blob([]) }
    // The greatest character, as often as an id has room for.
    return .text(prefix + String(repeating: "\u{10FFFF}", count: 125))
  }
}
