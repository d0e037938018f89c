import SharedStoreReader
import SharedStoreTesting
import Testing

/// The two classic faults of a debounce, and clocks that misbehave.
@Suite(.timeLimit(.minutes(1)))
struct SearchDebouncerFaultTests {
  private let clock = VirtualClock()

  @Test(arguments: ["", "cancel", "release"])
  func theEndOfAWaitIsNotTheDeadline(call: String) async throws {
    let field = TypedField(clock)
    await field.type("a")
    try await clock.wait { $0.deadlines.count == 1 }
    // The sleep is over and its wake-up is on its way to the actor, which is busy here.
    await field.step { [clock] field, debouncer in
      clock.advance(by: .milliseconds(300))
      switch call {
      case "cancel": debouncer.cancel()
      case "release": debouncer.release()
      default: debouncer.inputReceived(call, isolation: field)
      }
    }
    try await field.reach { $0.endedWaits == 1 }
    #expect(await field.log.delivered == [])
    #expect(await field.log.failures == [])
  }

  @Test func aStaleWakeUpNeitherDeliversNorWaits() async throws {
    let field = TypedField(clock)
    await field.type("old")
    try await clock.wait { $0.deadlines.count == 1 }
    let old = await field.step { $1.generation }
    await field.step { [clock] field, debouncer in
      clock.advance(by: .milliseconds(300))
      debouncer.inputReceived("new", isolation: field)
    }
    try await field.reach { $0.waits.contains(.ended(old)) }
    try await clock.wait { $0.deadlines == [.after(.milliseconds(600))] }
    #expect(await field.log.delivered == [])
    // It slept once: a wake-up that takes the newer term for its own would go back to sleep.
    #expect(await field.log.waits.count { $0 == .registered(old) } == 1)
    clock.advance(by: .milliseconds(300))
    try await field.reach { $0.endedWaits == 2 }
    #expect(await field.log.delivered == ["new"])
  }

  @Test func aStaleWakeUpThatIsLateForTheNewTermTooDoesNotTakeItTwice() async throws {
    let field = TypedField(clock)
    await field.type("old")
    try await clock.wait { $0.deadlines.count == 1 }
    await field.step { [clock] field, debouncer in
      clock.advance(by: .milliseconds(300))
      debouncer.inputReceived("new", isolation: field)
      clock.advance(by: .seconds(1))
    }
    try await field.reach { $0.endedWaits == 2 }
    #expect(await field.log.delivered == ["new"])
    #expect(await field.log.waits.count == 4)
  }

  @Test func aWaitThatTheClockEndsEarlyGoesBackToSleep() async throws {
    let field = TypedField(MisbehavingClock(clock, .wakesEvery(.milliseconds(100))))
    await field.type("a")
    for early in 1...2 {
      try await clock.wait { $0.begun == early && $0.deadlines.count == 1 }
      clock.advance(by: .milliseconds(100))
    }
    try await clock.wait { $0.begun == 3 && $0.deadlines.count == 1 }
    #expect(await field.log.delivered == [])
    clock.advance(by: .milliseconds(100))
    try await field.reach { $0.endedWaits == 1 }
    #expect(await field.log.delivered == ["a"])
    let generation = await field.step { $1.generation }
    #expect(await field.log.waits.count { $0 == .registered(generation) } == 3)
  }

  @Test func aWaitThatTheClockEndsAMicrosecondEarlyIsEarly() async throws {
    let field = TypedField(MisbehavingClock(clock, .wakesEvery(.microseconds(299_999))))
    // Its milliseconds count from here: in whole ones the input comes at 0 and is due at 300.
    await field.step { _, _ in }
    clock.advance(by: .microseconds(900))
    await field.type("a")
    try await clock.wait { $0.begun == 1 && $0.deadlines.count == 1 }
    clock.advance(by: .microseconds(299_999))
    try await field.reach { $0.waits.count == 2 }
    #expect(await field.log.delivered == [])
    try await clock.wait { $0.deadlines == [.after(.microseconds(300_900))] }
    clock.advance(by: .microseconds(1))
    try await field.reach { $0.endedWaits == 1 }
    #expect(await field.log.delivered == ["a"])
  }

