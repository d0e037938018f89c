import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// The rows of one document's journal.
struct Journal {
  let document: Int64
  let database: Database

  /// A group's row.
  struct Group {
    var number: Int64
    var name: String?
    var operations: Int
    var bytes: Int
    var revisionFrom: Revision
    var revisionTo: Revision
  }

  // MARK: Groups

  /// The group of a number.
  func group(_ number: Int64) throws(StoreError) -> Group? {
    try database.row(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to FROM undo_groups
      WHERE document = ?1 AND number = ?2
      """, document, number
    ) { row throws(StoreError) in try Group(&row) }
  }

  /// The first group after a number.
  func group(after number: Int64) throws(StoreError) -> Group? {
    try database.row(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to FROM undo_groups
      WHERE document = ?1 AND number > ?2 ORDER BY number LIMIT 1
      """, document, number
    ) { row throws(StoreError) in try Group(&row) }
  }

  /// The last group before a number.
  func group(before number: Int64) throws(StoreError) -> Group? {
    try database.row(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to FROM undo_groups
      WHERE document = ?1 AND number < ?2 ORDER BY number DESC LIMIT 1
      """, document, number
    ) { row throws(StoreError) in try Group(&row) }
  }

  /// Writes a group's row.
  func set(_ group: Group, changedAt: Timestamp) throws(StoreError) {
    try database.run(
      """
      INSERT INTO undo_groups (document, number, name, operations, bytes, revision_from,
        revision_to, changed_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (document, number) DO UPDATE SET operations = excluded.operations,
        bytes = excluded.bytes, revision_from = excluded.revision_from,
        revision_to = excluded.revision_to, changed_at = excluded.changed_at
      """, document, group.number, group.name, group.operations, group.bytes, group.revisionFrom,
      group.revisionTo, changedAt)
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
  func operations(
    _ number: Int64
  ) throws(StoreError) -> [(field: FieldName, operation: FieldOperation)] {
    try database.rows(
      """
      SELECT field, operation, before, after FROM undo_operations
      WHERE document = ?1 AND number = ?2
      """, document, number
    ) { row throws(StoreError) in (try row.fieldName(), try FieldOperation(&row)) }
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

extension Journal.Group {
  /// Reads the columns `number, name, operations, bytes, revision_from, revision_to`.
  fileprivate init(_ row: inout Columns) throws(StoreError) {
    number = row.integer()
    name = try row.optionalText()
    operations = try row.count()
    bytes = try row.count()
    revisionFrom = try row.revision()
    revisionTo = try row.revision()
  }
}
