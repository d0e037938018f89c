import CSharedStoreSQLite
import Testing

/// A store's file as SQLite alone sees it, written with no regard for any rule.
final class RawStore {
  private var database: OpaquePointer?

  init(_ path: String) throws {
    try #require(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    #expect(run("PRAGMA ignore_check_constraints = ON"))
  }

  deinit { sqlite3_close(database) }

  /// Whether a statement could be run.
  func run(_ sql: String) -> Bool { sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK }

  /// The rows of a statement as text.
  func rows(_ sql: String) -> [[String]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { return [] }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
        })
    }
    return rows
  }

  /// What is done to one row.
  struct Damage: Sendable, CustomStringConvertible {
    let table: String
    /// `nil`: the row goes.
    let column: String?
    let sql: String

    var description: String { sql }
  }

  private static let numbers = ["-9223372036854775808", "-1", "0", "1", "9223372036854775807"]

  /// Every number of every row set to its extremes, every text to what is none, and every row
  /// removed, one at a time.
  func damages() -> [Damage] {
    let tables = rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search_index%'
        AND name NOT LIKE 'sqlite_stat%' ORDER BY name
      """)
    return tables.flatMap { damages(of: $0[0]) }
  }

  private func damages(of table: String) -> [Damage] {
    let columns = rows("SELECT name, type, pk FROM pragma_table_info('\(table)')")
    var keys = columns.filter { $0[2] != "0" }.map { $0[0] }
    if keys.isEmpty { keys = ["rowid"] }
    let found = rows("SELECT \(keys.map { "quote(\($0))" }.joined(separator: ", ")) FROM \(table)")
    return found.flatMap { row in
      let place = zip(keys, row).map { "\($0) IS \($1)" }.joined(separator: " AND ")
      let changed = columns.flatMap { column in
        let values = column[1] == "TEXT" ? ["CAST(x'66ff' AS TEXT)"] : RawStore.numbers
        return values.map { value in
          Damage(
            table: table, column: column[0],
            sql: "UPDATE \(table) SET \(column[0]) = \(value) WHERE \(place)")
        }
      }
      return changed + [
        Damage(table: table, column: nil, sql: "DELETE FROM \(table) WHERE \(place)")
      ]
    }
  }
}
