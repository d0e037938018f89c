import SharedStoreTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct VirtualClockTests {
  private let clock = VirtualClock()

  private func sleeper(_ milliseconds: Int) -> Task<VirtualClock.Instant, any Error> {
    Task { [clock] in
      try await clock.sleep(until: .after(.milliseconds(milliseconds)))
      return clock.now
    }
  }

  @Test func aSleepWhoseDeadlineIsNowOrWasIsOverAtOnce() async throws {
    try await clock.sleep(until: .after(.zero))
    clock.advance(by: .seconds(2))
    try await clock.sleep(until: .after(.seconds(2)))
    try await clock.sleep(until: .after(.seconds(1)))
    #expect(clock.sleepers.begun == 3)
    #expect(clock.sleepers.deadlines.isEmpty)
  }

  @Test func aSleeperSleepsUntilItsDeadlineAndNoLonger() async throws {
    let (late, soon) = (sleeper(300), sleeper(100))
    try await clock.wait {
      $0.deadlines == [.after(.milliseconds(100)), .after(.milliseconds(300))]
    }
    clock.advance(by: .milliseconds(99))
    #expect(clock.sleepers.deadlines.count == 2)
    clock.advance(by: .milliseconds(1))
    #expect(clock.sleepers.deadlines == [.after(.milliseconds(300))])
    #expect(try await soon.value == .after(.milliseconds(100)))
    clock.advance(by: .seconds(1))
    #expect(try await late.value == .after(.milliseconds(1_100)))
  }

  @Test func aCancelledSleeperLeavesWithAnError() async throws {
    let sleeper = sleeper(100)
    try await clock.wait { $0.deadlines.count == 1 }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    try await clock.wait { $0.deadlines.isEmpty }
    #expect(clock.sleepers.begun == 1)
  }

  @Test func aTaskThatIsCancelledAlreadyDoesNotEvenBegin() async throws {
    let task = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(until: .after(.zero))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleepers.begun == 0)
  }

  @Test func aThousandSleepersCancelledAsTheyBeginAllLeave() async throws {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<1_000 {
        let sleeper = sleeper(100)
        group.addTask { sleeper.cancel() }
        group.addTask { _ = await sleeper.result }
      }
    }
    #expect(clock.sleepers.deadlines.isEmpty)
  }

  @Test func aWatcherCanBeCancelled() async throws {
    let watcher = Task { [clock] in try await clock.wait { $0.begun == 99 } }
    watcher.cancel()
    await #expect(throws: CancellationError.self) { try await watcher.value }
  }

  @Test func aWatcherSeesSleepsThatWereOverAtOnce() async throws {
    let watcher = Task { [clock] in try await clock.wait { $0.begun == 2 } }
    try await clock.sleep(until: .after(.zero))
    try await clock.sleep(until: .after(.zero))
    try await watcher.value
  }
}
