package import SharedStoreModel
package import SharedStoreSQLite
package import SharedStoreSystem

// What every row is made of. A column that cannot be what it should be is damage: a row is refused
// whole, never shown in part and never left out of a list.

extension Columns {
  /// Text that must be there.
  package mutating func requiredText() throws(StoreError) -> String {
    guard let text = text() else { throw .damagedRow }
    return text
  }

  /// Text that may be NULL.
  package mutating func optionalText() throws(StoreError) -> String? {
    if isNull {
      skip(1)
      return nil
    }
    return try requiredText()
  }

  /// A word of an enumeration.
  package mutating func word<Word: RawRepresentable<String>>(
    _ type: Word.Type
  ) throws(StoreError) -> Word {
    guard let word = Word(rawValue: try requiredText()) else { throw .damagedRow }
    return word
  }

  /// A number that is not negative.
  package mutating func count() throws(StoreError) -> Int {
    // No count of ours comes near the bound, and sums of a hundred below it cannot overflow.
    guard let count = Int(exactly: integer()), (0...UndoLimits.greatest).contains(count) else {
      throw .damagedRow
    }
    return count
  }

  /// The process that a row belongs to: the columns `process, started, boot, namespace`.
  package mutating func owner() throws(StoreError) -> ProcessIdentity {
    guard let process = Int32(exactly: integer()), process > 0 else { throw .damagedRow }
    return ProcessIdentity(
      process: process, started: integer(), boot: try requiredText(), namespace: integer())
  }

  package mutating func revision() throws(StoreError) -> Revision {
    guard let revision = Revision(rawValue: integer()) else { throw .damagedRow }
    return revision
  }

  package mutating func timestamp() throws(StoreError) -> Timestamp {
    guard let time = Timestamp(milliseconds: integer()) else { throw .damagedRow }
    return time
  }

  package mutating func optionalTimestamp() throws(StoreError) -> Timestamp? {
    guard let milliseconds = optionalInteger() else { return nil }
    guard let time = Timestamp(milliseconds: milliseconds) else { throw .damagedRow }
    return time
  }

  package mutating func kind() throws(StoreError) -> Kind {
    let text = try requiredText()
    // Another form is none that the store writes, and nothing would find it.
    guard let kind = Kind(text), kind.text.utf8.elementsEqual(text.utf8) else { throw .damagedRow }
    return kind
  }

  package mutating func documentID() throws(StoreError) -> DocumentID {
    let text = try requiredText()
    guard let id = DocumentID(text), id.text.utf8.elementsEqual(text.utf8) else {
      throw .damagedRow
    }
    return id
  }

  package mutating func fieldName() throws(StoreError) -> FieldName {
    let text = try requiredText()
    guard let name = FieldName(text), name.text.utf8.elementsEqual(text.utf8) else {
      throw .damagedRow
    }
    return name
  }

  /// A field's value in its own storage class.
  package mutating func fieldValue() throws(StoreError) -> FieldValue {
    switch storageClass {
    case .null:
      skip(1)
      return .null
    case .integer: return .integer(integer())
    case .real: return .real(real())
    case .text: return .text(try requiredText())
    case .blob: return .blob(blob())
    }
  }
}

extension Revision: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(rawValue, at: index)
  }
}

extension Timestamp: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(milliseconds, at: index)
  }
}

extension Kind: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(text, at: index)
  }
}

extension DocumentID: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(text, at: index)
  }
}

extension FieldName: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(text, at: index)
  }
}

extension FieldValue: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    switch self {
    case .null: try statement.bind(nil as Int64?, at: index)
    case .integer(let number): try statement.bind(number, at: index)
    case .real(let number): try statement.bind(number, at: index)
    case .text(let text): try statement.bind(text, at: index)
    case .blob(let bytes): try statement.bind(bytes, at: index)
    }
  }
}

extension JobID: Bindable {
  package func bind(to statement: borrowing Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(rawValue, at: index)
  }
}

extension StoreError {
  package static let damagedRow = StoreError(
    .damaged, "A row of the store is not one that the store writes.",
    hint: .restore)
}
