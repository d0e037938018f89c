import CSharedStoreSQLite

/// The SQLite C API with nothing around it: what a hand-written program could reach.
///
/// Prepared once, no locks, no checks, no notices; a failure ends the benchmark.
final class RawConnection {
  let pointer: OpaquePointer
  private var statements: [OpaquePointer] = []

  init(_ path: String, synchronous: Synchronous) throws(BenchmarkError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      throw BenchmarkError("sqlite3_open_v2")
    }
    pointer = opened
    sqlite3_busy_timeout(pointer, 5_000)
    try execute("PRAGMA journal_mode = WAL")
    try execute(synchronous == .full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close_v2(pointer)
  }

  func execute(_ sql: String) throws(BenchmarkError) {
    guard sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  func prepare(_ sql: String) throws(BenchmarkError) -> RawStatement {
    var compiled: OpaquePointer?
    guard
      sqlite3_prepare_v3(pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        == SQLITE_OK, let compiled
    else { throw failure(sql) }
    statements.append(compiled)
    return RawStatement(pointer: compiled, connection: self)
  }

  var lastRow: Int64 { sqlite3_last_insert_rowid(pointer) }

  func failure(_ operation: String) -> BenchmarkError {
    BenchmarkError(operation + ": " + String(cString: sqlite3_errmsg(pointer)))
  }
}

/// What a commit survives.
enum Synchronous: String {
  case full, normal
}

/// A statement of a raw connection.
struct RawStatement {
  let pointer: OpaquePointer
  unowned let connection: RawConnection

  /// Steps to the end without reading rows, and resets.
  func run() throws(BenchmarkError) {
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: continue
      case SQLITE_DONE:
        sqlite3_reset(pointer)
        return
      default:
        let error = connection.failure("step")
        sqlite3_reset(pointer)
        throw error
      }
    }
  }

  /// Steps to the next row.
  func next() throws(BenchmarkError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.failure("step")
    }
  }

  func reset() { sqlite3_reset(pointer) }

  func bind(_ index: Int32, _ number: Int64) { sqlite3_bind_int64(pointer, index, number) }

  func bind(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(
          pointer, index, $0.baseAddress, Int32($0.count), shared_store_sqlite_transient())
      }
    }
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  /// A text column; empty for NULL.
  func text(_ column: Int32) -> String {
    sqlite3_column_text(pointer, column).map { String(cString: $0) } ?? ""
  }

  /// The length of a text column, which is as much of it as a raw reader needs to touch.
  func length(_ column: Int32) -> Int {
    guard sqlite3_column_text(pointer, column) != nil else { return 0 }
    return Int(sqlite3_column_bytes(pointer, column))
  }
}

/// Why a benchmark could not be run.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
