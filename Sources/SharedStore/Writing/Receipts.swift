public import SharedStoreModel

/// What publishing a record did.
public struct PublishReceipt: Hashable, Sendable {
  /// The record's kind.
  public let kind: Kind
  /// The revision of the record now.
  public let revision: Revision
  /// The revision of the store now.
  public let storeRevision: Revision
  /// Whether anything changed; an equal record keeps its revision.
  public let changed: Bool
  /// The kinds whose displays have to build a new timeline.
  public let reloadKinds: [Kind]

  /// Creates a receipt, for what stands in a writer's place.
  public init(
    kind: Kind, revision: Revision, storeRevision: Revision, changed: Bool = true,
    reloadKinds: [Kind] = []
  ) {
    self.kind = kind
    self.revision = revision
    self.storeRevision = storeRevision
    self.changed = changed
    self.reloadKinds = reloadKinds
  }

  package init(_ written: Written<WriteTransaction.Publication>) {
    kind = written.value.kind
    revision = written.value.revision
    storeRevision = written.storeRevision
    changed = written.value.changed
    reloadKinds = written.reloadKinds
  }
}

/// What a transaction did, and what its body returned.
public struct Written<Value: Sendable>: Sendable {
  /// The body's result.
  public let value: Value
  /// The revision of the store now.
  public let storeRevision: Revision
  /// Whether anything changed.
  public let changed: Bool
  /// The kinds whose displays have to build a new timeline, in the order in which they changed.
  public let reloadKinds: [Kind]
}
