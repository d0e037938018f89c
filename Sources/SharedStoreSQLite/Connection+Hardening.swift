package import SharedStoreSystem
import CSharedStoreSQLite

extension Connection {
  /// The largest value or statement any connection accepts: far above every limit of the store,
  /// far below what would hurt an extension.
  private static let maximumLength: Int32 = 64 << 20

  /// Treats the file as if a stranger had written it: https://www.sqlite.org/security.html.
  borrowing func harden(queryOnly: Bool) throws(SQLiteError) {
    let options: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
      (SQLITE_DBCONFIG_DQS_DDL, 0),
    ]
    for (option, value) in options {
      let code = shared_store_db_config(handle.pointer, option, value)
      guard code == SQLITE_OK else { throw handle.failure(code, "sqlite3_db_config") }
    }
    let limits: [(Int32, Int32)] = [
      (SQLITE_LIMIT_LENGTH, Connection.maximumLength), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_EXPR_DEPTH, 100),
      (SQLITE_LIMIT_VARIABLE_NUMBER, 200),
    ]
    for (limit, value) in limits { sqlite3_limit(handle.pointer, limit, value) }
    sqlite3_progress_handler(handle.pointer, 10_000, progress, handle.deadline)
    setBusyTimeout(milliseconds: 5_000)
    if queryOnly { try execute("PRAGMA query_only = ON") }
    try execute("PRAGMA mmap_size = 0")
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA wal_autocheckpoint = 0")
  }

  /// How long a statement waits for a lock of SQLite's own.
  package borrowing func setBusyTimeout(milliseconds: Int64) {
    sqlite3_busy_timeout(handle.pointer, Int32(clamping: milliseconds))
  }

  /// From now on, a statement that runs past this instant fails with `SQLITE_INTERRUPT`.
  package borrowing func setDeadline(_ deadline: MonotonicTime?) {
    handle.deadline.pointee = deadline?.nanoseconds ?? 0
  }
}

/// Called by SQLite every few thousand steps; a result other than 0 interrupts the statement.
private func progress(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let deadline = context?.assumingMemoryBound(to: UInt64.self).pointee, deadline != 0 else {
    return 0
  }
  return MonotonicTime.now.nanoseconds > deadline ? 1 : 0
}
