import Foundation
import SharedStore
import SharedStoreModel
import SharedStoreSQLite
import TestSupport
import Testing

@Suite(.inTurns) struct CheckTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
    let writer = try store.writer()
    for number in 1...3 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo")
    }
  }

  private func faults(_ name: String, full: Bool = false) throws -> Int {
    let check = try StoreCheck.run(store.location, full: full)
    let finding = try #require(check.findings.first { $0.name == name })
    #expect(check.isSound == check.findings.allSatisfy { $0.faults == 0 })
    return finding.faults
  }

  @Test(arguments: [false, true])
  func aWholeStoreIsSound(_ isFull: Bool) throws {
    let before = try store.directory.tree()
    let check = try StoreCheck.run(store.location, full: isFull)
    #expect(check.isSound)
    #expect(check.token?.revision == Revision(3))
    #expect(
      check.findings.map(\.name) == [
        "schema", "pages", "records", "revisions", "documents", "undo groups", "counted kinds",
        "jobs", "notice",
      ])
    let examined = Dictionary(uniqueKeysWithValues: check.findings.map { ($0.name, $0.examined) })
    #expect(examined["records"] == 3 && examined["revisions"] == 4)
    #expect((examined["pages"] ?? 0) > 1)
    #expect(try store.directory.tree() == before)
  }

  @Test func anEmptyStoreIsSound() throws {
    let empty = try TestStore()
    #expect(try StoreCheck.run(empty.location, full: true).isSound)
  }

  @Test func everyDamagedVersionIsCounted() throws {
    try store.edit("UPDATE snapshots SET count = 9 WHERE revision <= 2")
    #expect(try faults("records") == 2)
  }

  @Test func aRecordBeyondTheNewestRevisionIsAFault() throws {
    try store.edit("DELETE FROM changes WHERE revision = 3")
    #expect(try faults("records") == 1)
  }

  @Test(arguments: ["DELETE FROM changes", "UPDATE changes SET things = 2", "DELETE FROM store"])
  func ofAStoreThatCannotSayWhereItStandsTheRestIsLookedAtAllTheSame(_ damage: String) throws {
    try makeDocuments()
    try store.edit(damage + "; UPDATE fields SET value = 2 WHERE document = 2 AND name = 'done'")
    let check = try StoreCheck.run(store.location)
    #expect(!check.isSound && check.token == nil)
    #expect(check.findings.first { $0.name == "documents" }?.details.map(\.name) == ["b"])
    #expect(check.findings.first { $0.name == "records" }?.examined == 7)
  }

  @Test func everyFaultIsNamedWithWhatCanBeDoneAboutIt() throws {
    try makeDocuments()
    try store.edit(
      """
      UPDATE snapshots SET count = 9 WHERE revision = 2;
      UPDATE fields SET value = 2 WHERE document = 2 AND name = 'done';
      DELETE FROM undo_operations WHERE field = 'real';
      """)
    let faults = try StoreCheck.run(store.location).findings.flatMap(\.details)
    #expect(faults.map(\.subject) == [.kind, .document, .document, .kind])
    #expect(faults.map(\.name) == ["todo", "b", "a", "open"])
    #expect(faults.allSatisfy { $0.message.hasSuffix(".") && $0.remedy.hasSuffix(".") })
  }

  @Test(
    arguments: [
      ("DELETE FROM changes WHERE revision = 2", 1),
      ("UPDATE changes SET name = 'other' WHERE revision = 1", 1),
      // The oldest may go: the log is bounded.
      ("DELETE FROM changes WHERE revision <= 1", 0),
    ])
  func aGapInTheLogOfRevisionsIsAFault(_ change: String, _ expected: Int) throws {
    try store.edit(change)
    #expect(try faults("revisions") == expected)
  }

  /// Two documents: one with a group to undo, one to redo and one that is open; and a rule.
  private func makeDocuments() throws {
    let writer = try store.writer()
    try writer.write { tx in
      try tx.counts.define(CountedKind("open", field: "done", equals: .integer(0)))
    }
    for id in ["a", "b"] as [DocumentID] {
      try writer.createDocument(id, fields: ["done": .integer(0), "text": .text("Ä")])
    }
    try writer.editDocument("a", [.set("text", .text("ü")), .unset("done")], name: "Größe")
    try writer.editDocument("a", [.set("data", .blob([1, 2, 3])), .set("real", .real(0.5))])
    try writer.undo("a")
    let group = try writer.beginGroup(in: "a", name: "Drag", interrupted: .keep)
    try writer.editDocument("a", [.set("data", .null)], in: group)
  }

  @Test func documentsTheirGroupsAndTheirCountsAreCountedAnew() throws {
    try makeDocuments()
    let check = try StoreCheck.run(store.location, full: true)
    #expect(check.isSound, "\(check.findings)")
    let examined = Dictionary(uniqueKeysWithValues: check.findings.map { ($0.name, $0.examined) })
    #expect(examined["documents"] == 2 && examined["undo groups"] == 3)
    #expect(examined["counted kinds"] == 1)
  }

  @Test(
    arguments: [
      ("documents", "UPDATE documents SET undo_groups = 2 WHERE id = 'a'", 1),
      ("documents", "UPDATE documents SET undo_bytes = undo_bytes + 1", 2),
      ("documents", "UPDATE documents SET redo_groups = 1 WHERE id = 'b'", 1),
      ("documents", "UPDATE documents SET redo_bytes = 0 WHERE id = 'a'", 1),
      ("documents", "UPDATE documents SET open_group = NULL", 1),
      ("documents", "UPDATE documents SET revision = revision + 1", 2),
      ("documents", "UPDATE fields SET value = 'ä' WHERE name = 'text'", 2),
      ("documents", "UPDATE fields SET value = CAST(x'ff' AS TEXT) WHERE document = 1", 1),
      ("undo groups", "DELETE FROM undo_groups WHERE number = 1", 2),
      ("documents", "INSERT INTO fields VALUES (77, 'x', 1)", 1),
      ("undo groups", "UPDATE undo_groups SET bytes = bytes - 1 WHERE number = 2", 1),
      ("undo groups", "UPDATE undo_groups SET operations = 3 WHERE number = 3", 1),
      ("undo groups", "DELETE FROM undo_operations WHERE field = 'real'", 1),
      ("undo groups", "UPDATE undo_operations SET before = 'longer' WHERE field = 'text'", 1),
      ("undo groups", "DELETE FROM undo_groups WHERE number = 2", 2),
      ("counted kinds", "UPDATE fields SET value = 1.0 WHERE name = 'done'", 1),
      ("counted kinds", "DELETE FROM snapshots WHERE kind = 'open'", 1),
    ])
  func aDocumentThatItsRowsContradictIsAFault(
    _ finding: String, _ change: String, _ expected: Int
  ) throws {
    try makeDocuments()
    try store.edit(change)
    #expect(try faults(finding) == expected)
  }

  @Test(
    arguments: [
      ("UPDATE job_stages SET done = done - 1 WHERE position = 0", 1),
      ("UPDATE job_stages SET weight = 1 WHERE position = 0", 1),
      ("UPDATE documents SET import = 1", 1),
      ("UPDATE job_stages SET position = 7 WHERE position = 1", 1),
      ("UPDATE job_attempts SET attempt = 2", 1),
      ("UPDATE jobs SET revision = 99", 1),
      ("PRAGMA ignore_check_constraints = ON; UPDATE jobs SET tick = -1", 1),
      ("UPDATE sqlite_sequence SET seq = 0 WHERE name = 'jobs'", 1),
      ("INSERT INTO staged_replacements VALUES (1, 'a', 0, 0)", 1),
      ("INSERT INTO staged_fields VALUES (1, 'a', 'x', 0)", 1),
      ("INSERT INTO imports VALUES (1, NULL, 0, 0, 0)", 1),
    ])
  func aJobThatItsRowsContradictIsAFault(_ change: String, _ expected: Int) throws {
    try makeDocuments()
    let runner = JobRunner(try store.writer())
    try runner.run(try runner.create(kind: "test"), stages: [("work", 95, 2), ("publish", 5, 1)]) {
      _, _ in
    }
    #expect(try faults("jobs") == 0)
    try store.edit(change)
    #expect(try faults("jobs") == expected)
  }

  @Test(
    arguments: [
      ("CREATE TABLE intruder (x)", "not of the store: table intruder"),
      ("DROP INDEX jobs_by_state", "missing: index jobs_by_state"),
      (
        "DROP VIEW change_log; CREATE VIEW other AS SELECT 1",
        "not of the store: view other; missing: view change_log"
      ),
      (
        "DROP VIEW store_status; CREATE VIEW store_status AS SELECT 1",
        "an object has another definition"
      ),
    ])
  func anAlteredSchemaIsNoStoreAndTheErrorSaysWhatIsAltered(
    _ change: String, _ difference: String
  ) throws {
    try store.edit(change)
    let error = try failure { _ = try StoreCheck.run(store.location) }
    #expect(error.code == .incompatible && error.message.contains(difference + "."))
  }

  @Test(
    arguments: [
      ("DELETE FROM snapshots WHERE revision = 3", "todo"),
      ("DELETE FROM documents WHERE id = 'b'", "b"),
      ("UPDATE changes SET name = 'ghost' WHERE revision = 3", nil),
    ] as [(String, String?)])
  func whatTheChangeLogSaysOfAThingThatIsNotSoIsAFault(
    _ change: String, _ name: String?
  ) throws {
    try makeDocuments()
    try store.edit(change)
    let check = try StoreCheck.run(store.location)
    let revisions = try #require(check.findings.first { $0.name == "revisions" })
    #expect(revisions.details.map(\.name) == [name])
  }

  @Test func aPageOfZeroesIsFoundOrEndsTheCheck() throws {
    let path = try store.paths.store
    for sidecar in [path + "-wal", path + "-shm"] { try #require(unlink(sidecar) == 0) }
    var bytes = try contents(path)
    // The last page holds rows; the first ones the schema.
    for index in (bytes.count - 4_096)..<bytes.count { bytes[index] = 0 }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    do throws(StoreError) {
      let check = try StoreCheck.run(store.location)
      #expect(!check.isSound)
    } catch {
      #expect(error.code == .damaged)
    }
  }
}
