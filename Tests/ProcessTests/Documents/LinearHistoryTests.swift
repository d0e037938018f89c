import TestSupport
import Testing

extension ProcessTests {
  /// Two processes that edit one document flat out.
  @Suite struct LinearHistoryTests {
    @Test func editsOfTwoProcessesAreOneHistoryWithoutALoss() throws {
      let bench = try Workbench()
      let count = Campaign.edits.count(500, of: 10_000)
      try bench.document("create", "p", "x=start")
      try bench.document("limits", "p", "--groups", "0", "--bytes", "0", "--group-bytes", "0")
      let writers = try ["a", "b"].map { try bench.documentWriter("edit", "p", count, $0) }
      for writer in writers { writer.resume() }
      for writer in writers {
        let outcome = try writer.wait()
        outcome.expectSuccess()
        #expect(outcome.lines.count == count)
      }

      let groups = try bench.history().groups
      #expect(groups.map(\.number) == (1...Int64(2 * count)).map { $0 })
      // Each edit was made from what the one before it had left, whoever that was.
      var x: FieldReport? = .text("start")
      var edits: [FieldReport] = []
      for group in groups {
        let operation = try #require(group.fields.first)
        #expect(operation.before == x)
        x = operation.after
        if let x { edits.append(x) }
      }
      for name in ["a", "b"] {
        let expected = (1...count).map { FieldReport.text("\(name) \($0)") }
        #expect(edits.filter(Set(expected).contains) == expected)
      }
      let document = try bench.document()
      #expect(document.undo == 2 * count && document.redo == 0 && document.x == x)
      #expect(
        document.revision == document.storeRevision && document.revision == Int64(2 * count + 2))

      #expect(try bench.runDocumentWriter("undo", "p", 2 * count + 1_000) == 2 * count)
      #expect(try bench.document().x == .text("start"))
      #expect(try bench.runDocumentWriter("redo", "p", 2 * count + 1_000) == 2 * count)
      #expect(try bench.document().x == x)
    }
  }
}
