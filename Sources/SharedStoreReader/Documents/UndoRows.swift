package import SharedStoreModel
package import SharedStoreSQLite

extension UndoGroup {
  /// All groups of a document, oldest first.
  /// - Throws: `damaged` when they are not as they were written, or not those that the document
  ///   says it has.
  package static func all(
    of document: DocumentRow, _ database: Database
  ) throws(StoreError) -> [UndoGroup] {
    let operations = try operations(of: document, database)
    let rows = try database.rows(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to, changed_at,
        operations_checksum, checksum
      FROM undo_groups WHERE document = ?1 ORDER BY number
      """, document.key
    ) { row throws(StoreError) in try UndoGroupRow(&row, of: document.key) }
    var tallies: [Side: UndoCursor.Tally] = [:]
    let groups = try rows.map { row throws(StoreError) in
      let (side, fields) = (side(of: row.number, in: document), operations[row.number] ?? [:])
      try row.check(fields)
      tallies[side, default: .none].add(row.bytes)
      return UndoGroup(
        number: row.number, side: side, name: row.name, operations: row.operations,
        bytes: row.bytes, revisions: row.revisionFrom...row.revisionTo, changedAt: row.changedAt,
        fields: fields)
    }
    guard tallies[.undo, default: .none] == document.cursor.undo,
      tallies[.redo, default: .none] == document.cursor.redo,
      tallies[.open, default: .none].groups == (document.openGroup == nil ? 0 : 1),
      groups.count(where: { operations[$0.number] != nil }) == operations.count
    else { throw .damagedHistory }
    return groups
  }

  private static func side(of number: Int64, in document: DocumentRow) -> Side {
    number == document.openGroup ? .open : number <= document.cursor.head ? .undo : .redo
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
