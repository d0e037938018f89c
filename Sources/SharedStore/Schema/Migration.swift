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
  static func migrate(_ database: Database) throws(StoreError) {
    // The steps begin a log of their own, so that the file's schema cookie is always one of the two
    // that the row of `store` names.
    try database.copyLog(.emptying)
    for migration in all {
      do {
        try database.writing(begun: { StoreError($0) }) {
          guard try database.integer("PRAGMA user_version") == migration.number - 1 else {
            return ((), commit: false)
          }
          try database.noteNewLog()
          try database.call { connection throws(SQLiteError) in
            try connection.executeScript(migration.sql, named: migration.name)
          }
          // A reader may hold back the next checkpoint behind this commit: the row has to name the
          // schema that is in the file then.
          try database.run(
            "UPDATE store SET schema_version = ?1, cookie = ?2", migration.number,
            try database.integer("PRAGMA schema_version"))
          return ((), commit: true)
        }
      } catch let error as StoreError {
        throw error
      } catch {
        throw StoreError(.failed, "The store could not be migrated.")
      }
    }
  }
}
