package import SharedStoreModel
package import SharedStoreSQLite

extension Statement {
  /// Binds a field's value in its own storage class.
  package borrowing func bind(_ value: FieldValue, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try bind(nil as Int64?, at: index)
    case .integer(let number): try bind(number, at: index)
    case .real(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    case .blob(let bytes): try bind(bytes, at: index)
    }
  }

  /// A field's value; text that is no UTF-8 is shown as the bytes it is.
  package borrowing func fieldValue(_ column: Int32) -> FieldValue {
    switch storageClass(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .real: .real(real(column))
    case .text: text(column).map { .text($0) } ?? .blob(blob(column))
    case .blob: .blob(blob(column))
    }
  }
}

extension FieldOperation {
  /// The word that tells the two kinds of absence from NULL.
  package var word: String {
    if before == nil { return "add" }
    return after == nil ? "remove" : "set"
  }

  /// Reads the columns `operation, before, after` that begin at `first`.
  package init?(_ row: borrowing Statement, from first: Int32) {
    let (isAdd, isRemove) = (row.text(first, equals: "add"), row.text(first, equals: "remove"))
    self.init(
      before: isAdd ? nil : row.fieldValue(first + 1),
      after: isRemove ? nil : row.fieldValue(first + 2))
  }
}
