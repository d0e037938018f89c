import CSharedStoreSQLite

/// A failure that SQLite reported: its code and the statement's text, never a bound value.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The extended result code.
  package let code: ResultCode
  /// SQLite's sentence.
  ///
  /// It may name tables and columns, so it is for developers, not for logs.
  package let message: String
  /// The statement, or the call, that failed.
  ///
  /// Always a constant of the source.
  package let operation: String
  /// The `errno` value of the system call behind the failure, 0 if there was none.
  /// https://www.sqlite.org/c3ref/system_errno.html
  package let systemErrorNumber: Int32
  /// The database file, where there is one.
  package let file: String?
  /// Whether the statement was ended, or not begun, because the process is about to be suspended.
  package let isSuspension: Bool

  package init(
    code: ResultCode, message: String, operation: String, systemErrorNumber: Int32 = 0,
    file: String? = nil, isSuspension: Bool = false
  ) {
    self.isSuspension = isSuspension
    self.file = file
    self.code = code
    self.message = message
    self.operation = operation
    self.systemErrorNumber = systemErrorNumber
  }

  package var description: String {
    "SQLite error \(code.rawValue) (\(code.name)): \(message) - while executing `\(operation)`"
  }
}

/// A SQLite result code, extended where SQLite gives one (https://www.sqlite.org/rescode.html).
package struct ResultCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The low byte: what kind of failure it is.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  /// The C constant's name, such as `SQLITE_BUSY_SNAPSHOT`.
  package var name: String {
    let known = shared_store_code_name(rawValue) ?? shared_store_code_name(primary.rawValue)
    return known.map { String(cString: $0) } ?? "SQLITE_\(rawValue)"
  }

  /// Whether a file could not be opened, read or written.
  package var isOfFile: Bool {
    [.canNotOpen, .ioError, .full, .permission, .readOnly].contains(primary)
  }

  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  package static let canNotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
  package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
  package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
  package static let permission = ResultCode(rawValue: SQLITE_PERM)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  // Extended codes that decide something.
  package static let symlink = ResultCode(rawValue: SQLITE_CANTOPEN | (6 << 8))
  package static let moved = ResultCode(rawValue: SQLITE_READONLY | (4 << 8))
  package static let shortRead = ResultCode(rawValue: SQLITE_IOERR | (2 << 8))
  package static let sharedMemorySize = ResultCode(rawValue: SQLITE_IOERR | (19 << 8))
}

/// A primary code matches all of its extended codes in a `switch`; an extended code only itself.
package func ~= (pattern: ResultCode, value: ResultCode) -> Bool {
  pattern == value || pattern == value.primary
}
