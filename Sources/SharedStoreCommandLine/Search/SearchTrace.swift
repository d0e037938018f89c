import SharedStoreModel

/// Recorded events of a search field, run on virtual time: the same machine as the real field's,
/// without a store and without waiting.
///
/// A line is `MS EVENT TEXT`: `input` with the field's new text, `enter`, `escape`, `answer` with
/// the query whose answer arrives, `fail` with the query that failed, `store` when the store has
/// moved, `end`. A deadline that falls on the time of an event is taken before it.
struct SearchTrace {
  /// What came of the events.
  struct Line: Encodable, Hashable {
    let ms: Int64
    let event: String
    let query: String
  }

  private var debounce: SearchDebounce
  private var requests = SearchRequests()
  private var deduplication = QueryDeduplication()
  private var store = StoreToken(storeID: "", incarnation: "", revision: .zero)
  private var sent: [String: [RequestGeneration]] = [:]
  private(set) var lines: [Line] = []

  init(delay: SearchDelay) {
    debounce = SearchDebounce(delay: delay)
  }

  /// Runs the lines of a trace.
  /// - Throws: `badInput`, with the number of the line.
  mutating func run(_ text: String) throws(StoreError) {
    var number = 0
    // By scalars: "\r\n" is one character, and so is a space with a mark on it.
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let line = line.last == "\r" ? line.dropLast() : line
      if line.isEmpty || line.first == "#" { continue }
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        .map { String($0) }
      do throws(SearchDebounce.TimeRefusal) {
        guard parts.count >= 2, let time = Int64(parts[0]),
          try run(parts[1], parts.count > 2 ? parts[2] : "", at: time)
        else { throw .negative(-1) }
      } catch {
        throw StoreError(
          .badInput, "Line \(number) of the trace is no event, or its time is out of order.",
          hint: "Write MS EVENT TEXT; events: input, enter, escape, answer, fail, store, end.")
      }
    }
    if let deadline = debounce.deadline {
      do throws(SearchDebounce.TimeRefusal) {
        try takeDue(upTo: deadline)
      } catch {
        throw StoreError(.badInput, error.description)
      }
    }
  }

  /// Runs one event; `false` for an unknown one.
  private mutating func run(
    _ event: String, _ text: String, at time: Int64
  ) throws(SearchDebounce.TimeRefusal) -> Bool {
    try takeDue(upTo: time)
    switch event {
    case "input":
      if try debounce.inputReceived(text, at: time) == .clear {
        requests.fieldCleared()
        deduplication.forget()
        note(time, "cleared", "")
      }
    case "enter", "end":
      if let term = try debounce.flush(at: time) { ask(term, at: time) }
    case "escape": try debounce.cancel(at: time)
    case "answer", "fail", "store":
      // They are nothing to the machine, but their time is a time.
      _ = try debounce.takeDue(at: time)
      if event == "store" { storeMoved() } else { answer(text, failed: event == "fail", at: time) }
    default: return false
    }
    return true
  }

  private mutating func takeDue(upTo time: Int64) throws(SearchDebounce.TimeRefusal) {
    guard let deadline = debounce.deadline, deadline <= time,
      let term = try debounce.takeDue(at: deadline)
    else { return }
    ask(term, at: deadline)
  }

  private mutating func storeMoved() {
    let revision = store.revision.successor ?? store.revision
    store = StoreToken(storeID: "", incarnation: "", revision: revision)
  }

  private mutating func ask(_ term: SearchTerm, at time: Int64) {
    guard deduplication.admit(term, at: store) else { return note(time, "repeated", term.text) }
    sent[term.text, default: []].append(requests.requestSent())
    note(time, "asked", term.text)
  }

  private mutating func answer(_ text: String, failed isFailure: Bool, at time: Int64) {
    guard let generation = sent[text]?.first else { return note(time, "unasked", text) }
    sent[text]?.removeFirst()
    let action = requests.answerReceived(generation)
    guard action == .show else { return note(time, "dropped", text) }
    // What failed may be asked again.
    if isFailure { deduplication.forget() }
    note(time, isFailure ? "failed" : "answered", text)
  }

  private mutating func note(_ time: Int64, _ event: String, _ query: String) {
    lines.append(Line(ms: time, event: event, query: query))
  }

  /// How many answers came too late to be shown.
  var droppedAnswers: Int { requests.droppedAnswers }
}
