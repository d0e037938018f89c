import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// The rows of one document's journal.
struct Journal {
  let document: Int64
  let database: Database

  // MARK: Groups

  /// The group of a number.
  func group(_ number: Int64) throws(StoreError) -> UndoGroupRow? {
    try UndoGroupRow.find(number, of: document, database)
  }

  /// The first group after a number.
  func group(after number: Int64) throws(StoreError) -> UndoGroupRow? {
    try UndoGroupRow.find(after: number, of: document, database)
  }

  /// The last group before a number.
  func group(before number: Int64) throws(StoreError) -> UndoGroupRow? {
    try UndoGroupRow.find(before: number, of: document, database)
  }

  /// Writes a group's row.
  func set(_ group: UndoGroupRow) throws(StoreError) {
    try database.run(
      """
      INSERT INTO undo_groups (document, number, name, operations, bytes, revision_from,
        revision_to, changed_at, operations_checksum, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      ON CONFLICT (document, number) DO UPDATE SET operations = excluded.operations,
        bytes = excluded.bytes, revision_from = excluded.revision_from,
        revision_to = excluded.revision_to, changed_at = excluded.changed_at,
        operations_checksum = excluded.operations_checksum, checksum = excluded.checksum
      """, document, group.number, group.name, group.operations, group.bytes, group.revisionFrom,
      group.revisionTo, group.changedAt, group.operationSum.value,
      group.checksum(of: document))
  }

  /// Deletes groups with what they did.
  func deleteGroups(_ numbers: ClosedRange<Int64>) throws(StoreError) {
    try database.run(
      "DELETE FROM undo_operations WHERE document = ?1 AND number BETWEEN ?2 AND ?3",
      document, numbers.lowerBound, numbers.upperBound)
    try database.run(
      "DELETE FROM undo_groups WHERE document = ?1 AND number BETWEEN ?2 AND ?3",
      document, numbers.lowerBound, numbers.upperBound)
  }

  /// Deletes the whole journal, an open group included.
  func delete() throws(StoreError) {
    try database.run("DELETE FROM undo_operations WHERE document = ?1", document)
    try database.run("DELETE FROM undo_groups WHERE document = ?1", document)
    try database.run("DELETE FROM open_groups WHERE document = ?1", document)
  }

  // MARK: Operations

  /// What a group did to one field; `nil` when it did nothing yet.
  func operation(_ number: Int64, _ field: FieldName) throws(StoreError) -> FieldOperation? {
    try database.row(
      """
      SELECT operation, before, after FROM undo_operations
      WHERE document = ?1 AND number = ?2 AND field = ?3
      """, document, number, field
    ) { row throws(StoreError) in try FieldOperation(&row) }
  }

  /// Everything a group did.
  /// - Throws: `damaged` when it is not what the group was written with.
  func operations(
    of group: UndoGroupRow
  ) throws(StoreError) -> [(key: FieldName, value: FieldOperation)] {
    let operations = try database.rows(
      """
      SELECT field, operation, before, after FROM undo_operations
      WHERE document = ?1 AND number = ?2
      """, document, group.number
    ) { row throws(StoreError) in (key: try row.fieldName(), value: try FieldOperation(&row)) }
    try group.check(operations)
    return operations
  }

  /// Writes what a group did to a field, or forgets it when it came to nothing.
  func set(
    _ operation: FieldOperation?, _ number: Int64, _ field: FieldName
  ) throws(StoreError) {
    guard let operation else {
      return try database.run(
        "DELETE FROM undo_operations WHERE document = ?1 AND number = ?2 AND field = ?3",
        document, number, field)
    }
    try database.run(
      """
      INSERT INTO undo_operations (document, number, field, operation, before, after)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (document, number, field) DO UPDATE SET operation = excluded.operation,
        before = excluded.before, after = excluded.after
      """, document, number, field, operation.word, operation.before ?? .null,
      operation.after ?? .null)
  }
}

extension UndoGroupRow {
  /// A group that has done nothing yet.
  init(number: Int64, name: String?, at revision: Revision) {
    self.init(
      number: number, name: name, operations: 0, bytes: FieldOperation.groupBytes(name: name),
      revisionFrom: revision, revisionTo: revision, changedAt: .now, operationSum: FieldSum())
  }
}
