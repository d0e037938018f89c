package import SharedStoreModel
package import SharedStoreSQLite

/// One row of `documents`.
package struct DocumentRow: Hashable, Sendable {
  package let key: Int64
  package let id: DocumentID
  package var epoch: String
  package var revision: Revision
  package let createdAt: Timestamp
  package var changedAt: Timestamp
  package var cursor: UndoCursor
  package var openGroup: Int64?

  package init(
    key: Int64, id: DocumentID, epoch: String, revision: Revision, createdAt: Timestamp,
    changedAt: Timestamp, cursor: UndoCursor, openGroup: Int64?
  ) {
    self.key = key
    self.id = id
    self.epoch = epoch
    self.revision = revision
    self.createdAt = createdAt
    self.changedAt = changedAt
    self.cursor = cursor
    self.openGroup = openGroup
  }

  /// Finds a document by its id.
  package static func find(
    _ id: DocumentID, _ connection: borrowing Connection
  ) throws(SQLiteError) -> DocumentRow? {
    let row = try connection.statement(
      """
      SELECT key, id, epoch, revision, created_at, changed_at, head, last_group, open_group,
        undo_groups, undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes,
        maximum_group_bytes
      FROM documents WHERE id = ?1 AND staged_by IS NULL
      """)
    try row.bind(id.text, at: 1)
    return try row.step() ? DocumentRow(row) : nil
  }

  /// Reads the columns of the statement above.
  package init?(_ row: borrowing Statement) {
    guard let id = row.text(1).flatMap({ DocumentID($0) }), let epoch = row.text(2),
      let revision = Revision(rawValue: row.integer(3))
    else { return nil }
    key = row.integer(0)
    self.id = id
    self.epoch = epoch
    self.revision = revision
    createdAt = Timestamp(clampingMilliseconds: row.integer(4))
    changedAt = Timestamp(clampingMilliseconds: row.integer(5))
    cursor = UndoCursor(
      head: row.integer(6), lastGroup: row.integer(7),
      undo: .init(groups: Int(row.integer(9)), bytes: Int(row.integer(10))),
      redo: .init(groups: Int(row.integer(11)), bytes: Int(row.integer(12))),
      limits: UndoLimits(
        groups: Int(row.integer(13)), bytes: Int(row.integer(14)), groupBytes: Int(row.integer(15)))
    )
    openGroup = row.optionalInteger(8)
  }

  /// The document with its fields and the names of the groups next to its cursor.
  package func document(_ connection: borrowing Connection) throws(SQLiteError) -> Document {
    Document(
      id: id, epoch: epoch, revision: revision, fields: try fields(connection),
      createdAt: createdAt, changedAt: changedAt, history: try summary(connection))
  }

  /// The document's fields.
  package func fields(
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> [FieldName: FieldValue] {
    let rows = try connection.statement("SELECT name, value FROM fields WHERE document = ?1")
    try rows.bind(key, at: 1)
    var fields: [FieldName: FieldValue] = [:]
    while try rows.step() {
      if let name = rows.text(0).flatMap({ FieldName($0) }) { fields[name] = rows.fieldValue(1) }
    }
    return fields
  }

  private func summary(_ connection: borrowing Connection) throws(SQLiteError) -> UndoSummary {
    let names = try connection.statement(
      """
      SELECT (SELECT name FROM undo_groups WHERE document = ?1 AND number = ?2),
        (SELECT name FROM undo_groups WHERE document = ?1 AND number > ?2
          AND number IS NOT ?3 ORDER BY number LIMIT 1)
      """)
    try names.bind(key, at: 1)
    try names.bind(cursor.head, at: 2)
    try names.bind(openGroup, at: 3)
    let found = try names.step()
    return UndoSummary(
      cursor: cursor, undoName: found && cursor.undo.groups > 0 ? names.text(0) : nil,
      redoName: found && cursor.redo.groups > 0 ? names.text(1) : nil, openGroup: openGroup)
  }
}
