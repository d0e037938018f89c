import CSharedStoreSQLite

/// Owns a `sqlite3 *` and its prepared statements.
///
/// A connection and its statements share it, so the database is closed when the last of them is
/// gone and never under a statement's feet.
final class ConnectionHandle {
  let pointer: OpaquePointer
  let interrupter: ConnectionInterrupter
  /// Prepared statements by the address of their SQL constant.
  private var cache: [UInt: OpaquePointer] = [:]
  /// When a running statement is interrupted, in nanoseconds of the monotonic clock; 0 = never.
  ///
  /// A heap cell, since SQLite's progress handler reads it through a C pointer.
  let deadline: UnsafeMutablePointer<UInt64>

  /// Frames in the log after this connection's last commit.
  let logFrames: UnsafeMutablePointer<Int32>

  init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
    interrupter = ConnectionInterrupter(pointer)
    deadline = .allocate(capacity: 1)
    deadline.initialize(to: 0)
    logFrames = .allocate(capacity: 1)
    logFrames.initialize(to: 0)
  }

  deinit {
    interrupter.invalidate()
    for statement in cache.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(pointer)
    deadline.deallocate()
    logFrames.deallocate()
  }

  /// The statement of this SQL constant, reset and without bindings, compiled on first use.
  func statement(_ sql: StaticString) throws(SQLiteError) -> OpaquePointer {
    let key = UInt(bitPattern: sql.utf8Start)
    if let statement = cache[key] { return statement }
    var compiled: OpaquePointer?
    let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    let code = sqlite3_prepare_v3(
      pointer, text, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &compiled,
      nil)
    guard code == SQLITE_OK, let compiled else { throw failure(code, "\(sql)") }
    cache[key] = compiled
    return compiled
  }

  /// The error of the call that just failed.
  func failure(_ code: Int32, _ operation: String) -> SQLiteError {
    SQLiteError(
      code: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(pointer)),
      operation: operation)
  }
}
