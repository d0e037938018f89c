package import SharedStoreModel
package import SharedStoreSQLite

extension UndoGroup {
  /// All groups of a document, oldest first.
  static func all(
    of document: DocumentRow, _ database: Database
  ) throws(StoreError) -> [UndoGroup] {
    let operations = try operations(of: document, database)
    return try database.rows(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to, changed_at
      FROM undo_groups WHERE document = ?1 ORDER BY number
      """, document.key
    ) { row throws(StoreError) in
      let number = row.integer()
      let (name, count, bytes) = (try row.optionalText(), try row.count(), try row.count())
      let (from, to) = (try row.revision(), try row.revision())
      guard from <= to else { throw StoreError.damagedRow }
      let isOpen = number == document.openGroup
      return UndoGroup(
        number: number, side: isOpen ? .open : number <= document.cursor.head ? .undo : .redo,
        name: name, operations: count, bytes: bytes, revisions: from...to,
        changedAt: try row.timestamp(), fields: operations[number] ?? [:])
    }
  }

  private static func operations(
    of document: DocumentRow, _ database: Database
  ) throws(StoreError) -> [Int64: [FieldName: FieldOperation]] {
    var operations: [Int64: [FieldName: FieldOperation]] = [:]
    try database.forEachRow(
      "SELECT number, field, operation, before, after FROM undo_operations WHERE document = ?1",
      document.key
    ) { row throws(StoreError) in
      let (number, field) = (row.integer(), try row.fieldName())
      operations[number, default: [:]][field] = try FieldOperation(&row)
    }
    return operations
  }
}

extension FieldOperation {
  /// How the two kinds of absence are told from NULL.
  private enum Word: String {
    case add, set, remove
  }

  /// The word of the operation in its row.
  package var word: String {
    let word: Word = before == nil ? .add : after == nil ? .remove : .set
    return word.rawValue
  }

  /// Reads the columns `operation, before, after`.
  package init(_ row: inout Columns) throws(StoreError) {
    let word = try row.word(Word.self)
    let (before, after) = (try row.fieldValue(), try row.fieldValue())
    let operation = FieldOperation(
      before: word == .add ? nil : before, after: word == .remove ? nil : after)
    guard let operation else { throw .damagedRow }
    self = operation
  }
}
