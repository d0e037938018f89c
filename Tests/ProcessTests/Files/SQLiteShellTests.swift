import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// What a person sees with `sqlite3 -readonly "$(extension path)"`.
  @Suite(.needsSQLiteShell) struct SQLiteShellTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "3", "--title", "Today").expectSuccess()
      try bench.app("publish", "note", input: #"{"b":1,"a":"x"}"#).expectSuccess()
      try bench.app("count", "set", "todo", "4").expectSuccess()
    }

    private func query(_ sql: String) throws -> String {
      let path = try bench.extension("path").output.dropLast()
      return try SQLiteShell.run(String(path), sql, readOnly: true)
    }

    @Test func theLatestSnapshotsAreShownWithTheirTimesInISO8601() throws {
      let rows = try query(
        "SELECT kind, revision, type, count, title, payload, writer FROM latest_snapshots "
          + "ORDER BY kind")
      #expect(
        rows == """
          note|2|json|||{"a":"x","b":1}|app 0.1.0
          todo|3|count|4|Today|{"count":4,"title":"Today"}|app 0.1.0
          """)
      let times = try query("SELECT changed_at FROM latest_snapshots ORDER BY kind")
      let record = try bench.extension("snapshot", "todo", "--json").output
      let todo = try #require(times.split(separator: "\n").last)
      #expect(record.contains(#""changedAt":"\#(todo)""#))
      #expect(try #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#.wholeMatch(in: todo) != nil)
    }

    @Test func theStoresStatusIsShownWithItsTimesInISO8601() throws {
      let row = try query(
        "SELECT store_id, app_group, revision, kinds, last_writer, created_at, last_change_at "
          + "FROM store_status")
      let fields = row.split(separator: "|")
      try #require(fields.count == 7)
      let status: StatusReport = try bench.extension("status", "--json").decoded()
      #expect(fields[0] == status.storeUUID)
      #expect(fields[1...4] == [Substring(bench.store.appGroup), "3", "2", "app 0.1.0"])
      let shape = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#
      for time in fields[5...6] { #expect(try shape.wholeMatch(in: time) != nil) }
    }

    @Test func aReadOnlyShellLeavesTheStoreAsItIs() throws {
      let before = try FolderImage(bench.store.directory)
      _ = try query("SELECT * FROM latest_snapshots")
      #expect(try FolderImage(bench.store.directory).names == before.names)
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision == 3)
    }

    @Test func afterAShellThatWritesBothToolsGoOn() throws {
      // A plain session removes the log and its index when it ends.
      try SQLiteShell.run(bench.store.store, "SELECT 1 FROM store")
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      let receipt: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      #expect(record.revision == 3 && receipt.revision == 4)
    }

    @Test func aShellBesideAnOpenWriterTakesNothingAwayFromIt() throws {
      let writer = try bench.contentionWriter(milliseconds: 50)
      let log = try inode(of: bench.store.log)
      try SQLiteShell.run(bench.store.store, "SELECT count(*) FROM snapshots")
      #expect(try inode(of: bench.store.log) == log)
      writer.resume()
      let report: ContentionReport = try writer.wait().decoded()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(report.commits > 0 && record.revision == report.lastRevision)
    }

    @Test func aShellBesideAWaitingReaderTakesNothingAwayFromIt() throws {
      let reader = try bench.start(
        .extension,
        ["snapshot", "todo", "--at-least", "4", "--wait", "60s", "--json", "--log-level", "info"])
      try eventually("the reader has read") { reader.error.contains("event=read ") }
      let log = try inode(of: bench.store.log)
      try SQLiteShell.run(bench.store.store, "SELECT count(*) FROM snapshots")
      #expect(try inode(of: bench.store.log) == log)
      try bench.app("count", "set", "todo", "7").expectSuccess()
      let record: RecordReport = try reader.wait().decoded()
      #expect(record.revision == 4 && record.count == 7)
    }

    private func inode(of path: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(attributes[.systemFileNumber] as? Int)
    }
  }
}
