/// What is found in a store, again each time it has changed.
///
/// The first element is what is there now. After that each one is of a later store revision than
/// the one before; whoever is slow misses what lies between, and gets the newest. That the store
/// was removed, replaced, rewound or damaged is an element of its own, after which the observation
/// goes on. It ends when its task is cancelled, and holds nothing after that.
public struct StoreObservations<Value: Sendable>: AsyncSequence, Sendable {
  /// What was found.
  public typealias Element = Observed<Value>
  /// It does not fail.
  public typealias Failure = Never

  let reader: StoreReader
  let observing: StoreObserving<Value>

  /// Takes the elements one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let reader: StoreReader
    private var observing: StoreObserving<Value>
    /// `nil` once the task was cancelled.
    private var waiter: StoreWaiter?

    init(_ observations: StoreObservations) {
      reader = observations.reader
      observing = observations.observing
    }

    /// The next element, read on a thread of the reader's own; `nil` when the task was cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Observed<Value>? {
      let waiter = self.waiter ?? StoreWaiter(reader)
      self.waiter = waiter
      while true {
        if !observing.mayFindMore, await waiter.wait() == .cancelled { break }
        if Task.isCancelled { break }
        let before = observing
        let (after, found) = await reader.onQueue {
          var observing = before
          let found = observing.look()
          return (observing, found)
        }
        observing = after
        if let found { return found }
      }
      self.waiter = nil
      return nil
    }

    /// The next element.
    public mutating func next() async -> Observed<Value>? {
      await next(isolation: #isolation)
    }
  }

  /// Begins with what is there now.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }
}
