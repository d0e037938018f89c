import Testing

extension ProcessTests {
  @Suite(.alone) struct ContentionTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    @Test func eightWritersFlatOutEachGetTheirShare() throws {
      // Who gets the processor is not the queue's to say: of three tries one has to be fair.
      var tries: [[Int]] = []
      repeat {
        tries.append(try commitsOfEightWriters())
      } while !isFair(tries.last) && tries.count < 3
      #expect(isFair(tries.last), "\(tries)")
      // No addition is lost: each is one revision and one more.
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == Int64(tries.joined().reduce(0, +)))
      #expect(record.storeRevision == record.count)
    }

    private func commitsOfEightWriters() throws -> [Int] {
      let writers = try (0..<8).map { _ in try bench.contentionWriter(milliseconds: 2_000) }
      for writer in writers { writer.resume() }
      let reports = try writers.map { try $0.wait().decoded(ContentionReport.self) }
      #expect(reports.map(\.busy) == Array(repeating: 0, count: 8))
      return reports.map(\.commits)
    }

    private func isFair(_ commits: [Int]?) -> Bool {
      guard let smallest = commits?.min(), let largest = commits?.max() else { return false }
      return Double(smallest) >= 0.3 * Double(largest)
    }

    @Test func aWriterThatIsStoppedBetweenItsCallsBlocksNobody() throws {
      let idle = try bench.contentionWriter(milliseconds: 1)
      let receipt: ReceiptReport = try bench.app(
        "count", "add", "todo", "1", "--json"
      ).decoded()
      #expect(receipt.revision == 1)
      idle.resume()
      let report: ContentionReport = try idle.wait().decoded()
      #expect(report.commits > 0 && report.busy == 0)
    }

    @Test func aReaderThatIsStoppedBlocksNobody() throws {
      let reader = try bench.start(
        .extension,
        ["snapshot", "todo", "--at-least", "2", "--wait", "60s", "--json", "--log-level", "info"])
      try eventually("the reader has read") { reader.error.contains("event=read") }
      try reader.stop()
      for _ in 1...2 {
        try bench.app("count", "add", "todo", "1").expectSuccess()
      }
      reader.resume()
      let record: RecordReport = try reader.wait().decoded()
      #expect(record.revision == 2)
    }

    @Test func aWaiterThatIsStoppedInTheQueueBlocksNobodyForLong() throws {
      let waiter = try bench.stoppedApp(at: "turn-taken", "count", "add", "todo", "1", "--json")
      let passing = try bench.app("count", "add", "todo", "1", "--json")
      let receipt: ReceiptReport = try passing.decoded()
      #expect(receipt.revision == 1)
      #expect(passing.duration < .seconds(2))
      let late: ReceiptReport = try waiter.resumeToEnd().decoded()
      #expect(late.revision == 2)
    }
  }
}
