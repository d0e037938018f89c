import CSharedStoreSQLite

extension Connection {
  /// Pages a step: between steps no lock of the target's is taken or given back.
  private static let pagesAStep: Int32 = 256

  /// Writes every page of this database, as its transaction sees it, over those of another, in one
  /// transaction of the other's, holding no more than a few of them.
  ///
  /// https://www.sqlite.org/c3ref/backup_finish.html. The other's schema cookie becomes one more
  /// than it was, and it stays in its journal mode.
  /// - Parameter target: A connection that is in no transaction.
  /// - Throws: The first failure, of either; the other is then as it was.
  package func copyPages(to target: Connection) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(target.pointer, "main", pointer, "main") else {
      throw target.failure(sqlite3_extended_errcode(target.pointer), "sqlite3_backup_init")
    }
    var code = SQLITE_OK
    while code == SQLITE_OK { code = sqlite3_backup_step(backup, Connection.pagesAStep) }
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw target.failure(code == SQLITE_DONE ? end : code, "sqlite3_backup_step")
    }
  }
}
