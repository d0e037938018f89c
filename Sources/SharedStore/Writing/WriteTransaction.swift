public import SharedStoreModel
public import SharedStoreReader

/// One transaction of a writer: everything done with it becomes visible together, at one new store
/// revision, or not at all.
///
/// A verb that fails by a rule of the store, such as `stale` or `notFound`, leaves the transaction
/// as it was before the call. A failure of SQLite, such as a full disk, ends it: whatever the body
/// does about it, every later call repeats that failure, and nothing is committed.
///
/// It cannot be kept: it ends with the closure it is given to.
public struct WriteTransaction: ~Copyable {
  let transaction: Transaction

  init(_ transaction: Transaction) {
    self.transaction = transaction
  }

  /// Where the store stood when the transaction began.
  public var base: StoreToken { transaction.base }

  /// The records of kinds.
  public var snapshots: Snapshots { Snapshots(transaction: transaction) }

  /// Counts, by hand and by rule.
  public var counts: Counts { Counts(transaction: transaction) }

  /// Documents and their histories.
  public var documents: Documents { Documents(transaction: transaction) }

  /// Jobs.
  public var jobs: Jobs { Jobs(transaction: transaction) }

  /// Reads several things as this transaction sees them, with what it has changed so far, by the
  /// verbs of `StoreReader.read`.
  /// - Parameter body: Gets the view; its token is where the store stood when the transaction began.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public func read<Result, Failure: Error>(
    _ body: (borrowing StoreView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (base, paths, database) = (transaction.base, transaction.paths, transaction.database)
    return try body(
      StoreView(
        database: database, paths: paths, token: base, newest: base.revision.successor))
  }

  /// Publishes a value as its kind's newest record: ``snapshots``' verb of this name, made short.
  /// - Parameters:
  ///   - payload: The value.
  ///   - kind: The series, when it is not the type's own.
  ///   - ifRevision: The revision the record must have now; `Revision.zero`: there must be none.
  ///   - replacingType: Whether the record may be of another type, which its readers lose.
  /// - Returns: What became of it.
  /// - Throws: As ``Snapshots/publish(_:kind:ifRevision:replacingType:)``.
  @discardableResult
  public func publish<Payload: SnapshotPayload>(
    _ payload: Payload, kind: Kind = Payload.kind, ifRevision: Revision? = nil,
    replacingType: Bool = false
  ) throws(StoreError) -> Publication {
    try snapshots.publish(
      payload, kind: kind, ifRevision: ifRevision, replacingType: replacingType)
  }

  /// What became of a record; the store revision is known when the transaction is committed.
  public struct Publication: Hashable, Sendable {
    /// The record's kind.
    public let kind: Kind
    /// The revision of the record.
    public let revision: Revision
    /// Whether it changed: publishing an equal value keeps its revision.
    public let changed: Bool
    /// What the record holds now.
    public let payload: StoredPayload
  }
}
