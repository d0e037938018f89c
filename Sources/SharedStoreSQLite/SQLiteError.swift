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

  package init(code: ResultCode, message: String, operation: String) {
    self.code = code
    self.message = message
    self.operation = operation
  }

  package var description: String {
    "SQLite error \(code.rawValue) (\(code.name)): \(message) - while executing `\(operation)`"
  }
}
