public import SharedStoreModel

/// Waits on a clock for a `SearchDebounce` and delivers each term that falls due, on the actor
/// that typed it; what was replaced, cancelled or released is never delivered.
///
/// It belongs to one actor, as a view's model does: it is not `Sendable`, every input names the
/// actor it comes from, and the compiler lets no other one in. Terms are delivered on that actor,
/// in the same step in which they are taken, so there is no moment at which an input, a
/// ``cancel()`` or a ``release()`` comes too late.
///
/// ```swift
/// @MainActor final class SearchField {
///   private lazy var debouncer = SearchDebouncer { [weak self] term in self?.search(term) }
///   func textChanged(_ text: String) { debouncer.inputReceived(text) }
///   func enterPressed() { debouncer.flush() }
/// }
/// ```
public final class SearchDebouncer {
  /// What became of an input.
  public enum InputResult: Hashable, Sendable {
    /// Its term waits.
    case waiting
    /// The field is blank and nothing waits: clear the list at once.
    case cleared
    /// The debouncer was released: the input was ignored.
    case released
    /// The clock has run out of milliseconds, as was reported; what waited before still does.
    case refused
  }

  private typealias TimeRefusal = SearchDebounce.TimeRefusal

  private struct Handlers {
    let deliver: (SearchTerm) -> Void
    let clockFailed: (any Error) -> Void
  }

  private let clock: ElapsedClock
  private var machine: SearchDebounce
  private var latest = Duration.zero
  private var wait: Task<Void, Never>?
  /// `nil` once released.
  private var handlers: Handlers?

  /// Tells a test how the waits come and go.
  package var onWait: ((SearchWait) -> Void)?

  /// Waits on the continuous clock, which nobody can set and which does not fail.
  /// - Parameters:
  ///   - delay: How long to wait after the last input.
  ///   - deliver: Gets each term, on the actor that typed it.
  public convenience init(
    delay: SearchDelay = .standard, deliver: @escaping (SearchTerm) -> Void
  ) {
    self.init(delay: delay, clock: ContinuousClock(), onClockFailure: { _ in }, deliver: deliver)
  }

  /// Waits on a clock of your choice.
  /// - Parameters:
  ///   - delay: How long to wait after the last input.
  ///   - clock: The clock; one that steps back is taken to stand still.
  ///   - onClockFailure: Gets an error of the clock, once for each wait; the term stays pending and
  ///     can be flushed.
  ///   - deliver: Gets each term, on the actor that typed it.
  public init(
    delay: SearchDelay = .standard, clock: some Clock<Duration>,
    onClockFailure: @escaping (any Error) -> Void, deliver: @escaping (SearchTerm) -> Void
  ) {
    self.clock = ElapsedClock(clock)
    machine = SearchDebounce(delay: delay)
    handlers = Handlers(deliver: deliver, clockFailed: onClockFailure)
  }

  deinit {
    wait?.cancel()
  }

  /// The term that waits, due or not.
  public var pending: SearchTerm? { machine.pending }

  /// The number of the newest input.
  public var generation: InputGeneration { machine.generation }

  /// Whether ``release()`` was called.
  public var isReleased: Bool { handlers == nil }

  /// The field's text became `text`.
  /// - Parameters:
  ///   - text: The whole text of the field.
  ///   - isolation: The actor of the caller, where the term is delivered.
  /// - Returns: What became of it.
  @discardableResult
  public func inputReceived(
    _ text: String, isolation: isolated any Actor = #isolation
  ) -> InputResult {
    guard handlers != nil else { return .released }
    let action = asked { machine, time throws(TimeRefusal) in
      try machine.inputReceived(text, at: time)
    }
    guard let action else { return .refused }
    endWait()
    switch action {
    case .clear: return .cleared
    case .wait:
      // From the very time the machine was told: counting from a later one, or from its whole
      // milliseconds, the clock and the machine would not agree on when a term is due.
      beginWait(until: latest + .milliseconds(machine.delay.milliseconds), isolation)
      return .waiting
    }
  }

  /// Delivers the pending term now: Enter was pressed, or the input ended.
  /// - Returns: Whether there was one.
  @discardableResult
  public func flush() -> Bool {
    let answer = asked { machine, time throws(TimeRefusal) in try machine.flush(at: time) }
    guard let handlers, let term = answer.flatMap(\.self) else { return false }
    endWait()
    handlers.deliver(term)
    return true
  }

  /// Drops the pending term: Escape was pressed.
  public func cancel() {
    asked { machine, time throws(TimeRefusal) in try machine.cancel(at: time) }
    endWait()
  }

  /// Ends it: the pending term is dropped, nothing is delivered or reported any more, and both
  /// closures are let go.
  public func release() {
    cancel()
    handlers = nil
  }
}

extension SearchDebouncer {
  private func endWait() {
    wait?.cancel()
    wait = nil
  }

  private func beginWait(until deadline: Duration, _ isolation: isolated any Actor) {
    let generation = machine.generation
    let sleep = clock.sleep
    let onWait = onWait
    // Not self: a debouncer that nobody holds any more has nothing to deliver.
    wait = Task { [weak self] in
      // Captured, so that the task runs on the caller's actor and not on any thread.
      _ = isolation
      defer { onWait?(.ended(generation)) }
      repeat {
        onWait?(.registered(generation))
        do {
          try await sleep(deadline)
        } catch {
          self?.sleepFailed(error, generation)
          return
        }
      } while self?.woke(generation, deadline) ?? false
    }
  }

  /// A sleep ended: nothing but the machine says whether a term is due.
  /// - Returns: Whether to go back to sleep.
  private func woke(_ generation: InputGeneration, _ deadline: Duration) -> Bool {
    guard let handlers, isCurrent(generation) else { return false }
    // In whole milliseconds alone, a term typed at 0.9 would be due at 300.0.
    guard present() >= deadline, let term = takeDue() else { return machine.pending != nil }
    wait = nil
    handlers.deliver(term)
    return false
  }

  private func takeDue() -> SearchTerm? {
    asked { machine, time throws(TimeRefusal) in try machine.takeDue(at: time) }.flatMap(\.self)
  }

  /// A sleep ended with an error; that of a wait that was cancelled is nobody's concern.
  private func sleepFailed(_ error: any Error, _ generation: InputGeneration) {
    guard isCurrent(generation) else { return }
    wait = nil
    handlers?.clockFailed(error)
  }

  /// Whether a wake-up belongs to the wait in force: a sleep may have ended before it could be
  /// cancelled.
  private func isCurrent(_ generation: InputGeneration) -> Bool {
    wait != nil && machine.generation == generation
  }

  /// The time since the origin, which never goes back.
  private func present() -> Duration {
    latest = max(latest, clock.elapsed())
    return latest
  }

  /// Tells the machine of an event at the present time and reports a refusal.
  @discardableResult
  private func asked<Answer>(
    _ event: (inout SearchDebounce, Int64) throws(TimeRefusal) -> Answer
  ) -> Answer? {
    do throws(TimeRefusal) {
      return try event(&machine, present().wholeMilliseconds)
    } catch {
      handlers?.clockFailed(error)
      return nil
    }
  }
}
