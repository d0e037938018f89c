public import SharedStoreModel
import SharedStoreSystem

extension StoreReader {
  /// The newest record of a kind, once the store stands at a revision or past it.
  /// - Parameters:
  ///   - kind: The series.
  ///   - atLeast: The store revision to wait for.
  ///   - timeout: How long to wait; a store that does not exist yet is waited for too.
  /// - Returns: The reading; unavailable with `behind` when the wait ended before the revision.
  public func readStored(
    _ kind: Kind, atLeast: Revision, timeout: Duration
  ) -> Reading<StoredPayload> {
    let deadline = MonotonicTime.now.advanced(by: timeout)
    while true {
      let reading = readStored(kind)
      if let reached = reading.storeRevision, reached >= atLeast { return reading }
      guard isWorthWaiting(after: reading) else { return reading }
      guard MonotonicTime.now < deadline else {
        guard let reached = reading.storeRevision else { return reading }
        return .unavailable(.behind(expected: atLeast, reached: reached))
      }
      // Ten milliseconds: soon enough for a person, rare enough for a battery.
      pause(nanoseconds: 10_000_000)
    }
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
