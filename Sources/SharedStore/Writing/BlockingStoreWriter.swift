public import SharedStoreModel
public import SharedStoreReader
import SharedStoreSQLite

/// The blocking face of the writer, for tools and tests: calls wait on the calling thread.
///
/// It is not `Sendable`: the compiler keeps it on one thread at a time. Apps use ``StoreWriter``.
public final class BlockingStoreWriter {
  private let core: WriterCore
  let location: StoreLocation

  /// Opens a store for writing; nothing stays locked.
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - create: Whether a missing store is made, with the folders that lead to it.
  ///   - options: How to write.
  /// - Throws: `storeMissing` unless `create`, `busy`, `unreadable`, `incompatible`, `damaged`,
  ///   `configuration`, `full`.
  public init(
    _ location: StoreLocation, create: Bool = false, options: WriterOptions = WriterOptions()
  ) throws(StoreError) {
    let opened = try OpenedStore.open(location, create: create, options: options)
    core = WriterCore(opened, options: options)
    self.location = location
  }

  /// Runs one transaction: several things, one revision.
  ///
  /// The body may run twice when the disk is full in between; an error it throws rolls everything
  /// back and is passed on.
  /// - Throws: The body's error, or a `StoreError`.
  @discardableResult
  public func write<Value>(
    _ body: (inout WriteTransaction) throws -> Value
  ) throws -> Written<Value> {
    try core.write(body)
  }

  /// Publishes a value as its kind's newest record.
  /// - Parameters:
  ///   - payload: The value.
  ///   - kind: The series, when it is not the type's own.
  ///   - ifRevision: The revision the record must have now; `Revision.zero`: there must be none.
  /// - Returns: What became of it.
  /// - Throws: `stale`, `badInput`, `busy`, `full`, `removed`, `replaced`, `incompatible`.
  @discardableResult
  public func publish<Payload: SnapshotPayload>(
    _ payload: Payload, kind: Kind = Payload.kind, ifRevision: Revision? = nil
  ) throws(StoreError) -> PublishReceipt {
    try publish(PayloadCoding.stored(payload), kind: kind, ifRevision: ifRevision)
  }

  /// Publishes a count.
  /// - Throws: As for any payload.
  @discardableResult
  public func publish(
    _ count: CountSnapshot, kind: Kind, ifRevision: Revision? = nil
  ) throws(StoreError) -> PublishReceipt {
    try publish(PayloadCoding.stored(count), kind: kind, ifRevision: ifRevision)
  }

  /// Publishes a payload that is JSON already.
  @discardableResult
  package func publish(
    _ payload: StoredPayload, kind: Kind, ifRevision: Revision? = nil
  ) throws(StoreError) -> PublishReceipt {
    try receipt(for: kind) { tx throws(StoreError) in
      try tx.publish(payload, kind: kind, ifRevision: ifRevision)
    }
  }

  /// Runs a transaction that changes one record and says what became of it.
  package func receipt(
    for kind: Kind, _ body: (inout WriteTransaction) throws(StoreError) -> Published
  ) throws(StoreError) -> PublishReceipt {
    let written = try perform(body)
    return PublishReceipt(
      kind: kind, revision: written.value.revision, storeRevision: written.storeRevision,
      changed: written.value.changed, refreshRequested: written.value.refreshRequested)
  }

  /// Runs a transaction whose body fails in the store's own words only.
  package func perform<Value>(
    relaxed: Bool = false, unbounded: Bool = false,
    _ body: (inout WriteTransaction) throws(StoreError) -> Value
  ) throws(StoreError) -> Written<Value> {
    do {
      return try core.write(relaxed: relaxed, unbounded: unbounded, body)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.failed, "The transaction failed for an unknown reason.")
    }
  }

  /// Reads a published record back through a second, read-only connection (contract R4).
  /// - Throws: `damaged` or another reason of a reading when the record, or a newer one, cannot be
  ///   read with its checksum.
  public func readBack(_ receipt: PublishReceipt) throws(StoreError) {
    switch StoreReader(location).readStored(receipt.kind) {
    case .unavailable(let error): throw error
    case .value(let snapshot, _):
      guard snapshot.revision >= receipt.revision else {
        throw StoreError(.rewound, "The record read back is older than the one just written.")
      }
    }
  }
}
