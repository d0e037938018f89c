public import SharedStoreModel

/// What publishing a record did.
public struct PublishReceipt: Hashable, Sendable {
  /// The record's kind.
  public let kind: Kind
  /// The revision of the record now.
  public let revision: Revision
  /// The revision of the store now.
  public let storeRevision: Revision
  /// Whether anything changed; an equal record keeps its revision (contract R2).
  public let changed: Bool
  /// Whether a new timeline of the kind was asked for: a hint to displays, not a promise.
  public let refreshRequested: Bool
}

/// What a transaction did, and what its body returned.
public struct Written<Value> {
  /// The body's result.
  public let value: Value
  /// The revision of the store now.
  public let storeRevision: Revision
  /// Whether anything changed.
  public let changed: Bool
}

extension Written: Sendable where Value: Sendable {}

/// What one record's part in a transaction did; the store revision is known when all is done.
public struct Published: Hashable, Sendable {
  /// The revision of the record.
  public let revision: Revision
  /// Whether it changed.
  public let changed: Bool
  /// Whether a new timeline of the kind was asked for.
  public let refreshRequested: Bool
}
