import Foundation
import SharedStore
import SharedStoreSQLite
import Testing

@Suite struct CheckTests {
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
    #expect(check.token.revision == Revision(3))
    #expect(check.findings.map(\.name) == ["schema", "pages", "records", "revisions"])
    let examined = Dictionary(uniqueKeysWithValues: check.findings.map { ($0.name, $0.examined) })
    #expect(examined["records"] == 3 && examined["revisions"] == 3)
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

  @Test(
    arguments: [
      ("DELETE FROM changes WHERE revision = 2", 1),
      ("DELETE FROM changes WHERE revision = 3", 1),
      ("DELETE FROM changes", 1), ("UPDATE store SET revision = 2", 1),
      ("UPDATE store SET revision = 9", 1),
      // The oldest may go: the log is bounded.
      ("DELETE FROM changes WHERE revision = 1", 0),
    ])
  func aGapInTheLogOfRevisionsIsAFault(_ change: String, _ expected: Int) throws {
    try store.edit(change)
    #expect(try faults("revisions") == expected)
  }

  @Test func anAlteredSchemaIsNoStore() throws {
    try store.edit("CREATE TABLE intruder (x)")
    #expect(try failure { _ = try StoreCheck.run(store.location) }.code == .incompatible)
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
