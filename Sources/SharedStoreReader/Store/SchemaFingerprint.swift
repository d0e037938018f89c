package import SharedStoreModel
import SharedStoreSQLite

/// The schema of a store as one number, so that any object that is not ours, or not as we made it,
/// is noticed.
package enum SchemaFingerprint {
  /// Marks the file as ours: "SST1".
  package static let applicationID: Int64 = 0x5353_5431
  /// What marked the files of versions before the first release.
  static let formerApplicationID: Int64 = 0x5368_5374

  /// The fingerprint of every released schema; version n stands at index n - 1.
  ///
  /// A test recomputes them from the migrations.
  package static let released: [Int64] = [
    4015072989663169200,
    -3356062110956660149,
    6452002703039951085,
  ]

  /// The newest schema this code knows.
  package static var currentVersion: Int64 { Int64(released.count) }

  /// Computes the fingerprint of a database, leaving out what others may add without changing what
  /// our statements do: statistics and a replication tool's bookkeeping tables.
  package static func compute(_ database: Database) throws(StoreError) -> Int64 {
    var checksum = Checksum()
    try database.forEachRow(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
    ) {
      row throws(StoreError) in
      let (type, name) = (row.text() ?? "", row.text() ?? "")
      if isForeign(type: type, name: name) { return }
      checksum.add(type)
      checksum.add(name)
      checksum.add(row.text())
      checksum.add(row.text())
    }
    return checksum.value
  }

  static func isForeign(type: String, name: String) -> Bool {
    guard type == "table" || type == "index" else { return false }
    return name.hasPrefix("sqlite_stat") || name.hasPrefix("_litestream_")
      || name.hasPrefix("sqlite_autoindex__litestream_") || searchTables.contains(name)
  }

  /// The tables that FTS5 keeps behind the search index; their text belongs to the library.
  private static let searchTables: Set = [
    "search_index_data", "search_index_idx", "search_index_docsize", "search_index_config",
  ]
}
