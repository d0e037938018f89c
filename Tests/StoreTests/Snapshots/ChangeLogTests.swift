import SharedStore
import Testing

@Suite struct ChangeLogTests {
  private let store: TestStore
  private let writer: BlockingStoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
  }

  @Test func everyRevisionSaysWhatChangedWhenAndByWhom() throws {
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    try writer.write { tx in
      try tx.publish(Note(text: "hello"))
      try tx.publish(CountSnapshot(count: 4), kind: "todo")
    }
    let rows = try store.rows(
      """
      SELECT revision, position, subject, name, action, program, program_version FROM changes
      ORDER BY revision, position
      """, columns: 7)
    #expect(
      rows == [
        ["1", "0", "snapshot", "todo", "changed", "tests", "1.2.3"],
        ["2", "0", "snapshot", "note", "changed", "tests", "1.2.3"],
        ["2", "1", "snapshot", "todo", "changed", "tests", "1.2.3"],
      ])
    #expect(try store.number("SELECT min(committed_at) > 1700000000000 FROM changes") == 1)
  }

  @Test func theLogKeepsTheLastThousandRevisions() throws {
    // A log that has grown to the next trimming, every revision in it.
    try store.edit(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1087)
      INSERT INTO changes SELECT i, 0, 'snapshot', 'todo', 'changed', 0, 'app', '1' FROM n;
      UPDATE store SET revision = 1087;
      """)
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(try store.number("SELECT min(revision) FROM changes") == 89)
    #expect(try store.number("SELECT count(DISTINCT revision) FROM changes") == 1_000)
    #expect(try StoreCheck.run(store.location).isSound)
  }

  @Test func betweenTrimmingsTheLogOnlyGrows() throws {
    try store.edit(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1088)
      INSERT INTO changes SELECT i, 0, 'snapshot', 'todo', 'changed', 0, 'app', '1' FROM n;
      UPDATE store SET revision = 1088;
      """)
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(try store.number("SELECT count(*) FROM changes") == 1_089)
  }
}

@Suite struct RefreshRequestTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
  }

  private func requests() throws -> [[String?]] {
    try store.rows("SELECT kind, revision FROM refresh_requests ORDER BY kind", columns: 2)
  }

  @Test func aChangedRecordAsksForANewTimelineOfItsKind() throws {
    let writer = try store.writer()
    #expect(try writer.publish(CountSnapshot(count: 3), kind: "todo").refreshRequested)
    #expect(try writer.publish(Note(text: "hello")).refreshRequested)
    #expect(try requests() == [["note", "2"], ["todo", "1"]])
    #expect(try writer.publish(CountSnapshot(count: 4), kind: "todo").refreshRequested)
    #expect(try requests() == [["note", "2"], ["todo", "3"]])
    let times = try store.number("SELECT min(requested_at) > 1700000000000 FROM refresh_requests")
    #expect(times == 1)
  }

  @Test func anUnchangedRecordAsksForNone() throws {
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    try writer.publish(Note(text: "hello"))
    let again = try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(!again.refreshRequested)
    #expect(try requests() == [["note", "2"], ["todo", "1"]])
  }

  @Test func aWriterCanBeToldToAskForNone() throws {
    let writer = try store.writer { $0.requestsRefresh = false }
    let receipt = try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(receipt.changed && !receipt.refreshRequested)
    #expect(try requests() == [])
  }

  @Test func aReaderNeverAsks() throws {
    let writer = try store.writer { $0.requestsRefresh = false }
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    let reader = store.reader()
    _ = reader.readCount("todo")
    _ = SnapshotTimeline(now: .now, reading: reader.readCount("todo"))
    #expect(try requests() == [])
  }
}
