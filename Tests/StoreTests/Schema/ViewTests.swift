import Foundation
import SharedStore
import SharedStoreSQLite
import Testing

/// The views are for people; the library's connections refuse to read them, so their text is run.
@Suite struct ViewTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3, title: "Today"), kind: "todo")
    try writer.publish(CountSnapshot(count: 4, title: "Today"), kind: "todo")
    try writer.publish(Note(text: "hello"))
    try store.edit(
      """
      UPDATE snapshots SET changed_at = 1792889400042;
      UPDATE changes SET committed_at = 1792889400000 + revision;
      UPDATE store SET created_at = 0;
      """)
  }

  /// Runs the SELECT of a view into a table `result` of the connection's own.
  private func select(from view: String) throws -> Connection {
    let connection = try store.connection(.readWrite)
    var definitions: [String] = []
    do {
      let rows = try connection.statement("SELECT sql FROM sqlite_schema WHERE type = 'view'")
      while try rows.step() { definitions.append(rows.text(0) ?? "") }
    }
    func text(_ view: String) throws -> String {
      let prefix = "CREATE VIEW \(view) AS"
      let definition = try #require(definitions.first { $0.hasPrefix(prefix) })
      return String(definition.dropFirst(prefix.count))
    }
    // One view reads from another.
    let select = try text(view)
      .replacingOccurrences(of: "FROM change_log", with: "FROM (\(text("change_log")))")
    try connection.executeScript("CREATE TEMP TABLE result AS" + select, named: view)
    return connection
  }

  private func rows(_ connection: borrowing Connection, _ columns: Int32) throws -> [[String?]] {
    let rows = try connection.statement("SELECT * FROM temp.result ORDER BY 1")
    var result: [[String?]] = []
    while try rows.step() { result.append((0..<columns).map { rows.text($0) }) }
    return result
  }

  @Test func latestSnapshotsShowsTheNewestRecordOfEachKind() throws {
    let rows = try rows(select(from: "latest_snapshots"), 9)
    #expect(
      rows == [
        [
          "note", "3", "note", "1", nil, nil, #"{"stars":0,"text":"hello"}"#,
          "2026-10-25T00:50:00.042Z", "tests 1.2.3",
        ],
        [
          "todo", "2", "count", "1", "4", "Today", #"{"count":4,"title":"Today"}"#,
          "2026-10-25T00:50:00.042Z", "tests 1.2.3",
        ],
      ])
  }

  @Test func refreshRequestsShowsWhatWasAskedLastForEachKind() throws {
    try store.edit("UPDATE snapshots SET refresh_at = 1792889400042")
    let rows = try rows(select(from: "refresh_requests"), 3)
    #expect(
      rows == [
        ["note", "3", "2026-10-25T00:50:00.042Z"], ["todo", "2", "2026-10-25T00:50:00.042Z"],
      ])
  }

  @Test func changeLogShowsWhatChangedWhenAndByWhom() throws {
    let rows = try rows(select(from: "change_log"), 7)
    #expect(rows.count == 4)
    #expect(
      rows.last == [
        "3", "snapshot", "note", "1", "changed", "2026-10-25T00:50:00.003Z", "tests 1.2.3",
      ])
  }

  @Test func storeStatusShowsTheStoreAndItsLastChange() throws {
    let rows = try rows(select(from: "store_status"), 9)
    let ids = try #require(
      try store.rows("SELECT store_id, incarnation FROM store", columns: 2).first)
    #expect(
      rows == [
        [
          ids[0], ids[1], TestStore.group, String(Migration.all.count), "3",
          "1970-01-01T00:00:00.000Z",
          "2", "2026-10-25T00:50:00.003Z", "tests 1.2.3",
        ]
      ])
  }
}
