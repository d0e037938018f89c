import CSharedStoreSQLite

/// One SQLite connection, used by one thread at a time and by this package only.
///
/// Every connection is hardened alike (contract F8), never checkpoints by itself and never maps
/// the file (contract F1).
package struct Connection: ~Copyable {
  let handle: ConnectionHandle

  /// How a file is opened.
  package enum Access: Sendable {
    /// Reading only; the file and, in WAL mode, its sidecars must exist.
    case readOnly
    /// Reading a file that has no log beside it and that nobody changes meanwhile: no locks, no
    /// sidecars. https://www.sqlite.org/uri.html#uriimmutable
    case immutable
    /// Reading and writing an existing file.
    case readWrite
  }

  private init(_ handle: ConnectionHandle) {
    self.handle = handle
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
    case .readWrite:
      return try open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW)
    }
  }

  /// Opens a private database in memory.
  package static func inMemory() throws(SQLiteError) -> Connection {
    try open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY)
  }

  private static func open(_ name: String, _ flags: Int32) throws(SQLiteError) -> Connection {
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(
      name, &pointer, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let pointer else {
      throw SQLiteError(
        code: ResultCode(rawValue: code), message: "out of memory", operation: "sqlite3_open_v2")
    }
    // "Whether or not an error occurs when it is opened, resources associated with the database
    // connection handle should be released": https://www.sqlite.org/c3ref/open.html
    let handle = ConnectionHandle(adopting: pointer)
    guard code == SQLITE_OK else { throw handle.failure(code, "sqlite3_open_v2") }
    let connection = Connection(handle)
    try connection.harden(queryOnly: flags & SQLITE_OPEN_READONLY != 0)
    return connection
  }

  /// The statement of a SQL constant: compiled once per connection, and reset when the returned
  /// value goes away, so nothing stays open between calls (contract F2).
  package borrowing func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
    Statement(try handle.statement(sql), of: handle, sql: sql)
  }

  /// Runs a statement that returns no rows.
  package borrowing func execute(_ sql: StaticString) throws(SQLiteError) {
    let statement = try statement(sql)
    try statement.run()
  }

  /// Runs several statements of one text, such as a migration.
  package borrowing func executeScript(_ script: String, named name: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle.pointer, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw handle.failure(code, name) }
  }

  /// Rows changed by the last INSERT, UPDATE or DELETE.
  package var changedRows: Int { Int(sqlite3_changes64(handle.pointer)) }

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
