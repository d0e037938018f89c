import SharedStoreSystem
import CSharedStoreSQLite

/// A prepared statement, borrowed from its connection's cache; it is reset and its bindings are
/// cleared when this value goes away.
///
/// Parameters and columns count as SQLite counts them: parameters from 1, columns from 0.
package struct Statement: ~Copyable {
  let pointer: OpaquePointer
  private let connection: Connection
  private let sql: StaticString

  init(_ pointer: OpaquePointer, of connection: Connection, sql: StaticString) {
    self.pointer = pointer
    self.connection = connection
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
    case let code: throw connection.failure(code, "\(sql)")
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
    guard code == SQLITE_OK else { throw connection.failure(code, "\(sql)") }
  }

  // MARK: Columns

  /// The columns of the row the statement stands on, to be read in their order.
  package borrowing func columns() -> Columns { Columns(pointer) }

  /// An integer column; NULL reads as 0.
  package borrowing func integer(_ column: Int32) -> Int64 { Columns.integer(pointer, column) }

  /// An integer column that may be NULL.
  package borrowing func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(pointer, column) == SQLITE_NULL ? nil : integer(column)
  }

  /// The storage class of a column's value.
  package borrowing func storageClass(_ column: Int32) -> StorageClass {
    Columns.storageClass(pointer, column)
  }

  /// A text column by its length in bytes, or `nil` for NULL and for bytes that are no UTF-8.
  package borrowing func text(_ column: Int32) -> String? { Columns.text(pointer, column) }

  /// Whether a text column holds exactly these bytes.
  package borrowing func text(_ column: Int32, equals text: String) -> Bool {
    Columns.withBytes(pointer, column) { bytes in bytes.map { isSame(text, $0) } ?? false }
  }
}

/// The five classes of values, https://www.sqlite.org/datatype3.html.
package enum StorageClass: Hashable, Sendable {
  case null, integer, real, text, blob
}

private let emptyText: StaticString = ""

/// A value that a statement's parameter takes.
package protocol Bindable {
  /// Binds the value to a parameter; they count from 1.
  func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError)
}

extension Int64: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(self, at: index)
  }
}

extension Int: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(Int64(self), at: index)
  }
}

extension String: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(self, at: index)
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    guard let value = self else { return try statement.bind(nil as Int64?, at: index) }
    try value.bind(to: statement, at: index)
  }
}
