import CSharedStoreSQLite
package import SharedStoreSystem
import Synchronization

/// One SQLite connection, used by one thread at a time and by this package only; closed when the
/// last reference to it, or to one of its statements, goes away.
///
/// Every connection is hardened alike, never checkpoints by itself and never maps the file.
package final class Connection {
  let pointer: OpaquePointer
  /// What can end this connection's statements from another thread.
  package let interrupter: ConnectionInterrupter
  /// Prepared statements by the address of their SQL constant.
  private var cache: [UInt: OpaquePointer] = [:]
  /// When a running statement is interrupted, in nanoseconds of the monotonic clock; 0 = never.
  ///
  /// A heap cell, since SQLite's progress handler reads it through a C pointer, and another thread
  /// may write it.
  private let deadline: UnsafeMutablePointer<Atomic<UInt64>>
  /// What can end the call that uses the connection now.
  package private(set) var suspension: Suspension?
  /// Whether the connection looks for a log beside its file.
  let usesLog: Bool
  #if FAULT_INJECTION
    /// The failure a test has given to a statement to come.
    package var fault: StatementFault? {
      didSet {
        if oldValue?.isInterrupting == true, fault?.isInterrupting != true { keepDeadline() }
      }
    }
  #endif
  /// Frames in the log after this connection's last commit.
  let frames: UnsafeMutablePointer<Int32>

  /// How a file is opened.
  package enum Access: Sendable {
    /// Reading only; the file and, in WAL mode, its sidecars must exist.
    case readOnly
    /// Reading a file that has no log beside it and that nobody changes meanwhile: no locks, no
    /// sidecars. https://www.sqlite.org/uri.html#uriimmutable
    case immutable
    /// Reading and writing an existing file.
    case readWrite
    /// Reading and writing a file that nobody else uses, and that has no log.
    case standalone
  }

  private init(adopting pointer: OpaquePointer, usesLog: Bool) {
    self.pointer = pointer
    self.usesLog = usesLog
    deadline = .allocate(capacity: 1)
    deadline.initialize(to: Atomic(0))
    interrupter = ConnectionInterrupter(pointer, deadline)
    frames = .allocate(capacity: 1)
    frames.initialize(to: 0)
  }

  deinit {
    interrupter.invalidate()
    for statement in cache.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(pointer)
    deadline.deinitialize(count: 1)
    deadline.deallocate()
    frames.deallocate()
  }

  /// Opens a database file.
  /// - Parameters:
  ///   - path: An absolute path without links in it.
  ///   - access: What the connection may do.
  /// - Returns: The connection, hardened.
  /// - Throws: `SQLITE_CANTOPEN` and its kin. Damage shows at the first statement, not here.
  package static func open(path: String, access: Access) throws(SQLiteError) -> Connection {
    switch access {
    case .readOnly:
      return try open(path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW)
    case .immutable:
      let uri = "file:" + percentEncoded(path) + "?immutable=1"
      return try open(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_URI)
    case .readWrite, .standalone:
      return try open(
        path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, usesLog: access == .readWrite)
    }
  }

  /// Opens a private database in memory.
  package static func inMemory() throws(SQLiteError) -> Connection {
    try open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY)
  }

  private static func open(
    _ name: String, _ flags: Int32, usesLog: Bool = true
  ) throws(SQLiteError) -> Connection {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else {
      throw SQLiteError(
        code: ResultCode(rawValue: code), message: "out of memory", operation: "sqlite3_open_v2")
    }
    // "Whether or not an error occurs when it is opened, resources associated with the database
    // connection handle should be released": https://www.sqlite.org/c3ref/open.html
    let connection = Connection(
      adopting: opened,
      usesLog: usesLog && flags & (SQLITE_OPEN_URI | SQLITE_OPEN_MEMORY) == 0)
    guard code == SQLITE_OK else { throw connection.failure(code, "sqlite3_open_v2") }
    connection.follow(Suspension.current)
    try connection.harden(queryOnly: flags & SQLITE_OPEN_READONLY != 0)
    return connection
  }

  // MARK: Statements

  /// The statement of a SQL constant: compiled once per connection, and reset when the returned
  /// value goes away, so nothing stays open between calls.
  package func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
    if let suspension, suspension.isExpired {
      throw SQLiteError(
        code: .interrupt, message: "the process is about to be suspended", operation: "\(sql)",
        isSuspension: true)
    }
    return try prepared(sql)
  }

  /// The statement of a SQL constant, also of a process that is about to be suspended.
  private func prepared(_ sql: StaticString) throws(SQLiteError) -> Statement {
    #if FAULT_INJECTION
      try reachFault(sql)
    #endif
    let key = UInt(bitPattern: sql.utf8Start)
    if let statement = cache[key] {
      // A statement that is still being stepped would be reset under its user's feet.
      assert(sqlite3_stmt_busy(statement) == 0, "in use: \(sql)")
      return Statement(statement, of: self, sql: sql)
    }
    var compiled: OpaquePointer?
    let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    let code = sqlite3_prepare_v3(
      pointer, text, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &compiled,
      nil)
    guard code == SQLITE_OK, let compiled else { throw failure(code, "\(sql)") }
    cache[key] = compiled
    return Statement(compiled, of: self, sql: sql)
  }

  /// The statement of a SQL constant, with values for its parameters in their order.
  package func statement<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws(SQLiteError) -> Statement {
    let statement = try statement(sql)
    var index: Int32 = 1
    for value in repeat each values {
      try value.bind(to: statement, at: index)
      index += 1
    }
    return statement
  }

  /// Runs a statement that returns no rows.
  package func execute(_ sql: StaticString) throws(SQLiteError) {
    try statement(sql).run()
  }

  /// The first column of the first row of a statement, 0 if there is none.
  package func integer(_ sql: StaticString) throws(SQLiteError) -> Int64 {
    let row = try statement(sql)
    return try row.step() ? row.integer(0) : 0
  }

  /// Runs several statements of one text, such as a migration.
  package func executeScript(_ script: String, named name: String) throws(SQLiteError) {
    let code = sqlite3_exec(pointer, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code, name) }
  }

  /// Rows changed by the last INSERT, UPDATE or DELETE.
  package var changedRows: Int { Int(sqlite3_changes64(pointer)) }

  /// Rows changed since the connection was opened, those of transactions that were rolled back
  /// included.
  package var totalChangedRows: Int64 { sqlite3_total_changes64(pointer) }

  /// The rowid of the last row inserted.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(pointer) }

  /// The error of the call that just failed.
  func failure(_ code: Int32, _ operation: String) -> SQLiteError {
    let code = ResultCode(rawValue: code)
    let file = sqlite3_db_filename(pointer, "main").map { String(cString: $0) } ?? ""
    return SQLiteError(
      code: code, message: String(cString: sqlite3_errmsg(pointer)), operation: operation,
      // Of another failure the number would be that of an earlier call.
      systemErrorNumber: code.isOfFile ? sqlite3_system_errno(pointer) : 0,
      file: file.isEmpty ? nil : file,
      isSuspension: code.primary == .interrupt && suspension?.hasExpired == true)
  }

  // MARK: Transactions

  /// Begins a transaction that may write.
  ///
  /// Never deferred: a read that turns into a write fails at once with `SQLITE_BUSY_SNAPSHOT`,
  /// whatever the busy timeout.
  package func beginImmediate() throws(SQLiteError) {
    try execute("BEGIN IMMEDIATE")
  }

  /// Begins a transaction that only reads; its view is fixed by its first SELECT.
  package func beginRead() throws(SQLiteError) {
    try execute("BEGIN")
  }

  /// Makes the transaction's changes visible together.
  package func commit() throws(SQLiteError) {
    try execute("COMMIT")
  }

  /// Ends the transaction without its changes.
  ///
  /// It never fails in a way that matters: after an error that already rolled back there is nothing
  /// left to undo.
  package func rollback() {
    guard isInTransaction else { return }
    // Also of a process that is about to be suspended: it must not hold a lock then.
    if suspension?.hasExpired == true { setDeadline(nil) }
    try? prepared("ROLLBACK").run()
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(pointer) == 0 }

  // MARK: Limits

  /// The largest value or statement any connection accepts: far above every limit of the store,
  /// far below what would hurt an extension.
  private static let maximumLength: Int32 = 64 << 20

  /// Treats the file as if a stranger had written it: https://www.sqlite.org/security.html.
  private func harden(queryOnly: Bool) throws(SQLiteError) {
    let options: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
      (SQLITE_DBCONFIG_DQS_DDL, 0),
    ]
    for (option, value) in options {
      let code = shared_store_db_config(pointer, option, value)
      guard code == SQLITE_OK else { throw failure(code, "sqlite3_db_config") }
    }
    let limits: [(Int32, Int32)] = [
      (SQLITE_LIMIT_LENGTH, Connection.maximumLength), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_EXPR_DEPTH, 100),
      (SQLITE_LIMIT_VARIABLE_NUMBER, 200),
    ]
    for (limit, value) in limits { sqlite3_limit(pointer, limit, value) }
    keepDeadline()
    setBusyTimeout(milliseconds: 5_000)
    if queryOnly { try execute("PRAGMA query_only = ON") }
    try execute("PRAGMA mmap_size = 0")
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA wal_autocheckpoint = 0")
  }

  /// Has the deadline looked at every few thousand steps of a statement.
  func keepDeadline() {
    sqlite3_progress_handler(pointer, 10_000, progress, deadline)
  }

  /// How long a statement waits for a lock of SQLite's own.
  package func setBusyTimeout(milliseconds: Int64) {
    sqlite3_busy_timeout(pointer, Int32(clamping: milliseconds))
  }

  /// From now on, a statement that runs past this instant fails with `SQLITE_INTERRUPT`.
  package func setDeadline(_ deadline: MonotonicTime?) {
    self.deadline.pointee.store(deadline?.nanoseconds ?? 0, ordering: .relaxed)
  }

  /// From now on, no statement begins once the process is about to be suspended, and one that runs
  /// then is interrupted.
  /// - Parameter suspension: That of the call which begins; `nil` when a call ends.
  package func follow(_ suspension: Suspension?) {
    guard self.suspension !== suspension else { return }
    if self.suspension?.hasExpired == true { setDeadline(nil) }
    self.suspension = suspension
    suspension?.onExpiry { [interrupter] in interrupter.stop() }
  }

  /// The version of the library that is loaded, not of the header this was compiled with.
  package static var libraryVersion: (text: String, number: Int32) {
    (String(cString: sqlite3_libversion()), sqlite3_libversion_number())
  }

  private static func percentEncoded(_ path: String) -> String {
    let hex = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += ["%", hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
  }
}

/// Called by SQLite every few thousand steps; a result other than 0 interrupts the statement.
private func progress(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let cell = context?.assumingMemoryBound(to: Atomic<UInt64>.self) else { return 0 }
  let deadline = cell.pointee.load(ordering: .relaxed)
  guard deadline != 0 else { return 0 }
  return MonotonicTime.now.nanoseconds > deadline ? 1 : 0
}
