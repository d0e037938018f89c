import CSharedStoreMigrations
import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// One numbered step of the schema, embedded from `Migrations/`.
package struct Migration: Hashable, Sendable {
  /// The number: 1, 2, 3, without gaps.
  package let number: Int
  /// The file's name.
  package let name: String
  /// The file's text.
  package let sql: String

  /// Every step, in order.
  package static let all: [Migration] = (0..<shared_store_migration_count()).map { index in
    let migration = shared_store_migration_at(index)
    return Migration(
      number: index + 1, name: String(cString: migration.name), sql: String(cString: migration.sql))
  }

  /// Brings an open store up to the newest schema, one transaction a step.
  ///
  /// Runs under the writer lock; the version is read inside each transaction, so two processes
  /// cannot both take a step.
  static func migrate(_ connection: borrowing Connection) throws(StoreError) {
    for migration in all {
      try StoreError.mapping("migrate the store") { () throws(SQLiteError) in
        try connection.beginImmediate()
        defer { connection.rollback() }
        guard try connection.integer("PRAGMA user_version") == migration.number - 1 else { return }
        try connection.executeScript(migration.sql, named: migration.name)
        let update = try connection.statement("UPDATE store SET schema_version = ?1")
        try update.bind(Int64(migration.number), at: 1)
        try update.run()
        try connection.commit()
      }
    }
  }
}
