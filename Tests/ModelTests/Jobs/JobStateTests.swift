import SharedStoreModel
import Testing

@Suite struct JobStateTests {
  /// Everything that can happen; what is not listed cannot.
  private static let transitions: [JobState: [JobState.Event: JobState]] = [
    .pending: [.claimed: .running, .cancelRequested: .cancelled],
    .running: [
      .cancelRequested: .cancelling, .workSucceeded: .succeeded, .workFailed: .failed,
      .workerLost: .failed, .resumed: .running,
    ],
    .cancelling: [
      .cancelRequested: .cancelling, .workSucceeded: .cancelled, .workFailed: .cancelled,
      .workStopped: .cancelled, .workerLost: .cancelled,
    ],
    .cancelled: [:], .failed: [:], .succeeded: [:],
  ]

  @Test(arguments: JobState.allCases, JobState.Event.allCases)
  func everyEventInEveryStateLeadsWhereTheTableSays(_ state: JobState, _ event: JobState.Event) {
    #expect(state.after(event) == JobStateTests.transitions[state]?[event])
  }

  @Test(arguments: JobState.allCases)
  func aStateIsTerminalExactlyIfNothingLeavesIt(_ state: JobState) {
    let ways = JobState.Event.allCases.compactMap { state.after($0) }
    #expect(state.isTerminal == ways.isEmpty)
  }

  @Test(arguments: JobState.Event.allCases)
  func whateverHappensWhileCancellingIsNoSuccessAndNoFailure(_ event: JobState.Event) {
    let next = JobState.cancelling.after(event)
    #expect(next == nil || next == .cancelling || next == .cancelled)
  }

  @Test func theWordsAreThoseOfTheSchema() {
    #expect(
      JobState.allCases.map(\.rawValue) == [
        "pending", "running", "cancelling", "cancelled", "failed", "succeeded",
      ])
  }

  @Test func aJobHasANumberFromOne() {
    #expect(JobID(rawValue: 0) == nil && JobID(rawValue: -1) == nil)
    #expect(JobID(rawValue: 1)?.description == "1")
  }
}
