import SharedStore
import SharedStoreSQLite
import Testing

/// The tables refuse what the library would never write, whoever writes it.
@Suite struct ConstraintTests {
  private static let insertions: [(table: String, columns: [String], values: [String])] = [
    (
      "store",
      ["id", "store_id", "incarnation", "app_group", "schema_version", "created_at", "mark"],
      ["1", id, id, "'g'", "1", "0", "0"]
    ),
    (
      "changes",
      ["revision", "position", "subject", "name", "things", "action", "committed_at"],
      ["1", "0", "'snapshot'", "'todo'", "1", "'changed'", "0"]
    ),
    (
      "snapshots",
      [
        "kind", "slot", "revision", "type", "format", "count", "changed_at", "bytes",
        "refresh_revision", "refresh_at", "payload",
      ],
      ["'todo'", "0", "1", "'count'", "1", "3", "0", "2", "1", "0", "'{}'"]
    ),
  ]
  private static let id = "'00000000-0000-0000-0000-000000000000'"
  /// Columns every row of a table needs and no test here is about.
  private static let others = [
    "store": "file_inode, log_id, log_base, checkpoint_id, base_cookie, cookie",
    "changes": "writer, checksum", "snapshots": "writer, checksum",
  ]

  /// Inserts the row of a table that is right in everything but one column.
  private func insert(_ table: String, _ column: String = "", _ value: String = "") throws {
    let connection = try Connection.inMemory()
    for migration in Migration.all {
      try connection.executeScript(migration.sql, named: migration.name)
    }
    let row = try #require(ConstraintTests.insertions.first { $0.table == table })
    try #require(column.isEmpty || row.columns.contains(column))
    let values = zip(row.columns, row.values).map { $0 == column ? value : $1 }
    let others = ConstraintTests.others[table].map { $0.isEmpty ? "" : ", " + $0 } ?? ""
    let zeros = others.split(separator: ",").map { _ in ", 0" }.joined()
    try connection.executeScript(
      """
      INSERT INTO \(table) (\(row.columns.joined(separator: ", "))\(others))
      VALUES (\(values.joined(separator: ", "))\(zeros))
      """, named: table)
  }

  @Test(arguments: ["store", "changes", "snapshots"])
  func theRowTheOthersDifferFromIsAccepted(_ table: String) throws {
    try insert(table)
  }

  @Test(
    arguments: [
      ("store", "id", "2"), ("store", "store_id", "'short'"), ("store", "store_id", "NULL"),
      ("store", "incarnation", "''"), ("store", "app_group", "''"),
      ("store", "app_group", "printf('%0129d', 0)"), ("store", "schema_version", "0"),
      ("changes", "revision", "-1"), ("changes", "revision", "1.5"), ("changes", "revision", "'x'"),
      // What adding one to the last revision would store in a table without strict types.
      ("changes", "revision", "9223372036854775807 + 1"), ("store", "created_at", "-1"),
      ("store", "mark", "-1"),
      ("changes", "things", "0"), ("changes", "position", "-1"),
      ("changes", "subject", "'nothing'"), ("changes", "action", "'touched'"),
      ("changes", "committed_at", "-1"), ("changes", "name", "NULL"),
      ("snapshots", "kind", "''"), ("snapshots", "kind", "printf('%0201d', 0)"),
      ("snapshots", "kind", "replace(printf('%0101d', 0), '0', char(233))"),
      ("snapshots", "revision", "0"), ("snapshots", "type", "''"), ("snapshots", "format", "0"),
      // A count without its column, and the column on what is no count.
      ("snapshots", "count", "NULL"), ("snapshots", "type", "'note'"),
      ("snapshots", "count", "'three'"), ("snapshots", "changed_at", "-1"),
      ("snapshots", "bytes", "3"), ("snapshots", "payload", "NULL"),
      ("snapshots", "payload", "'{ }'"),
      ("snapshots", "refresh_revision", "0"), ("snapshots", "refresh_at", "-1"),
      ("snapshots", "refresh_at", "NULL"), ("snapshots", "slot", "-1"),
    ])
  func aRowThatIsWrongInOneColumnIsRefused(
    _ table: String, _ column: String, _ value: String
  ) throws {
    let error = #expect(throws: SQLiteError.self) { try insert(table, column, value) }
    #expect(error?.code.primary == .constraint)
  }

  @Test(
    arguments: [
      ("snapshots", "kind", "printf('%0200d', 0)"),
      ("snapshots", "kind", "replace(printf('%0100d', 0), '0', char(233))"),
      ("changes", "revision", "9223372036854775807"), ("changes", "revision", "0"),
      ("store", "app_group", "printf('%0128d', 0)"),
      ("changes", "action", "'removed'"), ("changes", "subject", "'document'"),
    ])
  func theLastValueOfARangeIsAccepted(
    _ table: String, _ column: String, _ value: String
  ) throws {
    try insert(table, column, value)
  }
}
