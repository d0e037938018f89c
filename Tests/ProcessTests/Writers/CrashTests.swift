import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProcessTests {
  @Suite struct CrashTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    @Test func killedWritersLoseAndDoubleNothingWhileReadersGoOn() throws {
      var random = Campaign.writers.random
      var readers = try ReaderLoop(bench, count: 3)
      var (acknowledged, killed, rounds): ([Int64], Int, Int) = ([], 0, 0)
      // So long that about half of the writers are killed, however fast the machine is just now.
      var microseconds = 30_000.0
      for round in Campaign.writers.rounds(45, of: 10_000) {
        rounds = round + 1
        let writer = try bench.start(.app, ["count", "add", "todo", "1", "--json"])
        // The moment is random on purpose: every one of them must be survived.
        let delay = Double.random(in: 0...microseconds, using: &random)
        let moment = ContinuousClock.now + .microseconds(Int(delay))
        while writer.poll() == nil && ContinuousClock.now < moment { try readers.advance() }
        writer.kill()
        let outcome = try writer.wait()
        if outcome.exitCode == nil { killed += 1 }
        microseconds *= outcome.exitCode == nil ? 1.1 : 0.9
        if let receipt = try? JSONDecoder().decode(
          ReceiptReport.self, from: Data(outcome.output.utf8))
        {
          #expect(receipt.count == receipt.revision)
          acknowledged.append(receipt.revision)
        }
      }
      try readers.finish()
      try expectContiguous(acknowledged: acknowledged)
      #expect(min(killed, acknowledged.count) > rounds / 5, "\(killed) \(acknowledged.count)")
      #expect(readers.readings > rounds / 10)
    }

    /// Every addition is one revision, so the count shows whether one was skipped or doubled.
    private func expectContiguous(
      acknowledged: [Int64], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(acknowledged == acknowledged.sorted(), sourceLocation: sourceLocation)
      #expect(Set(acknowledged).count == acknowledged.count, sourceLocation: sourceLocation)
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == record.revision, sourceLocation: sourceLocation)
      #expect(record.revision >= acknowledged.last ?? 0, sourceLocation: sourceLocation)
      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok && check.storeRevision == record.revision, sourceLocation: sourceLocation)
      let revisions = CheckReport.Finding(
        name: "revisions", examined: Int(record.revision) + 1, faults: 0)
      #expect(check.finding("revisions") == revisions, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
      ("turn-taken", 1), ("lock-acquired", 1), ("transaction-begun", 1), ("before-commit", 1),
      ("after-commit", 2), ("after-notice", 2),
    ])
    func killedAtAPointTheStoreIsBeforeOrAfterAndNeverBetween(
      point: String, revision: Int64
    ) throws {
      try bench.app("count", "add", "todo", "1").expectSuccess()
      let killed = try bench.app("count", "add", "todo", "1", "--json", fault: point + "=kill")
      #expect(killed.status == .killed(signal: 9))
      #expect(killed.output.isEmpty)
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision == revision && record.count == revision)
      let next: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      #expect(next.revision == revision + 1 && next.count == revision + 1)
      try expectContiguous(acknowledged: [next.revision])
    }

    @Test func killedAfterACheckpointTheStoreIsWhole() throws {
      let writer = try bench.contentionWriter(
        milliseconds: 60_000, acknowledging: true, fault: "checkpointed=kill")
      writer.resume()
      let outcome = try writer.wait()
      #expect(outcome.status == .killed(signal: 9))
      let acknowledged = outcome.output.split(separator: "\n").compactMap { Int64($0) }
      #expect(acknowledged.count > 50)
      try expectContiguous(acknowledged: acknowledged)
    }

    @Test func killedWhileWritingFlatOutEveryAcknowledgedRevisionIsThere() throws {
      var random = SeededGenerator(seed: 7)
      var acknowledged: [Int64] = []
      for _ in 0..<10 {
        let writers = try (0..<2).map { _ in
          try bench.contentionWriter(milliseconds: 60_000, acknowledging: true)
        }
        for writer in writers { writer.resume() }
        try eventually("a writer has written") { writers.contains { !$0.output.isEmpty } }
        // The moment is random on purpose: every one of them must be survived.
        usleep(.random(in: 0...20_000, using: &random))
        for writer in writers { writer.kill() }
        for writer in writers {
          let lines = try writer.wait().output.split(
            separator: "\n", omittingEmptySubsequences: true)
          acknowledged += lines.compactMap { Int64($0) }
        }
      }
      try expectContiguous(acknowledged: acknowledged.sorted())
    }
  }
}
