import SharedStoreModel
import Testing

@Suite struct RemainingTimeTests {
  private func remaining(
    _ state: JobState = .running, done: Int, total: Int, before: Int = 0, seconds: Double,
    isStarted: Bool = true
  ) throws -> Int64? {
    let start: Int64 = 1_700_000_000_000
    let id = try #require(JobID(rawValue: 1))
    let job = StoreJob(
      id: id, kind: "test", state: state, arguments: "{}", attempt: 1,
      progress: WeightedProgress(
        total == 0 ? [] : [.init(name: "work", weight: 100, total: total, done: done)]),
      counted: 0, skipped: 0, result: nil, error: nil, errorCode: nil, worker: .alive(1),
      retryOf: nil,
      tick: 0, revision: .zero, createdAt: Timestamp(clampingMilliseconds: start),
      startedAt: isStarted ? Timestamp(clampingMilliseconds: start) : nil, finishedAt: nil,
      unitsBefore: before)
    return job.remainingMilliseconds(
      now: Timestamp(clampingMilliseconds: start + Int64(seconds * 1_000)))
  }

  @Test func unitsOfAnEarlierAttemptAreNotTakenForFastOnes() throws {
    #expect(try remaining(done: 131, total: 1_351, before: 130, seconds: 24) == nil)
    #expect(
      try remaining(done: 140, total: 1_351, before: 130, seconds: 37) == 37_000 * 1_211 / 10)
  }

  @Test func beforeTwoUnitsAndThreeSecondsNothingIsSaid() throws {
    #expect(try remaining(done: 1, total: 10, seconds: 60) == nil)
    #expect(try remaining(done: 5, total: 10, seconds: 2.999) == nil)
    #expect(try remaining(done: 2, total: 4, seconds: 3) == 3_000)
  }

  @Test func aClockThatWasSetBackHidesTheTime() throws {
    #expect(try remaining(done: 5, total: 10, seconds: -10) == nil)
  }

  @Test(arguments: JobState.allCases.filter { $0 != .running })
  func onlyARunningJobHasTimeLeft(_ state: JobState) throws {
    #expect(try remaining(state, done: 5, total: 10, seconds: 60) == nil)
  }

  @Test func whileCountingAndBeforeTheStartNothingIsSaid() throws {
    #expect(try remaining(done: 0, total: 0, seconds: 60) == nil)
    #expect(try remaining(done: 5, total: 10, seconds: 60, isStarted: false) == nil)
  }

  @Test func timesBeyondTheNumbersAreHiddenAndTheEndIsZero() throws {
    #expect(try remaining(done: 2, total: .max, seconds: 1_000_000) == nil)
    #expect(try remaining(done: 10, total: 10, seconds: 60) == 0)
  }
}
