import SharedStoreTesting
import Testing

extension ProcessTests {
  /// Histories in the shell of SQLite, and fields changed from there.
  @Suite(.needsSQLiteShell) struct UndoShellTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.document("create", "p", "x=0", "y=0")
      try bench.document("edit", "p", "x=1.5", "note=a", "--name", "First")
      try bench.document("edit", "p", "--unset", "y")
    }

    private func rows(_ sql: String) throws -> [String] {
      try SQLiteShell.run(bench.store.store, sql, readOnly: true).split(separator: "\n")
        .map(String.init)
    }

    @Test func historyIsReadableThere() throws {
      try bench.document("undo", "p")
      let drag = try Drag(bench, "p", "--name", "Drag")
      try drag.move("x:null=")
      let history = try rows(
        """
        SELECT document, number, side, name, operations, bytes, revision_from, revision_to
        FROM undo_history ORDER BY number
        """)
      // 32 and the name; per field its name, both values and 16.
      #expect(
        history == [
          "p|1|undo|First|2|91|2|2", "p|2|redo||1|57|3|3", "p|3|open|Drag|1|61|5|5",
        ])
      let detail = try rows("SELECT * FROM undo_detail ORDER BY number, field")
      #expect(
        detail == [
          "p|1|note|add||a|null|text", "p|1|x|set|0|1.5|integer|real",
          "p|2|y|remove|0||integer|null", "p|3|x|set|1.5||real|null",
        ])
      let times = try rows(
        "SELECT DISTINCT length(changed_at), changed_at LIKE '20__-__-__T%Z' FROM undo_history")
      #expect(times == ["24|1"])
    }

    @Test func aFieldChangedThereIsDamageUntilItIsPutBackOrTheDocumentIsLoadedAnew() throws {
      try SQLiteShell.run(bench.store.store, "UPDATE fields SET value = 7 WHERE name = 'x'")
      try bench.extension("document", "show", "p", "--json").expectFailure(8, "damaged")
      // Nothing is made of what nobody wrote.
      for verb in ["undo", "redo"] {
        try bench.app("document", verb, "p", "--json").expectFailure(8, "damaged")
      }
      let outcome = try bench.app("check")
      #expect(outcome.exitCode == 8 && outcome.output.contains("document p: "))
      try SQLiteShell.run(bench.store.store, "UPDATE fields SET value = 1.5 WHERE name = 'x'")
      #expect(try bench.document("undo", "p").fields["y"] == .integer(0))
      try SQLiteShell.run(bench.store.store, "UPDATE fields SET value = 7 WHERE name = 'x'")
      try bench.document("load", "p", "-", input: #"{"x":3}"#)
      #expect(try bench.document().x == .integer(3))
      try bench.app("check", "--full").expectSuccess()
    }
  }
}
