import SharedStoreModel
import SharedStoreReader

/// The rows of documents and fields. Every change of a field, whatever its cause, goes through
/// `write`, so that counts and revisions cannot be forgotten.
extension Transaction {
  /// The document of an id.
  /// - Throws: `notFound`.
  func document(_ id: DocumentID) throws(StoreError) -> DocumentRow {
    guard let row = try DocumentRow.find(id, database) else {
      throw .noSuchDocument.at(base.revision)
    }
    // One that this transaction has changed itself has its own number.
    try row.check(upTo: base.revision.successor ?? base.revision)
    return row
  }

  func journal(of row: DocumentRow) -> Journal {
    Journal(document: row.key, database: database)
  }

  /// Inserts a document without history.
  /// - Throws: `exists` when a job is making a document of that id.
  func insertDocument(
    _ id: DocumentID, fields: [FieldName: FieldValue], limits: UndoLimits
  ) throws(StoreError) -> DocumentRow {
    let (revision, now) = (try nextRevision(), Timestamp.now)
    let row = DocumentRow(
      key: 0, id: id, epoch: Transaction.newID(), revision: revision, createdAt: now,
      changedAt: now, cursor: UndoCursor(limits: limits), openGroup: nil,
      fieldSum: FieldSum(fields))
    let isNew = try database.change(
      """
      INSERT INTO documents (id, epoch, revision, created_at, changed_at, head, last_group,
        undo_groups, undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes,
        maximum_group_bytes, fields_checksum, checksum)
      VALUES (?1, ?2, ?3, ?4, ?4, 0, 0, 0, 0, 0, 0, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (id) DO NOTHING
      """, id, row.epoch, revision, now, limits.groups, limits.bytes, limits.groupBytes,
      row.fieldSum.value, row.checksum)
    // Nobody sees it, and yet it is there: a job is making it.
    guard isNew > 0 else { throw try documentInTheMaking(by: hiddenDocument(id).owner) }
    let inserted = try document(id)
    if id.isFileName { noteText(of: inserted.key) }
    for (field, value) in fields { try write(field, of: inserted.key, from: nil, to: value) }
    return inserted
  }

  /// Writes a document's row at this transaction's revision, and notes that it changed.
  func save(_ row: inout DocumentRow) throws(StoreError) {
    row.revision = try nextRevision()
    row.changedAt = .now
    let (cursor, limits) = (row.cursor, row.cursor.limits)
    try database.run(
      """
      UPDATE documents SET epoch = ?2, revision = ?3, changed_at = ?4, head = ?5,
        last_group = ?6, open_group = ?7, undo_groups = ?8, undo_bytes = ?9, redo_groups = ?10,
        redo_bytes = ?11, maximum_groups = ?12, maximum_bytes = ?13, maximum_group_bytes = ?14,
        fields_checksum = ?15, checksum = ?16
      WHERE key = ?1
      """, row.key, row.epoch, row.revision, row.changedAt, cursor.head, cursor.lastGroup,
      row.openGroup, cursor.undo.groups, cursor.undo.bytes, cursor.redo.groups, cursor.redo.bytes,
      limits.groups, limits.bytes, limits.groupBytes, row.fieldSum.value, row.checksum)
    noteChange(.document, row.id.text)
  }

  /// The value of a field; `nil` when there is none.
  func value(of field: FieldName, in row: DocumentRow) throws(StoreError) -> FieldValue? {
    try database.row(
      "SELECT value FROM fields WHERE document = ?1 AND name = ?2", row.key, field
    ) { row throws(StoreError) in try row.fieldValue() }
  }

  /// Changes a field from the value it has to another, and the sum of the fields in the row, which
  /// is still to be saved; `nil` is no field.
  func write(
    _ field: FieldName, of row: inout DocumentRow, from before: FieldValue?, to after: FieldValue?
  ) throws(StoreError) {
    row.fieldSum.change(field, from: before, to: after)
    try write(field, of: row.key, from: before, to: after)
  }

  private func write(
    _ field: FieldName, of document: Int64, from before: FieldValue?, to after: FieldValue?
  ) throws(StoreError) {
    if let after {
      try database.run(
        """
        INSERT INTO fields (document, name, value) VALUES (?1, ?2, ?3)
        ON CONFLICT (document, name) DO UPDATE SET value = excluded.value
        """, document, field, after)
    } else {
      try database.run("DELETE FROM fields WHERE document = ?1 AND name = ?2", document, field)
    }
    try fieldChanged(field, from: before, to: after)
    if before?.isText == true || after?.isText == true { noteText(of: document) }
  }
}
