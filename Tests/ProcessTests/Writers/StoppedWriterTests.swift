import Testing

extension ProcessTests {
  @Suite(.alone) struct StoppedWriterTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "1").expectSuccess()
    }

    @Test func anotherGivesUpInTimeAndNamesTheStoppedProcess() throws {
      let stopped = try bench.stoppedApp(
        at: "transaction-begun", "count", "set", "todo", "2", "--json")
      var shortest = Duration.seconds(60)
      // On a machine that has other work, a process may come to an end later than it wanted to,
      // but not each time; never sooner.
      for _ in 1...3 where shortest >= .milliseconds(2_200) {
        let outcome = try bench.app("count", "set", "todo", "3", "--timeout", "2s", "--json")
        let failure = try #require(outcome.expectFailure(5, "busy"))
        #expect(failure.message.contains("process \(stopped.processID), which is stopped,"))
        #expect(failure.message.contains("2000 ms"))
        #expect(failure.hint == "Continue or end that process.")
        // Starting and ending a process is no part of the wait.
        shortest = min(shortest, outcome.duration - (try bench.extension("kinds").duration))
        #expect(shortest > .milliseconds(1_800))
      }
      #expect(shortest < .milliseconds(2_200))

      let continued: ReceiptReport = try finish(stopped)
      #expect(continued.revision == 2 && continued.count == 2 && continued.verified)
    }

    @Test(arguments: ["lock-acquired", "transaction-begun", "before-commit"])
    func readersGoOnWithTheLastRevision(point: String) throws {
      let stopped = try bench.stoppedApp(at: point, "count", "set", "todo", "2", "--json")
      for _ in 1...3 {
        let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
        #expect(record.revision == 1 && record.count == 1)
      }
      let status: StatusReport = try bench.extension("status", "--json").decoded()
      #expect(status.lockHolder == .init(pid: stopped.processID, stopped: true))
      let continued: ReceiptReport = try finish(stopped)
      #expect(continued.revision == 2)
    }

    @Test(arguments: ["after-commit", "after-notice"])
    func readersSeeWhatAStoppedWriterHasCommitted(point: String) throws {
      let stopped = try bench.stoppedApp(at: point, "count", "set", "todo", "2", "--json")
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision == 2 && record.count == 2)
      let continued: ReceiptReport = try finish(stopped)
      #expect(continued.revision == 2)
    }

    @Test func itCanBeKilledAndTheNextOneWrites() throws {
      let stopped = try bench.stoppedApp(at: "before-commit", "count", "set", "todo", "2")
      let waiting = try bench.start(.app, ["count", "set", "todo", "3", "--json"])
      stopped.kill()
      let receipt: ReceiptReport = try waiting.wait().decoded()
      #expect(receipt.revision == 2 && receipt.count == 3)
    }

    @Test func initOnAnExistingStoreGivesUpInTimeToo() throws {
      let stopped = try bench.stoppedApp(at: "transaction-begun", "count", "set", "todo", "2")
      let failure = try bench.app("init", "--timeout", "200ms", "--json")
        .expectFailure(5, "busy")
      #expect(failure?.message.contains("process \(stopped.processID)") == true)
    }

    private func finish(_ stopped: Child) throws -> ReceiptReport {
      stopped.resume()
      return try stopped.wait().decoded()
    }
  }
}
