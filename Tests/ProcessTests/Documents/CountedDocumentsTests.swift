import SharedStoreTesting
import Testing

extension ProcessTests {
  /// Counts that follow documents while two processes change them.
  @Suite(.needsSQLiteShell) struct CountedDocumentsTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    /// What the reader's tool shows, and what there is, while nobody writes.
    private func expectFreshCount(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      let row = try SQLiteShell.run(
        bench.store.store,
        """
        SELECT (SELECT max(revision) FROM changes), count(*) FROM fields
        WHERE name = 'done' AND value = 0 AND typeof(value) = 'integer'
        """, readOnly: true)
      let expected = "\(record.storeRevision)|\(record.count ?? -1)"
      #expect(row == expected, sourceLocation: sourceLocation)
    }

    @Test func theCountOfTenThousandDocumentsIsRightAtEverySampledRevision() throws {
      let lines = (0..<10_000).map { #"{"create":"d \#($0)","fields":{"done":\#($0 % 2)}}"# }
      let applied: ApplyReport = try bench.app(
        "apply", "--json", input: lines.joined(separator: "\n")
      ).decoded()
      #expect(applied.lines == 10_000 && applied.storeRevision == 1)
      let defined: ReceiptReport = try bench.app(
        "count", "define", "todo", "--where", "done=false", "--json"
      ).decoded()
      #expect(defined.count == 5_000)

      let writers = try ["1", "2"].map { try bench.documentWriter("shuffle", "d", 500, $0) }
      var samples = 0
      while writers.contains(where: { $0.poll() == nil }) {
        let seen = writers.map { $0.output.utf8.count }
        for writer in writers { writer.resume() }
        try eventually("a writer goes on") {
          writers.allSatisfy { $0.poll() != nil }
            || zip(writers, seen).contains { $0.output.utf8.count > $1 + 150 }
        }
        // Stopped, even within a transaction, they hold the store where it is.
        for writer in writers where writer.poll() == nil { try? writer.stop() }
        try expectFreshCount()
        samples += 1
      }
      for writer in writers { try writer.wait().expectSuccess() }
      #expect(samples > 5, "\(samples)")
      try expectFreshCount()
      let check: CheckReport = try bench.app("check", "--json").decoded()
      #expect(check.ok)
    }

    @Test func killedWritersLeaveTheCountRight() throws {
      let lines = (0..<200).map { #"{"create":"d \#($0)","fields":{"done":0}}"# }
      try bench.app("apply", input: lines.joined(separator: "\n")).expectSuccess()
      try bench.app("count", "define", "todo", "--where", "done=0").expectSuccess()
      for round in 0..<10 {
        let writer = try bench.documentWriter("shuffle", "d", 100_000, "\(round)")
        writer.resume()
        try eventually("the writer writes") { writer.output.utf8.count > round * 20 }
        writer.kill()
        _ = try writer.wait()
        try expectFreshCount()
      }
    }

    @Test func aDefinedKindIsListedAndCannotBeSetByHand() throws {
      try bench.document("create", "a", "done=false", "é=1")
      let defined: ReceiptReport = try bench.app(
        "count", "define", "todo", "--where", "done=false", "--json"
      ).decoded()
      #expect(defined.count == 1 && defined.changed && defined.reloadKinds == ["todo"])
      let list = #"{"kinds":[{"field":"done","kind":"todo","value":0}],"storeRevision":2}"#
      #expect(try bench.app("count", "list", "--json").output == list + "\n")
      for arguments in [["count", "set", "todo", "5"], ["count", "add", "todo", "1"]] {
        try bench.run(.app, arguments + ["--json"]).expectFailure(64, "usage")
      }
      try bench.app("publish", "todo", "--json", input: "{}").expectFailure(64, "usage")
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == 1 && record.storeRevision == 2)
      try bench.app("count", "undefine", "todo").expectSuccess()
      try bench.app("count", "undefine", "todo", "--json").expectFailure(3, "not-found")
      try bench.app("count", "set", "todo", "5").expectSuccess()
      try bench.app("count", "define", "todo", "--json").expectFailure(64, "usage")
      try bench.app("count", "define", "todo", "--where", "done", "--json")
        .expectFailure(64, "usage")
    }
  }
}
