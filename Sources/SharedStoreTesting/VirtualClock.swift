import Synchronization

/// A clock that stands still until a test moves it, and says who sleeps on it.
///
/// A sleep whose deadline is now, or was, is over at once. No test has to guess when somebody has
/// gone to sleep: ``wait(until:)`` returns when it is so.
///
/// ```swift
/// field.textChanged("swift")
/// try await clock.wait { $0.deadlines == [.after(.milliseconds(300))] }
/// clock.advance(by: .milliseconds(300))
/// ```
public final class VirtualClock: Clock, Sendable {
  /// A time on a virtual clock: how long after its beginning.
  public struct Instant: InstantProtocol {
    /// The time since the clock's beginning.
    public let elapsed: Duration

    /// The instant that long after the beginning.
    public static func after(_ elapsed: Duration) -> Instant { Instant(elapsed: elapsed) }

    /// This instant, moved.
    public func advanced(by duration: Duration) -> Instant { .after(elapsed + duration) }

    /// How much later another instant is.
    public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

    /// Whether one instant lies before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
  }

  /// Who sleeps, and how many ever did.
  public struct Sleepers: Sendable {
    /// The deadlines of those who sleep now, soonest first.
    public let deadlines: [Instant]
    /// How many sleeps were begun, ended ones included.
    public let begun: Int
  }

  private struct Waiter {
    let id: Int
    /// The deadline of a sleeper; `nil` for one who watches the sleepers.
    let deadline: Instant?
    let isOver: @Sendable (_ now: Instant, Sleepers) -> Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant.after(.zero)
    var waiters: [Waiter] = []
    var begun = 0
    var lastID = 0

    var sleepers: Sleepers {
      Sleepers(deadlines: waiters.compactMap(\.deadline).sorted(), begun: begun)
    }

    mutating func remove(where isLeaving: (Waiter) -> Bool) -> [Waiter] {
      let leaving = waiters.filter(isLeaving)
      waiters.removeAll(where: isLeaving)
      return leaving
    }

    /// Sleepers first, so that whoever watches them sees who is left.
    mutating func removeThoseOver() -> [Waiter] {
      let (now, before) = (now, sleepers)
      let woken = remove { $0.deadline != nil && $0.isOver(now, before) }
      let after = sleepers
      return woken + remove { $0.deadline == nil && $0.isOver(now, after) }
    }
  }

  private let state = Mutex(State())

  /// A clock at its beginning.
  public init() {}

  /// Where a test has moved the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero: it stands wherever it is put.
  public var minimumResolution: Duration { .zero }

  /// Who sleeps on the clock.
  public var sleepers: Sleepers { state.withLock { $0.sleepers } }

  /// Moves the clock and wakes everybody whose deadline has come.
  /// - Parameter duration: How far.
  /// - Precondition: `duration` is not negative.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "A virtual clock cannot go back, as by \(duration)")
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      return state.removeThoseOver()
    }
    for waiter in woken { waiter.continuation.resume() }
  }

  /// Sleeps until the clock is moved to a deadline or past it.
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - tolerance: Not used: the clock wakes at the deadline itself.
  /// - Throws: `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await suspend(until: deadline) { now, _ in deadline <= now }
  }

  /// Waits until a condition holds for those who sleep on the clock.
  /// - Parameter condition: The condition; it is asked whenever they change.
  /// - Throws: `CancellationError`.
  public func wait(until condition: @escaping @Sendable (Sleepers) -> Bool) async throws {
    try await suspend(until: nil) { _, sleepers in condition(sleepers) }
  }

  private func suspend(
    until deadline: Instant?, isOver: @escaping @Sendable (Instant, Sleepers) -> Bool
  ) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = Waiter(id: id, deadline: deadline, isOver: isOver, continuation: continuation)
        register(waiter)
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func register(_ waiter: Waiter) {
    let over = state.withLock { state in
      state.waiters.append(waiter)
      if waiter.deadline != nil { state.begun += 1 }
      return state.removeThoseOver()
    }
    for waiter in over { waiter.continuation.resume() }
    // Cancelled before it was registered: nobody else will wake it.
    if Task.isCancelled { cancel(waiter.id) }
  }

  private func cancel(_ id: Int) {
    let (cancelled, over) = state.withLock { state in
      (state.remove { $0.id == id }, state.removeThoseOver())
    }
    for waiter in cancelled { waiter.continuation.resume(throwing: CancellationError()) }
    for waiter in over { waiter.continuation.resume() }
  }
}
