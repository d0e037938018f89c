import SharedStoreModel

/// Plays a trace to a machine, with a timer that asks it at each deadline.
///
/// A trace is `100:b` for an input at 100 ms (`_` is a space), `100?` for asking whether a term is
/// due, `100!` for cancelling, `100^` for flushing. The answer is `b@400` for each term taken.
struct DebounceReplay {
  /// Who comes first when an input falls on a deadline.
  enum Tie: CaseIterable {
    case takeFirst, inputFirst
  }

  private var debounce: SearchDebounce
  private let tie: Tie
  private let hasTimer: Bool
  private var taken: [String] = []

  static func play(
    _ trace: String, delay: Int64 = 300, tie: Tie, hasTimer: Bool = true
  ) throws -> String {
    guard let delay = SearchDelay(milliseconds: delay) else { throw BadTrace() }
    var replay = DebounceReplay(
      debounce: SearchDebounce(delay: delay), tie: tie, hasTimer: hasTimer)
    for step in trace.split(separator: " ") { try replay.take(step) }
    try replay.wake(upTo: .max)
    return replay.taken.joined(separator: " ")
  }

  private init(debounce: SearchDebounce, tie: Tie, hasTimer: Bool) {
    (self.debounce, self.tie, self.hasTimer) = (debounce, tie, hasTimer)
  }

  private struct BadTrace: Error {}

  private mutating func take(_ step: Substring) throws {
    guard let end = step.firstIndex(where: { !$0.isNumber }), let time = Int64(step[..<end]) else {
      throw BadTrace()
    }
    try wake(upTo: tie == .takeFirst ? time : time - 1)
    let rest = step[step.index(after: end)...].map { $0 == "_" ? " " : $0 }
    switch step[end] {
    case ":": try debounce.inputReceived(String(rest), at: time)
    case "?": note(try debounce.takeDue(at: time), time)
    case "!": try debounce.cancel(at: time)
    case "^": note(try debounce.flush(at: time), time)
    default: throw BadTrace()
    }
  }

  /// The timer: a wake-up at the deadline, unless something else comes first.
  private mutating func wake(upTo last: Int64) throws {
    guard hasTimer, let deadline = debounce.deadline, deadline <= last else { return }
    note(try debounce.takeDue(at: deadline), deadline)
  }

  private mutating func note(_ term: SearchTerm?, _ time: Int64) {
    if let term { taken.append("\(term.text)@\(time)") }
  }
}
