import Synchronization
import TestSupport
import Testing

extension ProcessTests {
  /// What a command prints is what its own transaction did, whoever writes at the same time.
  @Suite struct ReceiptTests {
    private struct Ticket: Hashable {
      let count: Int64
      let revision: Int64
    }

    @Test func noTicketIsGivenOutTwice() throws {
      let bench = try Workbench()
      let (writers, rounds) = (4, Campaign.receipts.count(12, of: 400))
      let tickets = try together(writers, rounds) { _, _ in
        let receipt: ReceiptReport = try bench.app(
          "count", "add", "todo", "1", "--json", "--timeout", "60s"
        ).decoded()
        return Ticket(count: try #require(receipt.count), revision: receipt.revision)
      }
      let expected = (1...Int64(writers * rounds)).map { Ticket(count: $0, revision: $0) }
      #expect(tickets.sorted { $0.revision < $1.revision } == expected)
      let list: VersionsReport =
        try bench.extension("snapshot", "list", "todo", "--json").decoded()
      #expect(list.versions.map(\.revision) == expected.reversed().prefix(16).map(\.revision))
    }

    @Test func noRevisionOfADocumentIsPrintedTwice() throws {
      let bench = try Workbench()
      try bench.document("create", "p", "a=0", "b=0")
      let rounds = Campaign.receipts.count(15, of: 400)
      let revisions = try together(2, rounds) { writer, round in
        let outcome = try bench.app(
          "document", "edit", "p", "\(writer == 0 ? "a" : "b")=\(round + 1)", "--json",
          "--timeout", "60s")
        return try outcome.decoded(Edited.self).revision
      }
      #expect(revisions.sorted() == Array(2...Int64(2 * rounds + 1)))
    }

    private struct Edited: Decodable {
      let revision: Int64
    }

    /// Runs a body some times in each of several threads.
    private func together<Result: Sendable>(
      _ threads: Int, _ rounds: Int,
      _ body: @escaping @Sendable (_ thread: Int, _ round: Int) throws -> Result
    ) throws -> [Result] {
      let results = Mutex<[Result]>([])
      let failure = Mutex<(any Error)?>(nil)
      onThreads(threads) { thread in
        do {
          for round in 0..<rounds {
            let result = try body(thread, round)
            results.withLock { $0.append(result) }
          }
        } catch {
          failure.withLock { $0 = error }
        }
      }
      if let failure = failure.withLock({ $0 }) { throw failure }
      return results.withLock { $0 }
    }
  }
}
