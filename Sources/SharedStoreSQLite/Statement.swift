import SharedStoreSystem
import CSharedStoreSQLite

/// A prepared statement, borrowed from its connection's cache; it is reset and its bindings are
/// cleared when this value goes away.
///
/// Parameters and columns count as SQLite counts them: parameters from 1, columns from 0.
package struct Statement: ~Copyable {
  private let pointer: OpaquePointer
  private let handle: ConnectionHandle
  private let sql: StaticString

  init(_ pointer: OpaquePointer, of handle: ConnectionHandle, sql: StaticString) {
    self.pointer = pointer
    self.handle = handle
    self.sql = sql
  }

  deinit {
    // The result repeats the last step's error, which was reported then.
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  /// Moves to the next row, if there is one.
  package borrowing func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw handle.failure(code, "\(sql)")
    }
  }

  /// Runs the statement to its end, for one that returns no rows.
  package borrowing func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Whether SQLite compiled this statement anew, because the schema had changed, since this was
  /// last asked.
  ///
  /// Asking costs no statement, so a caller can notice a changed schema at every transaction.
  package borrowing func takeRecompiled() -> Bool {
    sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_REPREPARE, 1) != 0
  }

  // MARK: Parameters

  /// Binds an integer, or NULL.
  package borrowing func bind(_ value: Int64?, at index: Int32) throws(SQLiteError) {
    try check(
      value.map { sqlite3_bind_int64(pointer, index, $0) } ?? sqlite3_bind_null(pointer, index))
  }

  /// Binds text by its length in bytes, so an inner NUL and the empty text stay what they are; or
  /// NULL.
  package borrowing func bind(_ text: String?, at index: Int32) throws(SQLiteError) {
    guard var text else { return try check(sqlite3_bind_null(pointer, index)) }
    let code = text.withUTF8 { bytes in
      // An empty buffer may have no address, and a NULL pointer would bind NULL.
      let start = UnsafeRawPointer(bytes.baseAddress ?? emptyText.utf8Start)
        .assumingMemoryBound(to: CChar.self)
      return sqlite3_bind_text64(
        pointer, index, start, UInt64(bytes.count), shared_store_sqlite_transient(),
        UInt8(SQLITE_UTF8))
    }
    try check(code)
  }

  /// Binds a floating-point number.
  ///
  /// NaN would be stored as NULL.
  package borrowing func bind(_ value: Double, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_double(pointer, index, value))
  }

  /// Binds bytes; none are an empty blob, not NULL.
  package borrowing func bind(_ bytes: [UInt8], at index: Int32) throws(SQLiteError) {
    let code = bytes.withUnsafeBytes { buffer in
      sqlite3_bind_blob64(
        pointer, index, buffer.baseAddress ?? UnsafeRawPointer(emptyText.utf8Start),
        UInt64(buffer.count), shared_store_sqlite_transient())
    }
    try check(code)
  }

  private borrowing func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw handle.failure(code, "\(sql)") }
  }

  // MARK: Columns

  /// An integer column; NULL reads as 0.
  package borrowing func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(pointer, column)
  }

  /// An integer column that may be NULL.
  package borrowing func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(pointer, column) == SQLITE_NULL ? nil : integer(column)
  }

  /// The storage class of a column's value.
  package borrowing func storageClass(_ column: Int32) -> StorageClass {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// A floating-point column.
  package borrowing func real(_ column: Int32) -> Double {
    sqlite3_column_double(pointer, column)
  }

  /// The bytes of a column.
  package borrowing func blob(_ column: Int32) -> [UInt8] {
    withText(column) { bytes in bytes.map { Array($0) } ?? [] }
  }

  /// A text column by its length in bytes, or `nil` for NULL and for bytes that are no UTF-8.
  package borrowing func text(_ column: Int32) -> String? {
    withText(column) { bytes in
      guard let bytes else { return nil }
      // Decoding repairs what is no UTF-8, and then the bytes differ.
      let text = String(decoding: bytes, as: UTF8.self)
      return isSame(text, bytes) ? text : nil
    }
  }

  /// Whether a text column holds exactly these bytes.
  package borrowing func text(_ column: Int32, equals text: String) -> Bool {
    withText(column) { bytes in bytes.map { isSame(text, $0) } ?? false }
  }

  /// The bytes of a text column while the statement stands on this row; `nil` for NULL.
  private borrowing func withText<Result>(
    _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) -> Result {
    // As a blob: the same bytes, without the copy that a terminating NUL would need. First the
    // bytes, then their number: https://www.sqlite.org/c3ref/column_blob.html
    guard let start = sqlite3_column_blob(pointer, column) else {
      let isNull = sqlite3_column_type(pointer, column) == SQLITE_NULL
      return body(isNull ? nil : UnsafeBufferPointer(start: nil, count: 0))
    }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return body(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count))
  }
}

/// The five classes of values, https://www.sqlite.org/datatype3.html.
package enum StorageClass: Hashable, Sendable {
  case null, integer, real, text, blob
}

private let emptyText: StaticString = ""
