public import SharedStoreModel
import SharedStoreReader

extension WriteTransaction {
  /// The records of kinds, in one transaction.
  public struct Snapshots: ~Copyable {
    let transaction: Transaction

    /// Publishes a value as its kind's newest record.
    /// - Parameters:
    ///   - payload: The value.
    ///   - kind: The series, when it is not the type's own.
    ///   - ifRevision: The revision the record must have now; `Revision.zero`: there must be none.
    /// - Returns: What became of it.
    /// - Throws: `stale` when the record has another revision, `badInput` when the value cannot be
    ///   stored or is too large, `usage` for a kind that is counted by a rule.
    @discardableResult
    public func publish<Payload: SnapshotPayload>(
      _ payload: Payload, kind: Kind = Payload.kind, ifRevision: Revision? = nil
    ) throws(StoreError) -> Publication {
      try publish(PayloadCoding.stored(payload), kind: kind, ifRevision: ifRevision)
    }

    /// Publishes a count.
    /// - Throws: As for any payload.
    @discardableResult
    public func publish(
      _ count: CountSnapshot, kind: Kind, ifRevision: Revision? = nil
    ) throws(StoreError) -> Publication {
      try publish(PayloadCoding.stored(count), kind: kind, ifRevision: ifRevision)
    }

    /// Publishes a payload that is JSON already.
    @discardableResult
    package func publish(
      _ payload: StoredPayload, kind: Kind, ifRevision: Revision? = nil
    ) throws(StoreError) -> Publication {
      guard try !transaction.rules().contains(where: { $0.kind == kind }) else {
        throw .countedByRule
      }
      return try transaction.publish(payload, kind: kind, ifRevision: ifRevision)
    }

    /// Removes the record of a kind with all of its versions; the change log keeps a tombstone.
    /// - Parameters:
    ///   - kind: The series.
    ///   - ifRevision: The revision the record must have now.
    /// - Returns: Whether there was one.
    /// - Throws: `stale`, `usage` for a kind that is counted by a rule.
    @discardableResult
    public func remove(_ kind: Kind, ifRevision: Revision? = nil) throws(StoreError) -> Bool {
      guard try !transaction.rules().contains(where: { $0.kind == kind }) else {
        throw .countedByRule
      }
      return try transaction.remove(kind, ifRevision: ifRevision)
    }

    /// A kind's newest record, as this transaction sees it; `nil` when there is none.
    /// - Throws: `damaged`, `unsupportedFormat`.
    public func current(_ kind: Kind) throws(StoreError) -> Snapshot<StoredPayload>? {
      try SnapshotRow.newest(of: kind, transaction.database)
    }
  }
}

extension Transaction {
  /// Publishes a record of any kind, counted ones included.
  func publish(
    _ payload: StoredPayload, kind: Kind, ifRevision: Revision? = nil
  ) throws(StoreError) -> WriteTransaction.Publication {
    let (bytes, limit) = (payload.json.utf8.count, options.maximumPayloadBytes)
    guard bytes <= limit else { throw .payloadTooLarge(bytes, limit) }
    let versions = try KeptVersions(of: kind, database)
    try check(versions, ifRevision)
    if let newest = versions.newest, try isEqual(newest, payload, kind) {
      return WriteTransaction.Publication(
        kind: kind, revision: newest.metadata.revision, changed: false, payload: payload)
    }
    let revision = try nextRevision()
    let now = Timestamp.now
    let refresh =
      options.requestsRefresh
      ? RefreshRequest(revision: revision, requestedAt: now) : versions.newest?.metadata.refresh
    try versions.replace(
      by: payload, kind,
      SnapshotRow.Metadata(revision: revision, changedAt: now, writer: writer, refresh: refresh),
      keeping: options.retention, database)
    noteChange(.snapshot, kind.text)
    if options.requestsRefresh { noteReload(kind) }
    return WriteTransaction.Publication(
      kind: kind, revision: revision, changed: true, payload: payload)
  }

  func remove(_ kind: Kind, ifRevision: Revision?) throws(StoreError) -> Bool {
    let versions = try KeptVersions(of: kind, database)
    try check(versions, ifRevision)
    guard versions.newest != nil else { return false }
    // What the removal is a change of needs a revision, even if nothing of it stays.
    _ = try nextRevision()
    try database.run("DELETE FROM snapshots WHERE kind = ?1", kind)
    noteRemoval(.snapshot, kind.text)
    if options.requestsRefresh { noteReload(kind) }
    return true
  }

  private func check(_ versions: KeptVersions, _ ifRevision: Revision?) throws(StoreError) {
    let revision = versions.newest?.metadata.revision ?? .zero
    // One that this transaction has published itself has its own number.
    guard revision <= base.revision || revision == base.revision.successor else {
      throw .beyondStore.at(base.revision)
    }
    if let ifRevision, ifRevision != revision {
      throw .stale(expected: ifRevision, actual: revision).at(base.revision)
    }
  }

  /// Whether publishing would change nothing.
  ///
  /// A damaged record is not equal to anything: publishing it again heals it.
  private func isEqual(
    _ newest: KeptVersions.Newest, _ payload: StoredPayload, _ kind: Kind
  ) throws(StoreError) -> Bool {
    guard newest.count == payload.count, newest.bytes == payload.json.utf8.count,
      newest.metadata.checksum(of: kind, payload) == newest.checksum
    else { return false }
    // The checksum finds damage, it proves nothing: what is equal is read and compared.
    do throws(StoreError) {
      return try SnapshotRow.newest(of: kind, database)?.payload == payload
    } catch  where error.code == .damaged || error.code == .unsupportedFormat {
      return false
    }
  }
}

extension StoreError {
  static func stale(expected: Revision, actual: Revision) -> StoreError {
    let found = actual == .zero ? "there is none" : "it has revision \(actual)"
    let wanted = expected == .zero ? "no record was expected" : "revision \(expected) was expected"
    return StoreError(
      .stale, "The record was changed by someone else: \(wanted), \(found); nothing was changed.",
      hint: "Read it again and decide anew.")
  }

  static func payloadTooLarge(_ bytes: Int, _ limit: Int) -> StoreError {
    StoreError(
      .badInput, "The payload is too large: \(bytes) bytes, limit \(limit); nothing was changed.")
  }
}
