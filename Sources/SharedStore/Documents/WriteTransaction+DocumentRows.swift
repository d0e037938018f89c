import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rows of documents and fields. Every change of a field, whatever its cause, goes through
/// `write`, so that counts and revisions cannot be forgotten (contract U3).
extension WriteTransaction {
  /// The document of an id.
  /// - Throws: `notFound`.
  func row(_ id: DocumentID) throws(StoreError) -> DocumentRow {
    guard let row = try findRow(id) else { throw .noSuchDocument.at(base.revision) }
    return row
  }

  /// The document of an id, if there is one.
  func findRow(_ id: DocumentID) throws(StoreError) -> DocumentRow? {
    try StoreError.mapping("read the document") { () throws(SQLiteError) in
      try DocumentRow.find(id, core.connection)
    }
  }

  /// A new random id.
  static func newID() -> String { UUID().uuidString.lowercased() }

  /// Inserts a document without fields and without history.
  func insertRow(_ id: DocumentID, limits: UndoLimits) throws(StoreError) -> DocumentRow {
    let revision = try nextRevision()
    let now = Timestamp.now
    try StoreError.mapping("create the document") { () throws(SQLiteError) in
      let insert = try core.connection.statement(
        """
        INSERT INTO documents (id, epoch, revision, created_at, changed_at, head, last_group,
          undo_groups, undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes,
          maximum_group_bytes)
        VALUES (?1, ?2, ?3, ?4, ?4, 0, 0, 0, 0, 0, 0, ?5, ?6, ?7)
        ON CONFLICT (id) DO NOTHING
        """)
      try insert.bind(id.text, at: 1)
      try insert.bind(WriteTransaction.newID(), at: 2)
      try insert.bind(revision.rawValue, at: 3)
      try insert.bind(now.milliseconds, at: 4)
      try insert.bind(Int64(limits.groups), at: 5)
      try insert.bind(Int64(limits.bytes), at: 6)
      try insert.bind(Int64(limits.groupBytes), at: 7)
      try insert.run()
    }
    // Nobody sees it, and yet it is there: a job is making it.
    guard let row = try findRow(id) else {
      throw try documentInTheMaking(by: hiddenRow(id).owner)
    }
    return row
  }

  /// Writes a document's row at this transaction's revision, and notes that it changed.
  mutating func save(_ row: inout DocumentRow) throws(StoreError) {
    row.revision = try nextRevision()
    row.changedAt = .now
    let saved = row
    try StoreError.mapping("write the document") { () throws(SQLiteError) in
      let update = try core.connection.statement(
        """
        UPDATE documents SET epoch = ?2, revision = ?3, changed_at = ?4, head = ?5,
          last_group = ?6, open_group = ?7, undo_groups = ?8, undo_bytes = ?9, redo_groups = ?10,
          redo_bytes = ?11, maximum_groups = ?12, maximum_bytes = ?13, maximum_group_bytes = ?14
        WHERE key = ?1
        """)
      try update.bind(saved.key, at: 1)
      try update.bind(saved.epoch, at: 2)
      try update.bind(saved.revision.rawValue, at: 3)
      try update.bind(saved.changedAt.milliseconds, at: 4)
      try update.bind(saved.cursor.head, at: 5)
      try update.bind(saved.cursor.lastGroup, at: 6)
      try update.bind(saved.openGroup, at: 7)
      try update.bind(Int64(saved.cursor.undo.groups), at: 8)
      try update.bind(Int64(saved.cursor.undo.bytes), at: 9)
      try update.bind(Int64(saved.cursor.redo.groups), at: 10)
      try update.bind(Int64(saved.cursor.redo.bytes), at: 11)
      try update.bind(Int64(saved.cursor.limits.groups), at: 12)
      try update.bind(Int64(saved.cursor.limits.bytes), at: 13)
      try update.bind(Int64(saved.cursor.limits.groupBytes), at: 14)
      try update.run()
    }
    noteChange(.document, row.id.text)
  }

  /// The value of a field; `nil` when there is none.
  func value(of field: FieldName, in row: DocumentRow) throws(StoreError) -> FieldValue? {
    try StoreError.mapping("read the field") { () throws(SQLiteError) in
      let select = try core.connection.statement(
        "SELECT value FROM fields WHERE document = ?1 AND name = ?2")
      try select.bind(row.key, at: 1)
      try select.bind(field.text, at: 2)
      return try select.step() ? select.fieldValue(0) : nil
    }
  }

  /// Changes a field from the value it has to another; `nil` is no field.
  mutating func write(
    _ field: FieldName, of row: DocumentRow, from before: FieldValue?, to after: FieldValue?
  ) throws(StoreError) {
    _ = try rules()
    try StoreError.mapping("write the field") { () throws(SQLiteError) in
      guard let after else {
        let delete = try core.connection.statement(
          "DELETE FROM fields WHERE document = ?1 AND name = ?2")
        try delete.bind(row.key, at: 1)
        try delete.bind(field.text, at: 2)
        return try delete.run()
      }
      let upsert = try core.connection.statement(
        """
        INSERT INTO fields (document, name, value) VALUES (?1, ?2, ?3)
        ON CONFLICT (document, name) DO UPDATE SET value = excluded.value
        """)
      try upsert.bind(row.key, at: 1)
      try upsert.bind(field.text, at: 2)
      try upsert.bind(after, at: 3)
      try upsert.run()
    }
    counts.fieldChanged(field, from: before, to: after)
    if before?.isText == true || after?.isText == true { documentsToIndex.insert(row.key) }
  }

  /// Deletes every row of a document's journal.
  func deleteJournal(of row: DocumentRow) throws(StoreError) {
    try StoreError.mapping("empty the history") { () throws(SQLiteError) in
      for sql in [
        "DELETE FROM undo_operations WHERE document = ?1",
        "DELETE FROM undo_groups WHERE document = ?1",
        "DELETE FROM open_groups WHERE document = ?1",
      ] as [StaticString] {
        let delete = try core.connection.statement(sql)
        try delete.bind(row.key, at: 1)
        try delete.run()
      }
    }
  }
}
