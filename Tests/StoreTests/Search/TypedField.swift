import SharedStoreReader

/// A search field on an actor of its own, with a log that a test can wait for.
actor TypedField {
  struct Log: Sendable {
    var delivered: [String] = []
    var failures: [String] = []
    var waits: [SearchWait] = []

    var endedWaits: Int { waits.count { if case .ended = $0 { true } else { false } } }
  }

  private(set) var log = Log() { didSet { changes.yield(log) } }
  private let (stream, changes) = AsyncStream.makeStream(
    of: Log.self, bufferingPolicy: .bufferingNewest(1))
  private let delay: SearchDelay
  private let clock: any Clock<Duration>
  private let onDelivery: (isolated TypedField, String) -> Void
  private(set) var debouncer: SearchDebouncer?

  init(
    _ clock: any Clock<Duration>, delay: SearchDelay = .standard,
    onDelivery: @escaping @Sendable (isolated TypedField, String) -> Void = { _, _ in }
  ) {
    (self.clock, self.delay, self.onDelivery) = (clock, delay, onDelivery)
  }

  /// Runs a body in one step on the actor: nothing can come between.
  func step<Result: Sendable>(
    _ body: @Sendable (isolated TypedField, SearchDebouncer) throws -> Result
  ) rethrows -> Result {
    try body(self, made())
  }

  /// Makes the debouncer on the actor it belongs to.
  private func made() -> SearchDebouncer {
    if let debouncer { return debouncer }
    let made = SearchDebouncer(
      delay: delay, clock: clock,
      onClockFailure: { [weak self] error in
        self?.assumeIsolated { $0.log.failures.append("\(error)") }
      },
      deliver: { [weak self] term in
        // Stops the test when this is any other place than the field's actor.
        self?.assumeIsolated {
          $0.log.delivered.append(term.text)
          $0.onDelivery($0, term.text)
        }
      })
    made.onWait = { [weak self] wait in self?.assumeIsolated { $0.log.waits.append(wait) } }
    debouncer = made
    return made
  }

  @discardableResult
  func type(_ text: String) -> SearchDebouncer.InputResult {
    step { $1.inputReceived(text, isolation: $0) }
  }

  /// Lets go of the debouncer without releasing it.
  func drop() {
    debouncer = nil
  }

  /// Waits until the log is so.
  func reach(_ condition: @Sendable (Log) -> Bool) async throws {
    if condition(log) { return }
    for await log in stream where condition(log) { return }
    throw CancellationError()
  }
}
