import Testing

extension ProcessTests {
  @Suite struct RevisionMatchingTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    @Test func readerPrintsTheRevisionAndTheCountOfTheWriter() throws {
      let receipt: ReceiptReport = try bench.app(
        "count", "set", "todo", "3", "--title", "Today", "--json"
      ).decoded()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      let timeline: TimelineReport = try bench.extension("timeline", "todo", "--json").decoded()
      #expect(receipt.changed && receipt.verified && receipt.reloadKinds == ["todo"])
      #expect(receipt.revision == 1 && receipt.storeRevision == 1)
      #expect(record.revision == 1 && record.storeRevision == 1)
      #expect(record.count == 3 && record.title == "Today")
      #expect(timeline.entries.map(\.revision) == [1, 1])
      #expect(timeline.entries.map(\.count) == [3, 3])
    }

    @Test func anEqualCountKeepsItsRevisionAndAsksForNoRefresh() throws {
      try bench.app("count", "set", "todo", "3").expectSuccess()
      let again: ReceiptReport = try bench.app("count", "set", "todo", "3", "--json").decoded()
      #expect(!again.changed && again.verified && again.reloadKinds.isEmpty)
      #expect(again.revision == 1 && again.storeRevision == 1)
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision == 1 && record.storeRevision == 1)
    }

    @Test func zeroIsAValueInBothTools() throws {
      let receipt: ReceiptReport = try bench.app("count", "set", "todo", "0", "--json").decoded()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      let timeline: TimelineReport = try bench.extension("timeline", "todo", "--json").decoded()
      #expect(receipt.changed && receipt.count == 0)
      #expect(record.state == "value" && record.count == 0)
      #expect(timeline.state == "value" && timeline.reason == nil)
      #expect(timeline.entries.map(\.count) == [0, 0])
    }

    @Test func eachKindHasItsOwnRevisionInOneOrder() throws {
      try bench.app("count", "set", "todo", "3").expectSuccess()
      let streak: ReceiptReport = try bench.app("count", "set", "streak", "9", "--json").decoded()
      let todo: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(streak.revision == 2)
      #expect(todo.revision == 1 && todo.storeRevision == 2 && todo.count == 3)
    }

    @Test func aReaderStartedFirstSeesTheRevisionThatComesLater() throws {
      let bench = try Workbench(initialized: false)
      let reader = try bench.start(
        .extension,
        ["snapshot", "todo", "--at-least", "1", "--wait", "60s", "--json", "--log-level", "info"])
      try eventually("the reader finds no store") { reader.error.contains("store-missing") }
      try bench.app("init").expectSuccess()
      try eventually("the reader finds no record") { reader.error.contains("not-found") }
      let receipt: ReceiptReport = try bench.app("count", "set", "todo", "3", "--json").decoded()
      let record: RecordReport = try reader.wait().decoded()
      #expect(record.revision == receipt.revision && record.count == 3)
    }

    @Test func aReaderThatWaitsInVainSaysHowFarTheStoreIs() throws {
      try bench.app("count", "set", "todo", "3").expectSuccess()
      let outcome = try bench.extension(
        "snapshot", "todo", "--at-least", "2", "--wait", "300ms", "--json")
      let failure = outcome.expectFailure(13, "behind")
      #expect(failure?.message.contains("stands at revision 1; revision 2 was not") == true)
      #expect(outcome.duration >= .milliseconds(300))
      let reached: RecordReport = try bench.extension(
        "snapshot", "todo", "--at-least", "1", "--json"
      ).decoded()
      #expect(reached.revision == 1)
    }

    @Test func readingWhileWritingNeverGoesBackAndNeverMixesRevisions() throws {
      let writer = try bench.contentionWriter(milliseconds: 60_000, acknowledging: true)
      writer.resume()
      var readers = try ReaderLoop(bench, count: 2)
      while readers.distinctRevisions < 25 && writer.poll() == nil { try readers.advance() }
      writer.kill()
      let acknowledged = try writer.wait().output.split(separator: "\n").compactMap { Int64($0) }
      try readers.finish()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      let last = try #require(acknowledged.last)
      #expect(acknowledged == Array(1...last))
      // The last commit may have been made and not yet acknowledged.
      #expect((last...last + 1).contains(record.revision) && record.count == record.revision)
      #expect(readers.distinctRevisions >= 25)
    }

    @Test func twoWritersAtOnceGetARevisionEach() throws {
      let pairs = try (0..<15).map { _ in
        try [0, 1].map { _ in try bench.start(.app, ["count", "add", "todo", "1", "--json"]) }
          .map { child in try child.wait().decoded(ReceiptReport.self) }
      }
      let receipts = pairs.flatMap(\.self)
      #expect(receipts.map(\.revision).sorted() == Array(1...30))
      #expect(receipts.allSatisfy { $0.changed && $0.verified })
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == 30 && record.revision == 30)
    }
  }
}
