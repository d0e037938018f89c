public import SharedStoreModel

/// What publishes records: a ``StoreWriter``, or something in its place in tests.
public protocol SnapshotPublishing: Sendable {
  /// Publishes a value as its kind's newest record, in a transaction of its own.
  /// - Parameters:
  ///   - payload: The value.
  ///   - kind: The series.
  ///   - ifRevision: The revision the record must have now; `Revision.zero`: there must be none.
  ///   - replacingType: Whether the record may be of another type, which its readers lose.
  /// - Returns: What became of it.
  /// - Throws: A `StoreError`, or `CancellationError`.
  @discardableResult
  func publish<Payload: SnapshotPayload>(
    _ payload: Payload, kind: Kind, ifRevision: Revision?, replacingType: Bool
  ) async throws -> PublishReceipt
}

extension SnapshotPublishing {
  /// Publishes a value as the newest record of its type's own kind.
  /// - Parameter payload: The value.
  /// - Returns: What became of it.
  /// - Throws: A `StoreError`, or `CancellationError`.
  @discardableResult
  public func publish<Payload: SnapshotPayload>(
    _ payload: Payload
  ) async throws -> PublishReceipt {
    try await publish(payload, kind: Payload.kind, ifRevision: nil, replacingType: false)
  }
}

extension StoreWriter: SnapshotPublishing {}
