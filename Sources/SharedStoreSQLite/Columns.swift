import CSharedStoreSQLite
import SharedStoreSystem

/// The columns of one row, read from left to right.
///
/// The place of a column is written nowhere but in its statement. Good only until the statement
/// moves on.
package struct Columns {
  private let pointer: OpaquePointer
  private var position: Int32 = 0

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  private mutating func next() -> Int32 {
    defer { position += 1 }
    return position
  }

  /// How many columns the row has left.
  package var left: Int { Int(sqlite3_column_count(pointer) - position) }

  /// An integer; NULL reads as 0.
  package mutating func integer() -> Int64 { Columns.integer(pointer, next()) }

  /// An integer that may be NULL.
  package mutating func optionalInteger() -> Int64? {
    let column = next()
    return sqlite3_column_type(pointer, column) == SQLITE_NULL
      ? nil : Columns.integer(pointer, column)
  }

  /// A floating-point number.
  package mutating func real() -> Double { sqlite3_column_double(pointer, next()) }

  /// Bytes.
  package mutating func blob() -> [UInt8] {
    Columns.withBytes(pointer, next()) { bytes in bytes.map { Array($0) } ?? [] }
  }

  /// Text by its length in bytes, or `nil` for NULL and for bytes that are no UTF-8.
  package mutating func text() -> String? { Columns.text(pointer, next()) }

  /// Whether the next column is text of exactly these bytes; then it is passed over.
  package mutating func skip(_ text: String) -> Bool {
    let isSame = Columns.withBytes(pointer, position) { bytes in
      bytes.map { SharedStoreSystem.isSame(text, $0) } ?? false
    }
    position += isSame ? 1 : 0
    return isSame
  }

  /// Passes columns over.
  package mutating func skip(_ count: Int32) {
    position += count
  }

  /// Whether the next column is NULL; it stays the next one.
  package var isNull: Bool { sqlite3_column_type(pointer, position) == SQLITE_NULL }

  /// The storage class of the next column's value; it stays the next one.
  package var storageClass: StorageClass { Columns.storageClass(pointer, position) }

  /// Bytes of the next column's value; it stays the next one.
  package var byteCount: Int {
    Columns.withBytes(pointer, position) { $0?.count ?? 0 }
  }

  static func integer(_ pointer: OpaquePointer, _ column: Int32) -> Int64 {
    sqlite3_column_int64(pointer, column)
  }

  static func storageClass(_ pointer: OpaquePointer, _ column: Int32) -> StorageClass {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  static func text(_ pointer: OpaquePointer, _ column: Int32) -> String? {
    withBytes(pointer, column) { bytes in
      guard let bytes else { return nil }
      // Decoding repairs what is no UTF-8, and then the bytes differ.
      let text = String(decoding: bytes, as: UTF8.self)
      return isSame(text, bytes) ? text : nil
    }
  }

  /// The bytes of a column while the statement stands on this row; `nil` for NULL.
  static func withBytes<Result>(
    _ pointer: OpaquePointer, _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
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
