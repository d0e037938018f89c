/// The built-in payload: a count, perhaps with a title, of any kind.
///
/// Zero is a value. The time of the last change is the record's own and no part of the payload, so
/// publishing an equal count changes nothing.
public struct CountSnapshot: Hashable, SnapshotPayload {
  /// The number, such as the open items of a list.
  public var count: Int64
  /// What is counted, for display.
  public var title: String?
  /// When the record was last changed; `nil` on a value that was never read from a store.
  public private(set) var updatedAt: Timestamp?

  /// The kind of a count for which none is named.
  public static let kind: Kind = "count"
  /// The type's name in the store.
  public static let typeName = "count"
  /// The format this version reads and writes.
  public static let format = 1

  private enum CodingKeys: String, CodingKey {
    case count, title
  }

  /// Creates a count to publish.
  public init(count: Int64, title: String? = nil) {
    self.count = count
    self.title = title
  }

  /// Creates a count to publish, such as that of a collection.
  public init(count: Int, title: String? = nil) {
    self.init(count: Int64(count), title: title)
  }

  package init(count: Int64, title: String?, updatedAt: Timestamp) {
    self.count = count
    self.title = title
    self.updatedAt = updatedAt
  }
}

extension CountSnapshot {
  /// Whether publishing one over the other would change nothing.
  public static func == (left: CountSnapshot, right: CountSnapshot) -> Bool {
    left.count == right.count && left.title.hasSameBytes(as: right.title)
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(title)
  }
}
