import SharedStoreReader
import SharedStoreTesting
import Synchronization
import Testing

/// Who holds the debouncer, where it delivers, and what it leaves behind.
@Suite(.timeLimit(.minutes(1)))
struct SearchDebouncerOwnerTests {
  private let clock = VirtualClock()

  /// A search field as a view's model has it.
  @MainActor final class SearchField {
    private(set) var asked: [String] = []
    private(set) var shown: [String] = []
    private(set) var requests = SearchRequests()
    private let clock: VirtualClock
    private let (stream, changes) = AsyncStream.makeStream(of: Int.self)

    private lazy var debouncer = SearchDebouncer(
      clock: clock, onClockFailure: { Issue.record($0) },
      deliver: { [weak self] term in self?.search(term) })

    init(clock: VirtualClock) { self.clock = clock }

    func textChanged(_ text: String) {
      guard debouncer.inputReceived(text) == .cleared else { return }
      requests.fieldCleared()
      shown = []
    }

    func enterPressed() { debouncer.flush() }

    private func search(_ term: SearchTerm) {
      MainActor.assertIsolated()
      asked.append(term.text)
      let generation = requests.requestSent()
      changes.yield(Int(generation.number))
    }

    func answered(_ generation: RequestGeneration, _ hits: [String]) {
      guard requests.answerReceived(generation) == .show else { return }
      shown = hits
    }

    func nextRequest() async throws -> Int {
      for await number in stream { return number }
      throw CancellationError()
    }
  }

  @Test @MainActor func aViewsModelGetsItsTermsOnTheMainActor() async throws {
    let field = SearchField(clock: clock)
    for text in ["s", "sw", "swift "] { field.textChanged(text) }
    try await clock.wait { $0.deadlines == [.after(.milliseconds(300))] }
    clock.advance(by: .milliseconds(300))
    #expect(try await field.nextRequest() == 1)
    field.textChanged("swiftly")
    field.enterPressed()
    #expect(try await field.nextRequest() == 2)
    #expect(field.asked == ["swift", "swiftly"])
  }

  @Test @MainActor func aModelThatIsGoneGetsNothing() async throws {
    var field: SearchField? = SearchField(clock: clock)
    weak let observed = field
    field?.textChanged("swift")
    try await clock.wait { $0.deadlines.count == 1 }
    field = nil
    #expect(observed == nil)
    try await clock.wait { $0.deadlines.isEmpty }
  }

  /// Says when the last task that inherited it is gone.
  private final class Trace: Sendable {
    @TaskLocal static var current: Trace?
    private let gone: AsyncStream<Void>.Continuation

    init(_ gone: AsyncStream<Void>.Continuation) { self.gone = gone }

    deinit { gone.finish() }
  }

  @Test(arguments: ["delivery", "release", "cancel", "blank", "drop", "failure"])
  func noTaskIsLeft(after end: String) async throws {
    let misbehaving: any Clock<Duration> =
      end == "failure" ? MisbehavingClock(clock, .fails(CancellationError())) : clock
    let field = TypedField(misbehaving)
    let (gone, continuation) = AsyncStream.makeStream(of: Void.self)
    await Trace.$current.withValue(Trace(continuation)) {
      for text in ["a", "b", "c"] { await field.type(text) }
    }
    try await clock.wait { $0.deadlines == [.after(.milliseconds(300))] }
    switch end {
    case "release": await field.step { $1.release() }
    case "cancel": await field.step { $1.cancel() }
    case "blank": await field.type(" ")
    case "drop": await field.drop()
    default: clock.advance(by: .milliseconds(300))
    }
    // Ends when no task holds the trace any more.
    for await _ in gone {}
    try Task.checkCancellation()
    #expect(await field.log.delivered == (end == "delivery" ? ["c"] : []))
    #expect(clock.sleepers.deadlines.isEmpty)
  }

  @Test @MainActor func releaseLetsGoOfWhatTheClosuresHold() async throws {
    final class Held {}
    var held: Held? = Held()
    weak let observed = held
    let debouncer = SearchDebouncer { [held] _ in withExtendedLifetime(held) {} }
    held = nil
    #expect(observed != nil)
    debouncer.release()
    #expect(observed == nil)
    #expect(debouncer.inputReceived("a") == .released)
  }

  @Test @MainActor func twoDebouncersShareNothing() async throws {
    var delivered: [String] = []
    let (stream, changes) = AsyncStream.makeStream(of: Void.self)
    let debouncers = (0..<2).map { number in
      SearchDebouncer(clock: clock, onClockFailure: { Issue.record($0) }) { term in
        delivered.append("\(number)\(term.text)")
        changes.yield()
      }
    }
    for debouncer in debouncers { debouncer.inputReceived("a") }
    try await clock.wait { $0.deadlines.count == 2 }
    clock.advance(by: .milliseconds(300))
    var iterator = stream.makeAsyncIterator()
    for _ in debouncers { try #require(await iterator.next() != nil) }
    #expect(delivered.sorted() == ["0a", "1a"])
  }
}
