public import SharedStoreModel

/// The readings of one kind, as they come: what is observed of a store, seen as readings.
public struct SnapshotReadings<Payload: Sendable>: AsyncSequence, Sendable {
  /// What was read.
  public typealias Element = Reading<Payload>
  /// It does not fail.
  public typealias Failure = Never

  let observations: StoreObservations<Snapshot<Payload>>

  /// Takes the readings one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    var observations: StoreObservations<Snapshot<Payload>>.Iterator

    /// The next reading; `nil` when the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Reading<Payload>? {
      await observations.next(isolation: actor)?.reading()
    }

    /// The next reading.
    public mutating func next() async -> Reading<Payload>? {
      await next(isolation: #isolation)
    }
  }

  /// Begins with what is there now.
  public func makeAsyncIterator() -> Iterator {
    Iterator(observations: observations.makeAsyncIterator())
  }
}
