package import SharedStoreModel
package import SharedStoreSQLite
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
  /// What the document's fields add up to.
  package var fieldSum: FieldSum

  package init(
    key: Int64, id: DocumentID, epoch: String, revision: Revision, createdAt: Timestamp,
    changedAt: Timestamp, cursor: UndoCursor, openGroup: Int64?, fieldSum: FieldSum
  ) {
    self.key = key
    self.id = id
    self.epoch = epoch
    self.revision = revision
    self.createdAt = createdAt
    self.changedAt = changedAt
    self.cursor = cursor
    self.openGroup = openGroup
    self.fieldSum = fieldSum
  }

  /// Over everything a reader is shown: the row's columns but its key, and the sum of its fields.
  package var checksum: Int64 {
    var checksum = Checksum()
    checksum.add(id.text)
    checksum.add(epoch)
    checksum.add(revision.rawValue)
    checksum.add(createdAt.milliseconds)
    checksum.add(changedAt.milliseconds)
    checksum.add(cursor.head)
    checksum.add(cursor.lastGroup)
    checksum.add(openGroup)
    for number in [
      cursor.undo.groups, cursor.undo.bytes, cursor.redo.groups, cursor.redo.bytes,
      cursor.limits.groups, cursor.limits.bytes, cursor.limits.groupBytes,
    ] { checksum.add(Int64(number)) }
    checksum.add(fieldSum.value)
    return checksum.value
  }

  /// Finds a document by its id.
  package static func find(
    _ id: DocumentID, _ database: Database
  ) throws(StoreError) -> DocumentRow? {
    try database.row(
      """
      SELECT key, id, epoch, revision, created_at, changed_at, head, last_group, undo_groups,
        undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes, maximum_group_bytes,
        open_group, fields_checksum, checksum
      FROM documents WHERE id = ?1 AND staged_by IS NULL
      """, id
    ) { row throws(StoreError) in try DocumentRow(&row) }
  }

  /// The documents that a job is making.
  package static func staged(
    by job: Int64, _ database: Database
  ) throws(StoreError) -> [DocumentRow] {
    try database.rows(
      """
      SELECT key, id, epoch, revision, created_at, changed_at, head, last_group, undo_groups,
        undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes, maximum_group_bytes,
        open_group, fields_checksum, checksum
      FROM documents WHERE staged_by = ?1
      """, job
    ) { row throws(StoreError) in try DocumentRow(&row) }
  }

  /// Every document with its id, hidden ones included, for a check.
  /// - Parameters:
  ///   - database: The store.
  ///   - body: Gets the id's text, `nil` if it is none, and the row or why it is none.
  /// - Throws: What the body throws, or a failure of SQLite.
  package static func forEach(
    _ database: Database,
    _ body: (String?, Result<DocumentRow, StoreError>) throws(StoreError) -> Void
  ) throws(StoreError) {
    try database.forEachRow(
      """
      SELECT id, key, id, epoch, revision, created_at, changed_at, head, last_group, undo_groups,
        undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes, maximum_group_bytes,
        open_group, fields_checksum, checksum
      FROM documents ORDER BY key
      """
    ) { row throws(StoreError) in
      let id = row.text()
      let document: Result<DocumentRow, StoreError>
      do throws(StoreError) {
        document = .success(try DocumentRow(&row))
      } catch {
        document = .failure(error)
      }
      try body(id, document)
    }
  }

  /// Reads the columns of the statements above.
  /// - Throws: `damaged` for a row that is not as it was written.
  package init(_ row: inout Columns) throws(StoreError) {
    self.init(
      key: row.integer(), id: try row.documentID(), epoch: try row.requiredText(),
      revision: try row.revision(), createdAt: try row.timestamp(),
      changedAt: try row.timestamp(), cursor: try UndoCursor(&row),
      openGroup: row.optionalInteger(), fieldSum: FieldSum(row.integer()))
    guard row.integer() == checksum else { throw .damagedDocument }
  }

  /// - Throws: `damaged` for a document that is newer than the store.
  package func check(upTo newest: Revision) throws(StoreError) {
    guard revision <= newest else { throw .beyondStore.at(newest) }
  }

  /// The document with its fields and the names of the groups next to its cursor.
  package func document(_ database: Database) throws(StoreError) -> StoreDocument {
    StoreDocument(
      id: id, epoch: epoch, revision: revision, fields: try fields(database),
      createdAt: createdAt, changedAt: changedAt, history: try summary(database))
  }

  /// The document's fields.
  /// - Throws: `damaged` when they are not as they were written.
  package func fields(_ database: Database) throws(StoreError) -> [FieldName: FieldValue] {
    let fields = try DocumentRow.fields(of: key, database)
    guard FieldSum(fields) == fieldSum else { throw .damagedFields }
    return fields
  }

  /// The fields of a document, hidden ones included, by its key; not compared with its checksum.
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
    var names: (undo: String?, redo: String?)
    if cursor.undo.groups > 0 {
      guard let last = try UndoGroupRow.find(cursor.head, of: key, database) else {
        throw .damagedHistory
      }
      names.undo = last.name
    }
    if cursor.redo.groups > 0 {
      let next = try UndoGroupRow.find(
        after: cursor.head, except: openGroup, of: key, database)
      guard let next else { throw .damagedHistory }
      names.redo = next.name
    }
    return UndoSummary(
      cursor: cursor, undoName: names.undo, redoName: names.redo, openGroup: openGroup,
      openGroupOwner: openGroup == nil ? nil : try openGroupOwner(database))
  }

  private func openGroupOwner(_ database: Database) throws(StoreError) -> UndoSummary.Owner? {
    try database.row(
      "SELECT process, started, boot, namespace FROM open_groups WHERE document = ?1", key
    ) { row throws(StoreError) in
      let owner = try row.owner()
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

extension StoreError {
  static let damagedDocument = StoreError(
    .damaged, "The document's row is not as it was written.",
    hint: .restore)
  package static let damagedFields = StoreError(
    .damaged, "The document's fields are not as they were written.",
    hint: .reload)
}
