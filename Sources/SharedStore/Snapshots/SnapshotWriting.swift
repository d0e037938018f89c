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
    ///   - replacingType: Whether the record may be of another type, which its readers lose.
    /// - Returns: What became of it.
    /// - Throws: `stale` when the record has another revision, `conflict` when it has another type,
    ///   `badInput` when the value cannot be stored or is too large, `usage` for a kind that is
    ///   counted by a rule.
    @discardableResult
    public func publish<Payload: SnapshotPayload>(
      _ payload: Payload, kind: Kind = Payload.kind, ifRevision: Revision? = nil,
      replacingType: Bool = false
    ) throws(StoreError) -> Publication {
      let stored = try PayloadCoding.stored(payload)
      return try publish(
        stored, kind: kind, ifRevision: ifRevision, replacingType: replacingType
      ) { PayloadCoding.isSame($0, as: payload, storedAs: stored) }
    }

    /// Publishes a payload that is JSON already.
    /// - Parameters:
    ///   - payload: The payload, its JSON in canonical form.
    ///   - kind: The series.
    ///   - ifRevision: The revision the record must have now.
    ///   - replacingType: Whether the record may be of another type.
    ///   - isSame: Whether a stored record of the same length is the same value after all.
    /// - Returns: What became of it.
    /// - Throws: As for a value.
    @discardableResult
    package func publish(
      _ payload: StoredPayload, kind: Kind, ifRevision: Revision? = nil,
      replacingType: Bool = false, isSame: (StoredPayload) -> Bool = { _ in false }
    ) throws(StoreError) -> Publication {
      guard try !transaction.rules().contains(where: { $0.kind == kind }) else {
        throw .countedByRule
      }
      return try transaction.publish(
        payload, kind: kind, ifRevision: ifRevision, replacingType: replacingType, isSame: isSame)
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
    _ payload: StoredPayload, kind: Kind, ifRevision: Revision? = nil,
    replacingType: Bool = false, isSame: (StoredPayload) -> Bool = { _ in false }
  ) throws(StoreError) -> WriteTransaction.Publication {
    let (bytes, limit) = (payload.json.utf8.count, options.maximumPayloadBytes)
    guard bytes <= limit else { throw .payloadTooLarge(bytes, limit) }
    var versions = try versions(of: kind)
    try check(versions, ifRevision)
    if let newest = versions.newest {
      if !replacingType { try checkType(newest, payload, kind) }
      if try isEqual(newest, payload, kind, isSame) {
        return WriteTransaction.Publication(
          kind: kind, revision: newest.metadata.revision, changed: false, payload: payload)
      }
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
    keep(versions, of: kind)
    noteChange(.snapshot, kind.text)
    if options.requestsRefresh { noteReload(kind) }
    return WriteTransaction.Publication(
      kind: kind, revision: revision, changed: true, payload: payload)
  }

  func remove(_ kind: Kind, ifRevision: Revision?) throws(StoreError) -> Bool {
    let versions = try versions(of: kind)
    try check(versions, ifRevision)
    guard versions.newest != nil else { return false }
    // What the removal is a change of needs a revision, even if nothing of it stays.
    _ = try nextRevision()
    try database.run("DELETE FROM snapshots WHERE kind = ?1", kind)
    keep(nil, of: kind)
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

  /// Refuses another type than the record's; a record that cannot be read has none to keep.
  private func checkType(
    _ newest: KeptVersions.Newest, _ payload: StoredPayload, _ kind: Kind
  ) throws(StoreError) {
    guard newest.type != payload.type else { return }
    do throws(StoreError) {
      guard let stored = try SnapshotRow.newest(of: kind, database) else { return }
      try payload.checkType(replacing: stored.type, replacingType: false)
    } catch  where error.code == .damaged {
    } catch {
      throw error.at(base.revision)
    }
  }

  /// Whether publishing would change nothing.
  ///
  /// A damaged record is not equal to anything: publishing it again heals it.
  private func isEqual(
    _ newest: KeptVersions.Newest, _ payload: StoredPayload, _ kind: Kind,
    _ isSame: (StoredPayload) -> Bool
  ) throws(StoreError) -> Bool {
    guard newest.count == payload.count, newest.bytes == payload.json.utf8.count else {
      return false
    }
    let hasSameChecksum = newest.metadata.checksum(of: kind, payload) == newest.checksum
    // Other text is the same value only where a collection without an order made an array.
    guard hasSameChecksum || payload.json.utf8.contains(UInt8(ascii: "[")) else { return false }
    // The checksum finds damage, it proves nothing: what is equal is read and compared.
    do throws(StoreError) {
      guard let stored = try SnapshotRow.newest(of: kind, database)?.payload else { return false }
      return hasSameChecksum ? stored == payload : isSame(stored)
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
