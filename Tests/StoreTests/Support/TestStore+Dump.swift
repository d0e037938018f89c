import CSharedStoreSQLite
import SharedStoreReader

extension TestStore {
  /// Every row of every table as text, but those of the store's identity, of the search index and
  /// of SQLite itself.
  func dump() throws -> [String: [String]] {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    guard try sqlite3_open_v2(paths.store, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK
    else { return [:] }
    let names = TestStore.lines(
      database,
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
        AND name NOT LIKE 'search_index%' AND name != 'store'
      """)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, TestStore.lines(database, "SELECT * FROM " + $0)) })
  }

  private static func lines(_ database: OpaquePointer?, _ sql: String) -> [String] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { return [] }
    var lines: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let columns = (0..<sqlite3_column_count(statement)).map { column in
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
      }
      lines.append(columns.joined(separator: "|"))
    }
    return lines
  }
}
