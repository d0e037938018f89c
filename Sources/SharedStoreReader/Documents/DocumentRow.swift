package import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem

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
    _ id: DocumentID, _ database: Database
  ) throws(StoreError) -> DocumentRow? {
    try database.row(
      """
      SELECT key, id, epoch, revision, created_at, changed_at, head, last_group, undo_groups,
        undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes, maximum_group_bytes,
        open_group
      FROM documents WHERE id = ?1 AND staged_by IS NULL
      """, id
    ) { row throws(StoreError) in try DocumentRow(&row) }
  }

  /// Reads the columns of the statement above.
  private init(_ row: inout Columns) throws(StoreError) {
    key = row.integer()
    id = try row.documentID()
    epoch = try row.requiredText()
    revision = try row.revision()
    createdAt = try row.timestamp()
    changedAt = try row.timestamp()
    cursor = try UndoCursor(&row)
    openGroup = row.optionalInteger()
  }

  /// The document with its fields and the names of the groups next to its cursor.
  package func document(_ database: Database) throws(StoreError) -> StoreDocument {
    StoreDocument(
      id: id, epoch: epoch, revision: revision, fields: try fields(database),
      createdAt: createdAt, changedAt: changedAt, history: try summary(database))
  }

  /// The document's fields.
  package func fields(_ database: Database) throws(StoreError) -> [FieldName: FieldValue] {
    try DocumentRow.fields(of: key, database)
  }

  /// The fields of a document, hidden ones included, by its key.
  package static func fields(
    of key: Int64, _ database: Database
  ) throws(StoreError) -> [FieldName: FieldValue] {
    var fields: [FieldName: FieldValue] = [:]
    try database.forEachRow("SELECT name, value FROM fields WHERE document = ?1", key) {
      row throws(StoreError) in
      fields[try row.fieldName()] = try row.fieldValue()
    }
    return fields
  }

  private func summary(_ database: Database) throws(StoreError) -> UndoSummary {
    let names = try database.row(
      """
      SELECT (SELECT name FROM undo_groups WHERE document = ?1 AND number = ?2),
        (SELECT name FROM undo_groups WHERE document = ?1 AND number > ?2
          AND number IS NOT ?3 ORDER BY number LIMIT 1)
      """, key, cursor.head, openGroup
    ) { row throws(StoreError) in (try row.optionalText(), try row.optionalText()) }
    return UndoSummary(
      cursor: cursor, undoName: cursor.undo.groups > 0 ? names?.0 : nil,
      redoName: cursor.redo.groups > 0 ? names?.1 : nil, openGroup: openGroup,
      openGroupOwner: openGroup == nil ? nil : try openGroupOwner(database))
  }

  private func openGroupOwner(_ database: Database) throws(StoreError) -> UndoSummary.Owner? {
    try database.row(
      "SELECT process, started, boot, namespace FROM open_groups WHERE document = ?1", key
    ) { row throws(StoreError) in
      let owner = ProcessIdentity(
        process: Int32(clamping: row.integer()), started: row.integer(),
        boot: try row.requiredText(), namespace: row.integer())
      return switch owner.liveness {
      case .alive:
        LockHolder.isStopped(owner.process) ? .stopped(owner.process) : .alive(owner.process)
      case .dead: .gone(owner.process)
      case .unknown: .unknown(owner.process)
      }
    }
  }
}

extension UndoCursor {
  /// Reads the columns `head, last_group, undo_groups, undo_bytes, redo_groups, redo_bytes,
  /// maximum_groups, maximum_bytes, maximum_group_bytes`.
  fileprivate init(_ row: inout Columns) throws(StoreError) {
    self.init(
      head: Int64(try row.count()), lastGroup: Int64(try row.count()),
      undo: .init(groups: try row.count(), bytes: try row.count()),
      redo: .init(groups: try row.count(), bytes: try row.count()),
      limits: UndoLimits(
        groups: try row.count(), bytes: try row.count(), groupBytes: try row.count()))
  }
}
