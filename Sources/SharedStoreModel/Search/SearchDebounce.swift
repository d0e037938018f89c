/// When the text of a search field becomes a query: once nobody has typed for a while.
///
/// A pure value without a clock. The caller says what happened and when, in whole milliseconds from
/// an origin of its choice; ``takeDue(at:)`` checks and consumes in one step, so nothing can come
/// between the two. At the very deadline the order of the calls decides.
///
/// ```swift
/// var debounce = SearchDebounce()
/// try debounce.inputReceived(" swift ", at: 0)   // .wait(until: 300)
/// let early = try debounce.takeDue(at: 299)      // nil
/// let term = try debounce.takeDue(at: 300)       // "swift"
/// ```
public struct SearchDebounce: Hashable, Sendable {
  /// What is to be done about an input.
  public enum InputAction: Hashable, Sendable {
    /// Ask ``SearchDebounce/takeDue(at:)`` at this time, and forget any earlier one.
    case wait(until: Int64)
    /// The field is blank: wait for nothing, and show nothing at once.
    case clear
  }

  private enum State: Hashable {
    /// Nothing is to be searched for.
    case idle
    /// The newest input waits to be taken, from its deadline on.
    case waiting(SearchTerm, deadline: Int64)
  }

  private var state = State.idle
  private var lastTime: Int64 = 0

  /// How long the newest input waits.
  public let delay: SearchDelay

  /// The number of the newest input.
  public private(set) var generation = InputGeneration.none

  /// Begins with an empty field at time 0.
  public init(delay: SearchDelay = .standard) {
    self.delay = delay
  }

  /// The term that waits, due or not.
  public var pending: SearchTerm? {
    guard case .waiting(let term, _) = state else { return nil }
    return term
  }

  /// The time from which the pending term can be taken.
  public var deadline: Int64? {
    guard case .waiting(_, let deadline) = state else { return nil }
    return deadline
  }

  /// The field's text became `text`, blank or not, the same as before or not.
  ///
  /// It replaces a pending term even when that one was due and nobody had taken it.
  /// - Parameters:
  ///   - text: The whole text of the field.
  ///   - time: When.
  /// - Returns: What to do about it.
  /// - Throws: ``TimeRefusal``, and nothing has changed.
  @discardableResult
  public mutating func inputReceived(
    _ text: String, at time: Int64
  ) throws(TimeRefusal) -> InputAction {
    guard let term = SearchTerm(text) else {
      try timePassed(to: time)
      generation = generation.next
      state = .idle
      return .clear
    }
    let (deadline, isTooLate) = time.addingReportingOverflow(delay.milliseconds)
    // A negative time is refused as such: its sum cannot overflow.
    guard !isTooLate else { throw .tooLate(time, delay: delay) }
    try timePassed(to: time)
    generation = generation.next
    state = .waiting(term, deadline: deadline)
    return .wait(until: deadline)
  }

  /// Takes the pending term if its deadline has come, however long ago that was.
  /// - Parameter time: When.
  /// - Returns: The term, once; `nil` when nothing is pending or it is too early.
  /// - Throws: ``TimeRefusal``, and nothing has changed.
  public mutating func takeDue(at time: Int64) throws(TimeRefusal) -> SearchTerm? {
    try timePassed(to: time)
    guard case .waiting(let term, let deadline) = state, deadline <= time else { return nil }
    state = .idle
    return term
  }

  /// Takes the pending term without waiting for its deadline: Enter was pressed, or the input
  /// ended.
  /// - Parameter time: When.
  /// - Returns: The term, once; `nil` when nothing is pending.
  /// - Throws: ``TimeRefusal``, and nothing has changed.
  public mutating func flush(at time: Int64) throws(TimeRefusal) -> SearchTerm? {
    try timePassed(to: time)
    guard case .waiting(let term, _) = state else { return nil }
    state = .idle
    return term
  }

  /// Drops the pending term: Escape was pressed, or the field is gone.
  /// - Parameter time: When.
  /// - Throws: ``TimeRefusal``, and nothing has changed.
  public mutating func cancel(at time: Int64) throws(TimeRefusal) {
    try timePassed(to: time)
    state = .idle
  }

  private mutating func timePassed(to time: Int64) throws(TimeRefusal) {
    guard time >= 0 else { throw .negative(time) }
    guard time >= lastTime else { throw .backwards(time, last: lastTime) }
    lastTime = time
  }
}
