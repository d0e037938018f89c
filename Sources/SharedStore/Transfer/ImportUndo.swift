public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension WriteTransaction.Jobs {
  /// Takes back what an import did: its new documents are gone, those that it replaced have their
  /// fields of before, as by undo.
  ///
  /// It is possible as long as the job is in the list, and only as a whole: a document that somebody
  /// has changed, deleted or loaded anew since the import stands in the way.
  /// - Parameter id: The job.
  /// - Returns: How many documents it was.
  /// - Throws: `notFound`; `conflict` when it is no import that has succeeded, was taken back
  ///   already, or one of its documents was touched since.
  @discardableResult
  public func undo(_ id: JobID) throws(StoreError) -> Int {
    try transaction.verb { () throws(StoreError) in try transaction.takeBackImport(id) }
  }
}

extension Transaction {
  /// A document that an import has replaced, and the group by which it did.
  private struct Replaced {
    let id: DocumentID
    let epoch: String
    let group: Int64
  }

  fileprivate func takeBackImport(_ id: JobID) throws(StoreError) -> Int {
    let job = try job(id)
    guard job.kind == ImportJob.kind, job.state == .succeeded else { throw .noImportToUndo }
    guard var made = try ImportRow.find(id.rawValue, database), made.revision != nil else {
      throw .importTakenBack
    }
    let replaced = try database.rows(
      "SELECT id, epoch, number FROM import_groups WHERE job = ?1 ORDER BY id", id
    ) { row throws(StoreError) in
      Replaced(
        id: try row.documentID(), epoch: try row.requiredText(), group: Int64(try row.count()))
    }
    var touched = Int(clamping: made.touched)
    for document in replaced where try !isAsReplaced(document) { touched += 1 }
    guard touched == 0 else { throw .importTouched(touched) }

    for document in replaced {
      try WriteTransaction.Documents(transaction: self).undo(document.id)
    }
    try database.run("DELETE FROM import_groups WHERE job = ?1", id)
    try hide(&made)
    try database.run(
      "UPDATE jobs SET result = 'taken back', tick = tick + 1, revision = ?2 WHERE id = ?1",
      id, nextRevision())
    noteChange(.job, id.description)
    try publishDocumentCount()
    return replaced.count + Int(clamping: made.documents)
  }

  /// Whether nothing was done to a document since an import has replaced it.
  private func isAsReplaced(_ replaced: Replaced) throws(StoreError) -> Bool {
    guard let row = try DocumentRow.find(replaced.id, database) else { return false }
    return row.epoch == replaced.epoch && row.cursor.head == replaced.group && row.openGroup == nil
  }

  /// Nobody sees an import's documents any more; whoever commits next begins to remove them.
  private func hide(_ made: inout ImportRow) throws(StoreError) {
    if made.documents <= ChangeLog.mostRows {
      try database.forEachRow("SELECT id FROM documents WHERE import = ?1", made.job) {
        row throws(StoreError) in noteRemoval(.document, try row.requiredText())
      }
    } else {
      noteChanges(of: .document, Int(clamping: made.documents))
    }
    made.revision = nil
    try made.save(database)
    try database.forEachRow("SELECT kind, number FROM import_counts WHERE job = ?1", made.job) {
      row throws(StoreError) in
      let kind = try row.kind()
      addToCount(-row.integer(), of: kind)
    }
  }
}

extension StoreError {
  fileprivate static let noImportToUndo = StoreError(
    .conflict, "Only an import that has succeeded can be taken back.")
  fileprivate static let importTakenBack = StoreError(
    .conflict, "The import was taken back already.")

  fileprivate static func importTouched(_ count: Int) -> StoreError {
    StoreError(
      .conflict,
      "The import cannot be taken back: documents of it that were changed since: \(count). "
        + "Nothing was changed.",
      hint: "Undo what was done to them since, or change them one by one.")
  }
}
