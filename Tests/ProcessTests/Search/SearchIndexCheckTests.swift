import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// Damage made by hand to the index: found by `check`, mended by `check --rebuild-index`.
  @Suite(.needsSQLiteShell) struct SearchIndexCheckTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.document("create", "a", "text=a walrus", "other=sea")
      try bench.document("create", "b", "text=a seal")
      try bench.document("edit", "b", "text=an otter")
      try bench.document("create", "c", "n=1")
    }

    /// Everything in the store but what the index is made of, and the row that knows the log.
    private func rest() throws -> String {
      try SQLiteShell.run(bench.store.store, ".dump", readOnly: true)
        .split(separator: "\n")
        .filter { !$0.contains("search_") && !$0.hasPrefix("INSERT INTO store ") }.joined(
          separator: "\n")
    }

    @Test(
      arguments: [
        "UPDATE search_texts SET text = 'a walnut' WHERE document = 1",
        "DELETE FROM search_texts WHERE document = 2",
        "INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', 2, 'an otter')",
        "DELETE FROM search_index_docsize WHERE id = 1",
        "UPDATE search_index_data SET block = x'00ff' WHERE id > 10",
        "DELETE FROM search_index_data WHERE id > 10",
      ])
    func damageIsFoundAndMendedAndNothingElseIsChanged(_ damage: String) throws {
      let sound: CheckReport = try bench.app("check", "--json").decoded()
      #expect(sound.ok && sound.finding("search index")?.examined == 1)
      try SQLiteShell.run(bench.store.store, damage)
      let before = try rest()

      for _ in 0..<2 {
        let outcome = try bench.app("check", "--json")
        #expect(outcome.exitCode == 8, "\(outcome.testDescription)")
        let report = try JSONDecoder().decode(CheckReport.self, from: Data(outcome.output.utf8))
        #expect(!report.ok && report.finding("search index")?.faults == 1)
        #expect(report.findings.filter { $0.faults > 0 }.map(\.name) == ["search index"])
      }
      #expect(try bench.app("check").output.contains("search index: 1 examined, 1 faults"))
      #expect(try rest() == before)

      let mended: CheckReport = try bench.app("check", "--rebuild-index", "--json").decoded()
      #expect(mended.ok && mended.storeRevision == sound.storeRevision)
      #expect(try rest() == before)
      let again: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(again.ok)
      #expect(try bench.search("walrus").documents == ["a"])
      #expect(try bench.search("otter").documents == ["b"])
      #expect(try bench.search("seal").documents.isEmpty)
      try bench.document("undo", "b")
      #expect(try bench.search("seal").documents == ["b"])
      #expect(try bench.search("otter").documents.isEmpty)
    }
  }
}
