import Foundation
import SharedStoreTesting
import Testing

/// A store as the first released schema left it, made by the `sqlite3` shell.
enum FirstSchema {
  private static let migration = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Migrations")

  /// The file of the first migration.
  private static func sql() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: migration.path)
    let first = try #require(names.first { $0.hasPrefix("0001_") })
    return try String(contentsOf: migration.appending(path: first), encoding: .utf8)
  }

  /// Makes a store file in write-ahead mode.
  static func make(_ path: String, for store: TemporaryStore, id: String) throws {
    try SQLiteShell.run(
      path,
      """
      PRAGMA journal_mode = wal;
      \(try sql());
      INSERT INTO store (id, store_id, incarnation, app_group, schema_version, created_at,
        file_inode, log_id, log_base, checkpoint_id, mark, base_cookie, cookie)
      SELECT 1, '\(id)', '\(id)', '\(store.appGroup)', 1, 0, 0, random(), random(), random(), 0,
        schema_version, schema_version FROM pragma_schema_version;
      INSERT INTO writers VALUES (-3852168033988099784, 'tests', '1');
      INSERT INTO changes VALUES (0, 0, 'store', 'created', 1, 'changed', 0, -3852168033988099784, 4278859247481771021);
      """)
    var status = stat()
    try #require(stat(path, &status) == 0)
    try SQLiteShell.run(path, "UPDATE store SET file_inode = \(status.st_ino)")
  }
}
