import SharedStoreCommandLine
import SharedStoreModel
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct ExitCodesTests {
  private static let tool = Tool(
    "sample", abstract: "Explains its exit codes.",
    commands: [Command("run", abstract: "Run.", action: Action { _ throws(StoreError) in })])

  @Test func theTopicListsEveryWordWithItsCode() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(0), observing: [\.standardOutputContent]
    ) {
      exit(ExitCodesTests.tool.run(["help", "exit-codes"]))
    }
    #expect(
      try String(decoding: #require(result).standardOutputContent, as: UTF8.self) == """
        EXIT CODES:
          0                       success; also nothing to do, or unchanged
          1   failed              anything not listed here
          2   stale               the expected revision or epoch differs
          3   not-found           no such kind, version, document or job
          4   store-missing       no store for that app group
          5   busy                the lock was not obtained in time; retry
          5   suspended           the process was about to be suspended; retry
          6   unreadable          no permission to read or write
          7   incompatible        not our store, or its schema is altered or newer
          7   unsupported-format  the record's format or type is not the reader's
          8   damaged             corruption, or a checksum that does not match
          9   replaced            another store has taken this one's place
          9   removed             the store was moved or deleted while in use
          9   rewound             the store stands before a revision already seen
          10  full                the disk is full
          11  job-failed          the job ended in failure
          12  job-cancelled       the job was cancelled
          13  timed-out           the wait ended before the event
          13  behind              the wait ended before the revision was reached
          14  conflict            a foreign change, another type or state is in the way
          15  exists              the document or file exists already
          16  group-open          an undo group is open
          17  recovery-needed     a writer must open the store before it can be read
          18  past-end            the timeline shown is past its end
          64  usage               the arguments are wrong
          65  bad-input           the content of a file or of stdin is wrong
          78  configuration       the configuration, or a path it names, cannot be used
          130 interrupted         interrupted; a job goes on

        The word is also error.code in JSON and the reason of a reading.

        """)
  }

  @Test func wordsAreUnique() {
    let words = StoreError.Code.allCases.map(\.word)
    #expect(Set(words).count == words.count)
  }

  @Test func noFailureEndsWithSuccess() {
    #expect(!StoreError.Code.allCases.contains { $0.exitStatus == 0 })
  }
}
