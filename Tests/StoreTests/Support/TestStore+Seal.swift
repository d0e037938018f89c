import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension TestStore {
  /// Changes fields as another program would that knows the checksums of documents.
  func editFields(_ script: String) throws {
    try edit(script)
    let database = Database(try connection())
    let rows = try database.rows(
      """
      SELECT key, id, epoch, coalesce(revision, 0), import, revision IS NULL, created_at,
        changed_at, head, last_group, open_group,
        undo_groups, undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes,
        maximum_group_bytes
      FROM documents
      """
    ) { row throws(StoreError) in
      let (key, id, epoch) = (row.integer(), try row.documentID(), try row.requiredText())
      let (revision, job, isAsImported) = (
        try row.revision(), row.optionalInteger(), row.integer() == 1
      )
      let (created, changed) = (try row.timestamp(), try row.timestamp())
      let (head, last, open) = (row.integer(), row.integer(), row.optionalInteger())
      let undo = UndoCursor.Tally(groups: try row.count(), bytes: try row.count())
      let redo = UndoCursor.Tally(groups: try row.count(), bytes: try row.count())
      let limits = UndoLimits(
        groups: try row.count(), bytes: try row.count(), groupBytes: try row.count())
      return DocumentRow(
        key: key, id: id, epoch: epoch, revision: revision, importJob: job,
        isAsImported: isAsImported, createdAt: created, changedAt: changed,
        cursor: UndoCursor(head: head, lastGroup: last, undo: undo, redo: redo, limits: limits),
        openGroup: open, fieldSum: FieldSum())
    }
    for var row in rows {
      row.fieldSum = FieldSum(try DocumentRow.fields(of: row.key, database))
      try database.run(
        "UPDATE documents SET fields_checksum = ?2, checksum = ?3 WHERE key = ?1",
        row.key, row.fieldSum.value, row.checksum)
    }
  }
}
