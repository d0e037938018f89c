import SharedStoreModel
package import SharedStoreSQLite

/// The schema of a store as one number, so that any object that is not ours, or not as we made it,
/// is noticed (contract F4).
package enum SchemaFingerprint {
  /// Marks the file as ours: "ShSt".
  package static let applicationID: Int64 = 0x5368_5374

  /// The fingerprint of every released schema; version n stands at index n - 1.
  ///
  /// A test recomputes them from the migrations.
  package static let released: [Int64] = [
    6096328913296197074,
    -6743478394838006582,
    -6990072318506691844,
    1656840765302766508,
  ]

  /// The newest schema this code knows.
  package static var currentVersion: Int64 { Int64(released.count) }

  /// Computes the fingerprint of a database, leaving out what others may add without changing what
  /// our statements do: statistics and a replication tool's bookkeeping tables.
  package static func compute(_ connection: borrowing Connection) throws(SQLiteError) -> Int64 {
    let rows = try connection.statement(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
    var checksum = Checksum()
    while try rows.step() {
      let name = rows.text(1) ?? ""
      if isForeign(type: rows.text(0) ?? "", name: name) { continue }
      for column in 0..<4 as Range<Int32> { checksum.add(rows.text(column)) }
    }
    return checksum.value
  }

  private static func isForeign(type: String, name: String) -> Bool {
    guard type == "table" || type == "index" else { return false }
    return name.hasPrefix("sqlite_stat") || name.hasPrefix("_litestream_")
      || name.hasPrefix("sqlite_autoindex__litestream_") || searchTables.contains(name)
  }

  /// The tables that FTS5 keeps behind the search index; their text belongs to the library.
  private static let searchTables: Set = [
    "search_index_data", "search_index_idx", "search_index_docsize", "search_index_config",
  ]
}
