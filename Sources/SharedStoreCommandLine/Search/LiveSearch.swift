import Dispatch
import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem
import Synchronization

/// `search --live`: each line of standard input is the field's new text; answers appear as they
/// fall due.
///
/// At the end of the input a pending text is asked at once.
struct LiveSearch {
  private let run: Invocation
  private let input: InputLines
  private let engine: SearchEngine
  private let reader: StoreReader
  private let started = ContinuousClock.now
  private var debounce: SearchDebounce
  private var requests = SearchRequests()
  private var deduplication = QueryDeduplication()
  private var unanswered = 0
  private var failure: StoreError.Code?

  init(_ run: Invocation, delay: SearchDelay) throws(StoreError) {
    self.run = run
    input = try InputLines()
    engine = try SearchEngine(
      DocumentSearch(
        try run.configuration().location, timeout: run.timeout,
        acceptsRewound: run.arguments.isSet(Common.asIs)),
      mode: try SearchCommand.mode(run), limit: try SearchCommand.limit(run))
    reader = try run.reader()
    debounce = SearchDebounce(delay: delay)
  }

  /// Runs until the input has ended and everything asked is answered.
  mutating func perform() throws(StoreError) {
    var hasEnded = false
    while !hasEnded || unanswered > 0 {
      let due = try timed { debounce, now throws(SearchDebounce.TimeRefusal) in
        try debounce.takeDue(at: now)
      }
      if let due { try ask(due) }
      let wait = debounce.deadline.map { max($0 - now, 0) }
      switch try input.wait(milliseconds: wait, or: engine.announcements) {
      case .line(let text): try receive(text)
      case .other: for answer in engine.takeAnswers() { try show(answer) }
      case .timedOut: break
      case .ended:
        hasEnded = true
        let rest = try timed { debounce, now throws(SearchDebounce.TimeRefusal) in
          try debounce.flush(at: now)
        }
        if let rest { try ask(rest) }
      }
    }
    // An error was shown when it came; it is not forgotten at the end.
    if let failure { throw .reported(failure) }
  }

  private var now: Int64 {
    Int64((ContinuousClock.now - started) / .milliseconds(1))
  }

  private mutating func timed<Result>(
    _ body: (inout SearchDebounce, Int64) throws(SearchDebounce.TimeRefusal) -> Result
  ) throws(StoreError) -> Result {
    do throws(SearchDebounce.TimeRefusal) {
      return try body(&debounce, now)
    } catch {
      throw StoreError(.failed, error.description)
    }
  }

  private mutating func receive(_ text: String) throws(StoreError) {
    let action = try timed { debounce, now throws(SearchDebounce.TimeRefusal) in
      try debounce.inputReceived(text, at: now)
    }
    guard action == .clear else { return }
    requests.fieldCleared()
    deduplication.forget()
    engine.interrupt()
    let report = SearchReport(cleared: true)
    try run.output.show(report, report.text)
  }

  private mutating func ask(_ term: SearchTerm) throws(StoreError) {
    // A store that cannot be read now is the query's own failure to tell.
    if let token = try? reader.token(), !deduplication.admit(term, at: token) { return }
    engine.interrupt()
    unanswered += 1
    engine.ask(term, requests.requestSent())
  }

  private mutating func show(_ answer: SearchEngine.Answer) throws(StoreError) {
    unanswered -= 1
    guard requests.answerReceived(answer.generation) == .show else { return }
    switch answer.result {
    case .success(let result):
      let report = SearchReport(answer.term.text, result)
      try run.output.show(report, "\(answer.term.text.displayable):\n\(report.text)")
    case .failure(let error):
      deduplication.forget()
      failure = error.code
      run.output.show(error)
    }
  }
}

/// Runs queries one after the other on a thread of its own and announces answers on a pipe.
private final class SearchEngine: Sendable {
  struct Answer: Sendable {
    let term: SearchTerm
    let generation: RequestGeneration
    let result: Result<SearchResult?, StoreError>
  }

  private let search: DocumentSearch
  private let mode: DocumentSearch.Mode
  private let limit: Int
  private let queue = DispatchQueue(label: "SharedStore.search")
  private let answers = Mutex<[Answer]>([])
  private let pipe: Pipe

  init(
    _ search: DocumentSearch, mode: DocumentSearch.Mode, limit: Int
  ) throws(StoreError) {
    self.search = search
    self.mode = mode
    self.limit = limit
    do throws(SystemError) {
      pipe = try Pipe.open()
    } catch {
      throw StoreError(.failed, "A pipe cannot be opened: \(error.text).")
    }
  }

  /// Readable whenever there are answers.
  var announcements: InputSource { pipe.source }

  func interrupt() { search.interrupt() }

  func ask(_ term: SearchTerm, _ generation: RequestGeneration) {
    queue.async { [self] in
      let result: Result<SearchResult?, StoreError>
      do throws(StoreError) {
        result = .success(try search.hits(for: term.text, mode: mode, limit: limit))
      } catch {
        result = .failure(error)
      }
      answers.withLock { $0.append(Answer(term: term, generation: generation, result: result)) }
      pipe.signal()
    }
  }

  func takeAnswers() -> [Answer] {
    pipe.drain()
    return answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }
}
