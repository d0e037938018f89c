/// A payload as the store holds it: canonical JSON beside the name and number of its format.
public struct StoredPayload: Hashable, Sendable {
  /// The name of the payload's type.
  public let type: String
  /// The number of the payload's format, 1 or more.
  public let format: Int
  /// Canonical JSON: sorted keys, no white space.
  public let json: String
  /// The count, for the built-in type `count`.
  public let count: Int64?
  /// The title, for the built-in type `count`.
  public let title: String?

  /// The type of a payload that is JSON and nothing more: any reader may try its own type on it.
  public static let untyped = "json"

  package init(type: String, format: Int, json: String, count: Int64? = nil, title: String? = nil) {
    self.type = type
    self.format = format
    self.json = json
    self.count = count
    self.title = title
  }

  /// Whether two payloads are the same bytes of the same type and format.
  public static func == (left: StoredPayload, right: StoredPayload) -> Bool {
    // Bytes, not characters: composed and decomposed text are two contents.
    left.format == right.format && left.count == right.count
      && left.type.hasSameBytes(as: right.type) && left.json.hasSameBytes(as: right.json)
      && left.title.hasSameBytes(as: right.title)
  }
}

extension String {
  /// Whether two texts are the same bytes; `==` takes composed and decomposed text for equal.
  func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
  /// Whether both are missing, or both the same bytes.
  func hasSameBytes(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.hasSameBytes(as: other)
  }
}
