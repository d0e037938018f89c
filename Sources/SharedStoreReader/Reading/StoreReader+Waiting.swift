public import SharedStoreModel
import SharedStoreSystem

extension StoreReader {
  /// The newest record of a kind, once the store stands at a revision or past it; it waits on the
  /// calling thread.
  /// - Parameters:
  ///   - kind: The series.
  ///   - atLeast: The store revision to wait for.
  ///   - timeout: How long to wait; a store that does not exist yet is waited for too.
  /// - Returns: The reading; unavailable with `behind` when the wait ended before the revision.
  public func readStored(
    _ kind: Kind, atLeast: Revision, timeout: Duration
  ) -> Reading<StoredPayload> {
    let deadline = MonotonicTime.now.advanced(by: timeout)
    let reading = readStored(kind)
    if let settled = settled(reading, atLeast, deadline) { return settled }
    var watch = StoreWatch(self)
    while true {
      _ = watch.wait(until: deadline)
      // Read once more at the end, so that nothing which had come by then is called behind.
      if let settled = settled(readStored(kind), atLeast, deadline) { return settled }
    }
  }

  /// The newest record of a kind, once the store stands at a revision or past it.
  ///
  /// However many wait, they wait together and hold no thread of the pool that tasks share.
  /// - Parameters:
  ///   - kind: The series.
  ///   - atLeast: The store revision to wait for.
  ///   - timeout: How long to wait; a store that does not exist yet is waited for too.
  /// - Returns: The reading; unavailable with `behind` when the wait ended before the revision.
  /// - Throws: `CancellationError`.
  public func readStored(
    _ kind: Kind, atLeast: Revision, timeout: Duration
  ) async throws(CancellationError) -> Reading<StoredPayload> {
    let deadline = MonotonicTime.now.advanced(by: timeout)
    if let settled = settled(await readStored(kind), atLeast, deadline) { return settled }
    let waiter = StoreWaiter(self)
    while true {
      if await waiter.wait(until: deadline) == .cancelled { throw CancellationError() }
      if let settled = settled(await readStored(kind), atLeast, deadline) { return settled }
    }
  }

  /// The newest value of a payload type, once the store stands at a revision or past it; it waits on
  /// the calling thread.
  /// - Parameters:
  ///   - type: The type to read.
  ///   - kind: The series, when it is not the type's own.
  ///   - atLeast: The store revision to wait for, as of a receipt.
  ///   - timeout: How long to wait; a store that does not exist yet is waited for too.
  /// - Returns: The reading; unavailable with `behind` when the wait ended before the revision.
  public func read<Payload: SnapshotPayload>(
    _ type: Payload.Type, kind: Kind = Payload.kind, atLeast: Revision, timeout: Duration
  ) -> Reading<Payload> {
    readStored(kind, atLeast: atLeast, timeout: timeout).typed(as: type)
  }

  /// The newest value of a payload type, once the store stands at a revision or past it.
  ///
  /// However many wait, they wait together and hold no thread of the pool that tasks share.
  /// - Parameters:
  ///   - type: The type to read.
  ///   - kind: The series, when it is not the type's own.
  ///   - atLeast: The store revision to wait for, as of a receipt.
  ///   - timeout: How long to wait; a store that does not exist yet is waited for too.
  /// - Returns: The reading; unavailable with `behind` when the wait ended before the revision.
  /// - Throws: `CancellationError`.
  public func read<Payload: SnapshotPayload>(
    _ type: Payload.Type, kind: Kind = Payload.kind, atLeast: Revision, timeout: Duration
  ) async throws(CancellationError) -> Reading<Payload> {
    try await readStored(kind, atLeast: atLeast, timeout: timeout).typed(as: type)
  }

  /// The reading a wait ends with; `nil` while it goes on.
  private func settled(
    _ reading: Reading<StoredPayload>, _ atLeast: Revision, _ deadline: MonotonicTime
  ) -> Reading<StoredPayload>? {
    if let reached = reading.storeRevision, reached >= atLeast { return reading }
    guard isWorthWaiting(after: reading) else { return reading }
    guard MonotonicTime.now >= deadline else { return nil }
    guard let reached = reading.storeRevision else { return reading }
    return .unavailable(.behind(expected: atLeast, reached: reached))
  }

  /// A store that is missing may come, and one that is behind may advance; that it is not the one
  /// it was is said once, and this is the once.
  private func isWorthWaiting(after reading: Reading<StoredPayload>) -> Bool {
    switch reading.error?.code {
    case .rewound, .replaced: false
    case .storeMissing: true
    default: reading.storeRevision != nil
    }
  }
}

extension StoreError {
  static func behind(expected: Revision, reached: Revision) -> StoreError {
    StoreError(
      .behind, "The store stands at revision \(reached); revision \(expected) was not reached.",
      storeRevision: reached)
  }
}
