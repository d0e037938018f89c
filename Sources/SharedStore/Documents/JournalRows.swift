import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// The rows of one document's journal.
struct JournalRows {
  let document: Int64

  /// What a group did to one field; `nil` when it did nothing yet.
  func operation(
    _ number: Int64, _ field: FieldName, _ connection: borrowing Connection
  ) throws(SQLiteError) -> FieldOperation? {
    let row = try connection.statement(
      """
      SELECT operation, before, after FROM undo_operations
      WHERE document = ?1 AND number = ?2 AND field = ?3
      """)
    try row.bind(document, at: 1)
    try row.bind(number, at: 2)
    try row.bind(field.text, at: 3)
    return try row.step() ? FieldOperation(row, from: 0) : nil
  }

  /// Everything a group did.
  func operations(
    _ number: Int64, _ connection: borrowing Connection
  ) throws(SQLiteError) -> [(field: FieldName, operation: FieldOperation)] {
    let rows = try connection.statement(
      """
      SELECT operation, before, after, field FROM undo_operations
      WHERE document = ?1 AND number = ?2
      """)
    try rows.bind(document, at: 1)
    try rows.bind(number, at: 2)
    var operations: [(FieldName, FieldOperation)] = []
    while try rows.step() {
      guard let field = rows.text(3).flatMap({ FieldName($0) }),
        let operation = FieldOperation(rows, from: 0)
      else { continue }
      operations.append((field, operation))
    }
    return operations
  }

  /// Writes what a group did to a field, or forgets it when it came to nothing.
  func setOperation(
    _ operation: FieldOperation?, _ number: Int64, _ field: FieldName,
    _ connection: borrowing Connection
  ) throws(SQLiteError) {
    guard let operation else {
      let delete = try connection.statement(
        "DELETE FROM undo_operations WHERE document = ?1 AND number = ?2 AND field = ?3")
      try delete.bind(document, at: 1)
      try delete.bind(number, at: 2)
      try delete.bind(field.text, at: 3)
      return try delete.run()
    }
    let upsert = try connection.statement(
      """
      INSERT INTO undo_operations (document, number, field, operation, before, after)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (document, number, field) DO UPDATE SET operation = excluded.operation,
        before = excluded.before, after = excluded.after
      """)
    try upsert.bind(document, at: 1)
    try upsert.bind(number, at: 2)
    try upsert.bind(field.text, at: 3)
    try upsert.bind(operation.word, at: 4)
    try upsert.bind(operation.before ?? .null, at: 5)
    try upsert.bind(operation.after ?? .null, at: 6)
    try upsert.run()
  }

  /// A group's row.
  struct Group {
    var number: Int64
    var name: String?
    var operations: Int
    var bytes: Int
    var revisionFrom: Revision
    var revisionTo: Revision
  }

  private func group(_ row: borrowing Statement) throws(SQLiteError) -> Group? {
    guard try row.step(), let from = Revision(rawValue: row.integer(4)),
      let to = Revision(rawValue: row.integer(5))
    else { return nil }
    return Group(
      number: row.integer(0), name: row.text(1), operations: Int(row.integer(2)),
      bytes: Int(row.integer(3)), revisionFrom: from, revisionTo: to)
  }

  /// The group of a number.
  func group(_ number: Int64, _ connection: borrowing Connection) throws(SQLiteError) -> Group? {
    let row = try connection.statement(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to FROM undo_groups
      WHERE document = ?1 AND number = ?2
      """)
    try row.bind(document, at: 1)
    try row.bind(number, at: 2)
    return try group(row)
  }

  /// The first group after a number.
  func group(
    after number: Int64, _ connection: borrowing Connection
  ) throws(SQLiteError) -> Group? {
    let row = try connection.statement(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to FROM undo_groups
      WHERE document = ?1 AND number > ?2 ORDER BY number LIMIT 1
      """)
    try row.bind(document, at: 1)
    try row.bind(number, at: 2)
    return try group(row)
  }

  /// The last group before a number.
  func group(
    before number: Int64, _ connection: borrowing Connection
  ) throws(SQLiteError) -> Group? {
    let row = try connection.statement(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to FROM undo_groups
      WHERE document = ?1 AND number < ?2 ORDER BY number DESC LIMIT 1
      """)
    try row.bind(document, at: 1)
    try row.bind(number, at: 2)
    return try group(row)
  }

  /// Writes a group's row.
  func setGroup(
    _ group: Group, changedAt: Timestamp, _ connection: borrowing Connection
  ) throws(SQLiteError) {
    let upsert = try connection.statement(
      """
      INSERT INTO undo_groups (document, number, name, operations, bytes, revision_from,
        revision_to, changed_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (document, number) DO UPDATE SET operations = excluded.operations,
        bytes = excluded.bytes, revision_to = excluded.revision_to,
        changed_at = excluded.changed_at
      """)
    try upsert.bind(document, at: 1)
    try upsert.bind(group.number, at: 2)
    try upsert.bind(group.name, at: 3)
    try upsert.bind(Int64(group.operations), at: 4)
    try upsert.bind(Int64(group.bytes), at: 5)
    try upsert.bind(group.revisionFrom.rawValue, at: 6)
    try upsert.bind(group.revisionTo.rawValue, at: 7)
    try upsert.bind(changedAt.milliseconds, at: 8)
    try upsert.run()
  }

  /// Deletes groups with what they did.
  func deleteGroups(
    _ numbers: ClosedRange<Int64>, _ connection: borrowing Connection
  ) throws(SQLiteError) {
    let operations = try connection.statement(
      "DELETE FROM undo_operations WHERE document = ?1 AND number BETWEEN ?2 AND ?3")
    let groups = try connection.statement(
      "DELETE FROM undo_groups WHERE document = ?1 AND number BETWEEN ?2 AND ?3")
    try operations.bind(document, at: 1)
    try operations.bind(numbers.lowerBound, at: 2)
    try operations.bind(numbers.upperBound, at: 3)
    try operations.run()
    try groups.bind(document, at: 1)
    try groups.bind(numbers.lowerBound, at: 2)
    try groups.bind(numbers.upperBound, at: 3)
    try groups.run()
  }
}
