import SharedStoreCommandLine
import SharedStoreModel
import SharedStoreReader
import Testing

/// Log lines go to standard error, so each level has a process of its own to speak in.
@Suite struct EventLogTests {
  private static func logEverything(at level: EventLog.Level) {
    let log = EventLog.handler(level)
    log(.read(.zero, storeRevision: .max, nanoseconds: 1_999))
    log(.readFailed(.storeMissing, nanoseconds: 0))
    log(.committed(storeRevision: .zero, changes: 2, nanoseconds: 1_234_567))
    log(.unchanged(storeRevision: .zero, nanoseconds: 999))
    log(.writeFailed(.full, nanoseconds: 5_000))
    log(.checkpointed(frames: 1_000, copied: 998))
    log(.noticeFailed(errorNumber: 28))
  }

  private func text(_ result: ExitTest.Result?) -> String? {
    result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
  }

  @Test func debugShowsEveryEventAsOneLineOfNumbersAndCodes() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      EventLogTests.logEverything(at: .debug)
    }
    #expect(
      text(result) == """
        event=read revision=0 store_revision=9223372036854775807 duration_us=1
        event=read-failed reason=store-missing duration_us=0
        event=committed store_revision=0 changes=2 duration_us=1234
        event=unchanged store_revision=0 duration_us=0
        event=write-failed reason=full duration_us=5
        event=checkpointed frames=1000 copied=998
        event=notice-failed errno=28

        """)
  }

  @Test func infoLeavesOutWhatOnlyTheStoreItselfDid() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      EventLogTests.logEverything(at: .info)
    }
    #expect(text(result)?.contains("event=checkpointed") == false)
    #expect(text(result)?.contains("event=committed") == true)
    #expect(text(result)?.contains("event=notice-failed") == true)
  }

  @Test func errorShowsFailuresOfWritingOnly() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      EventLogTests.logEverything(at: .error)
    }
    #expect(
      text(result) == """
        event=write-failed reason=full duration_us=5
        event=notice-failed errno=28

        """)
  }

  @Test func offShowsNothing() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      EventLogTests.logEverything(at: .off)
    }
    #expect(text(result)?.isEmpty == true)
  }

  @Test func theLevelsRiseFromNothingToEverything() {
    #expect(EventLog.Level.allCases == [.off, .error, .info, .debug])
    #expect(EventLog.Level.allCases.sorted() == EventLog.Level.allCases)
  }
}
