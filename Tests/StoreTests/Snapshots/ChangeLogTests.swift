import SharedStore
import Testing

@Suite struct ChangeLogTests {
  private let store: TestStore
  private let writer: StoreWriter

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
      SELECT c.revision, c.position, c.subject, c.name, c.things, c.action, w.program, w.version
      FROM changes AS c JOIN writers AS w ON w.id = c.writer ORDER BY c.revision, c.position
      """, columns: 8)
    #expect(
      rows == [
        // A new store has the revision zero, in the same place as every other.
        ["0", "0", "store", "created", "1", "changed", "tests", "1.2.3"],
        ["1", "0", "snapshot", "todo", "1", "changed", "tests", "1.2.3"],
        ["2", "0", "snapshot", "note", "1", "changed", "tests", "1.2.3"],
        ["2", "1", "snapshot", "todo", "1", "changed", "tests", "1.2.3"],
      ])
    #expect(try store.number("SELECT min(committed_at) > 1700000000000 FROM changes") == 1)
  }

  @Test func theLogKeepsTheLastThousandRevisions() throws {
    // A log that has grown to the next trimming, every revision in it.
    try store.addRevisions(1...1_087)
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(try store.number("SELECT min(revision) FROM changes") == 89)
    #expect(try store.number("SELECT count(DISTINCT revision) FROM changes") == 1_000)
    #expect(try StoreCheck.run(store.location).isSound)
  }

  @Test func betweenTrimmingsTheLogOnlyGrows() throws {
    try store.addRevisions(1...1_088)
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(try store.number("SELECT count(*) FROM changes") == 1_090)
  }
}

@Suite struct RefreshRequestTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
  }

  private func requests() throws -> [[String?]] {
    try store.rows(
      """
      SELECT kind, refresh_revision FROM snapshots AS s WHERE refresh_revision IS NOT NULL
        AND revision = (SELECT max(revision) FROM snapshots WHERE kind = s.kind) ORDER BY kind
      """, columns: 2)
  }

  @Test func aChangedRecordAsksForANewTimelineOfItsKind() throws {
    let writer = try store.writer()
    #expect(try writer.publish(CountSnapshot(count: 3), kind: "todo").reloadKinds == ["todo"])
    #expect(try writer.publish(Note(text: "hello")).reloadKinds == ["note"])
    #expect(try requests() == [["note", "2"], ["todo", "1"]])
    #expect(try writer.publish(CountSnapshot(count: 4), kind: "todo").reloadKinds == ["todo"])
    #expect(try requests() == [["note", "2"], ["todo", "3"]])
    let times = try store.number("SELECT min(refresh_at) > 1700000000000 FROM snapshots")
    #expect(times == 1)
  }

  @Test func anUnchangedRecordAsksForNone() throws {
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    try writer.publish(Note(text: "hello"))
    let again = try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(again.reloadKinds.isEmpty)
    #expect(try requests() == [["note", "2"], ["todo", "1"]])
  }

  @Test func aWriterCanBeToldToAskForNone() throws {
    let writer = try store.writer { $0.requestsRefresh = false }
    let receipt = try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(receipt.changed && receipt.reloadKinds.isEmpty)
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
