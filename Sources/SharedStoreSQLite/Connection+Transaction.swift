import CSharedStoreSQLite

extension Connection {
  /// Begins a transaction that may write.
  ///
  /// Never deferred: a read that turns into a write fails at once with `SQLITE_BUSY_SNAPSHOT`,
  /// whatever the busy timeout.
  package borrowing func beginImmediate() throws(SQLiteError) {
    try execute("BEGIN IMMEDIATE")
  }

  /// Begins a transaction that only reads; its view is fixed by its first SELECT.
  package borrowing func beginRead() throws(SQLiteError) {
    try execute("BEGIN")
  }

  /// Makes the transaction's changes visible together.
  package borrowing func commit() throws(SQLiteError) {
    try execute("COMMIT")
  }

  /// Ends the transaction without its changes.
  ///
  /// It never fails in a way that matters: after an error that already rolled back there is nothing
  /// left to undo.
  package borrowing func rollback() {
    guard isInTransaction else { return }
    try? execute("ROLLBACK")
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }
}
