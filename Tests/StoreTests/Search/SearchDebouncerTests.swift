import SharedStoreReader
import SharedStoreTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SearchDebouncerTests {
  private let clock = VirtualClock()
  private let field: TypedField

  init() {
    field = TypedField(clock)
  }

  /// Types, and waits until nobody but the wait for this text sleeps.
  private func type(_ text: String, until milliseconds: Int) async throws {
    #expect(await field.type(text) == .waiting)
    try await clock.wait { $0.deadlines == [.after(.milliseconds(milliseconds))] }
  }

  /// The waits are all over and nobody sleeps.
  private func nothingIsLeft(afterWaits count: Int) async throws {
    try await field.reach { $0.endedWaits == count }
    #expect(clock.sleepers.deadlines.isEmpty)
  }

  @Test func theLastOfABurstIsDeliveredAtItsDeadlineAndNoSooner() async throws {
    try await type("s", until: 300)
    clock.advance(by: .milliseconds(100))
    try await type("sw", until: 400)
    clock.advance(by: .milliseconds(120))
    try await type(" swi ", until: 520)
    clock.advance(by: .milliseconds(299))
    // Nobody woke, so nobody can have delivered.
    #expect(clock.sleepers.deadlines == [.after(.milliseconds(520))])
    #expect(await field.log.delivered == [])
    clock.advance(by: .milliseconds(1))
    try await nothingIsLeft(afterWaits: 3)
    #expect(await field.log.delivered == ["swi"])
    #expect(await field.step { $1.pending } == nil)
  }

  @Test func anInputBetweenTwoMillisecondsWaitsTheWholeDelay() async throws {
    // Its milliseconds count from here.
    await field.step { _, _ in }
    clock.advance(by: .microseconds(900))
    #expect(await field.type("a") == .waiting)
    try await clock.wait { $0.deadlines == [.after(.microseconds(300_900))] }
    clock.advance(by: .microseconds(299_999))
    #expect(clock.sleepers.deadlines == [.after(.microseconds(300_900))])
    #expect(await field.log.delivered == [])
    clock.advance(by: .microseconds(1))
    try await nothingIsLeft(afterWaits: 1)
    #expect(await field.log.delivered == ["a"])
    // Once: the clock and the machine agree to the last microsecond.
    #expect(await field.log.waits.count == 2)
  }

  @Test func aLateWakeUpStillDelivers() async throws {
    try await type("a", until: 300)
    clock.advance(by: .seconds(3_600))
    try await nothingIsLeft(afterWaits: 1)
    #expect(await field.log.delivered == ["a"])
  }

  @Test func aBlankInputClearsAndNobodyWaits() async throws {
    try await type("a", until: 300)
    #expect(await field.type(" \u{200B}") == .cleared)
    try await nothingIsLeft(afterWaits: 1)
    clock.advance(by: .seconds(1))
    #expect(clock.sleepers.begun == 1)
    #expect(await field.log.delivered == [])
  }

  @Test func enterDeliversAtOnceAndTheDeadlineNothing() async throws {
    try await type("a", until: 300)
    #expect(await field.step { $1.flush() })
    #expect(await field.log.delivered == ["a"])
    try await nothingIsLeft(afterWaits: 1)
    #expect(await !field.step { $1.flush() })
    clock.advance(by: .seconds(1))
    #expect(await field.log.delivered == ["a"])
  }

  @Test func escapeDropsTheTermAndTheNextInputWaitsAsEver() async throws {
    try await type("a", until: 300)
    await field.step { $1.cancel() }
    try await nothingIsLeft(afterWaits: 1)
    clock.advance(by: .seconds(1))
    try await type("b", until: 1_300)
    clock.advance(by: .milliseconds(300))
    try await nothingIsLeft(afterWaits: 2)
    #expect(await field.log.delivered == ["b"])
  }

  @Test func afterReleaseNothingIsDeliveredAndInputSaysSo() async throws {
    try await type("a", until: 300)
    await field.step { $1.release() }
    try await nothingIsLeft(afterWaits: 1)
    clock.advance(by: .seconds(1))
    #expect(await field.type("b") == .released)
    #expect(await field.type(" ") == .released)
    #expect(await !field.step { $1.flush() })
    await field.step { $1.cancel() }
    await field.step { $1.release() }
    #expect(await field.step { $1.isReleased && $1.pending == nil })
    #expect(clock.sleepers.begun == 1)
    #expect(await field.log.delivered == [])
  }

  @Test func releaseBeforeTheFirstInput() async throws {
    await field.step { $1.release() }
    #expect(await field.type("a") == .released)
    #expect(clock.sleepers.begun == 0)
    #expect(await field.log.waits == [])
  }

  @Test func aDebouncerThatNobodyHoldsDeliversNothing() async throws {
    try await type("a", until: 300)
    await field.drop()
    try await nothingIsLeft(afterWaits: 1)
    clock.advance(by: .seconds(1))
    #expect(await field.log.delivered == [])
  }

  @Test func anInputWhileATermIsBeingDeliveredWaitsItsOwnTurn() async throws {
    let clock = clock
    let field = TypedField(clock) { field, text in
      if text == "1" { field.type("2") }
    }
    await field.type("1")
    try await clock.wait { $0.begun == 1 }
    clock.advance(by: .milliseconds(300))
    try await clock.wait { $0.deadlines == [.after(.milliseconds(600))] }
    #expect(await field.log.delivered == ["1"])
    clock.advance(by: .milliseconds(300))
    try await field.reach { $0.endedWaits == 2 }
    #expect(await field.log.delivered == ["1", "2"])
  }

  @Test(arguments: ["flush", "cancel", "release", "drop"])
  func whileATermIsBeingDelivered(call: String) async throws {
    let field = TypedField(clock) { field, _ in
      switch call {
      case "flush": field.debouncer?.flush()
      case "cancel": field.debouncer?.cancel()
      case "release": field.debouncer?.release()
      default: field.drop()
      }
      // The delivery itself is no wait any more: what the handler awaits must not be cancelled.
      #expect(!Task.isCancelled)
    }
    await field.type("a")
    try await clock.wait { $0.begun == 1 }
    clock.advance(by: .milliseconds(300))
    try await field.reach { $0.endedWaits == 1 }
    #expect(await field.log.delivered == ["a"])
    #expect(clock.sleepers.begun == 1)
  }
}