  @Test func aFailureOfTheClockIsReportedOnceAndTheTermCanBeTaken() async throws {
    let field = TypedField(MisbehavingClock(clock, .fails(Broken())))
    await field.type("a")
    try await clock.wait { $0.deadlines.count == 1 }
    clock.advance(by: .milliseconds(300))
    try await field.reach { $0.endedWaits == 1 }
    #expect(await field.log.failures == ["the clock broke"])
    #expect(await field.log.delivered == [])
    #expect(await field.step { $1.pending }?.text == "a")
    #expect(await field.step { $1.flush() })
    #expect(await field.log.delivered == ["a"])
    #expect(await field.log.failures.count == 1)
  }

  @Test func aCancellationThatNobodyAskedForIsAFailureToo() async throws {
    let field = TypedField(MisbehavingClock(clock, .fails(CancellationError())))
    await field.type("a")
    try await clock.wait { $0.deadlines.count == 1 }
    clock.advance(by: .milliseconds(300))
    try await field.reach { $0.endedWaits == 1 }
    #expect(await field.log.failures.count == 1)
    #expect(await field.step { $1.pending }?.text == "a")
  }

  @Test func afterAFailureTheNextInputWaitsAsEver() async throws {
    let misbehaving = MisbehavingClock(clock, .fails(Broken()))
    let field = TypedField(misbehaving)
    await field.type("a")
    try await clock.wait { $0.deadlines.count == 1 }
    clock.advance(by: .milliseconds(300))
    try await field.reach { $0.endedWaits == 1 }
    misbehaving.behave()
    await field.type("b")
    try await clock.wait { $0.deadlines == [.after(.milliseconds(600))] }
    clock.advance(by: .milliseconds(300))
    try await field.reach { $0.endedWaits == 2 }
    #expect(await field.log.delivered == ["b"])
    #expect(await field.log.failures.count == 1)
  }

  @Test func aFailureOfAWaitThatWasOvertakenIsNobodysConcern() async throws {
    let field = TypedField(MisbehavingClock(clock, .fails(Broken())))
    await field.type("a")
    try await clock.wait { $0.deadlines.count == 1 }
    await field.step { [clock] _, debouncer in
      clock.advance(by: .milliseconds(300))
      debouncer.cancel()
    }
    try await field.reach { $0.endedWaits == 1 }
    #expect(await field.log.failures == [])
  }

  @Test func aClockThatStepsBackStandsStill() async throws {
    clock.advance(by: .milliseconds(1_000))
    let misbehaving = MisbehavingClock(clock, .isBehind)
    let field = TypedField(misbehaving)
    await field.type("a")
    try await clock.wait { $0.deadlines == [.after(.milliseconds(1_300))] }
    misbehaving.stepBack(.milliseconds(600))
    clock.advance(by: .milliseconds(300))
    // On this clock it is 700 and not 1 300: too early, whatever the sleep said.
    try await clock.wait { $0.deadlines == [.after(.milliseconds(1_900))] }
    #expect(await field.log.delivered == [])
    clock.advance(by: .milliseconds(600))
    try await field.reach { $0.endedWaits == 1 }
    #expect(await field.log.delivered == ["a"])
    #expect(await field.log.failures == [])
  }

  @Test func whileTheClockIsBehindInputAndEnterWorkAsEver() async throws {
    clock.advance(by: .milliseconds(1_000))
    let misbehaving = MisbehavingClock(clock, .isBehind)
    let field = TypedField(misbehaving)
    await field.type("a")
    misbehaving.stepBack(.milliseconds(600))
    #expect(await field.type("b") == .waiting)
    #expect(await field.step { $1.flush() })
    #expect(await field.log.delivered == ["b"])
    #expect(await field.log.failures == [])
  }

  @Test func aTimeWithoutRoomForADeadlineIsReportedAndWhatWaitedStillDoes() async throws {
    let field = TypedField(clock)
    await field.step { _, _ in }
    clock.advance(by: .milliseconds(Int64.max - 300))
    await field.type("a")
    try await clock.wait { $0.deadlines.count == 1 }
    clock.advance(by: .milliseconds(1))
    #expect(await field.type("b") == .refused)
    #expect(await field.log.failures.count == 1)
    #expect(await field.step { $1.pending }?.text == "a")
    clock.advance(by: .milliseconds(299))
    try await field.reach { $0.endedWaits == 1 }
    #expect(await field.log.delivered == ["a"])
    // Far past the last millisecond there is.
    clock.advance(by: .milliseconds(Int64.max))
    #expect(await field.type("c") == .refused)
  }
}

private struct Broken: Error, CustomStringConvertible {
  var description: String { "the clock broke" }
}
