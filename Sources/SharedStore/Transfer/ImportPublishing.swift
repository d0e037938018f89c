import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension Transaction {
  /// What the undo group of a replaced document is called.
  static let importGroup = "Import"

  /// Shows everything that an import has made, at this transaction's revision: by one row, however
  /// many documents there are.
  func publishImport(by job: JobID) throws(StoreError) {
    guard var made = try ImportRow.find(job.rawValue, database) else { return }
    made.revision = try nextRevision()
    try made.save(database)
    try noteShown(made)
    try database.forEachRow("SELECT kind, number FROM import_counts WHERE job = ?1", job) {
      row throws(StoreError) in
      let kind = try row.kind()
      addToCount(row.integer(), of: kind)
    }
  }

  /// Few documents are named in the log, of many it has the number.
  private func noteShown(_ made: ImportRow) throws(StoreError) {
    guard made.documents <= ChangeLog.mostRows else {
      return noteChanges(of: .document, Int(clamping: made.documents))
    }
    try database.forEachRow("SELECT id FROM documents WHERE import = ?1", made.job) {
      row throws(StoreError) in noteChange(.document, try row.requiredText())
    }
  }

  /// How many documents an import will replace.
  func replacementCount(by job: JobID) throws(StoreError) -> Int64 {
    try database.integer("SELECT count(*) FROM staged_replacements WHERE job = ?1", job)
  }

  /// Gives existing documents the fields that an import has for them, as a group each.
  /// - Parameters:
  ///   - job: The job.
  ///   - limit: The most documents.
  ///   - skipsRefused: Whether a document that cannot be replaced any more is passed over.
  ///   - atWork: Called with the position of each unit that replaces a document.
  /// - Throws: `groupOpen`, `notFound`, `badInput` unless refused ones are skipped.
  func publishReplacements(
    by job: JobID, atMost limit: Int, skipsRefused: Bool, atWork: (Int) -> Void
  ) throws(StoreError) {
    let replaced = try database.rows(
      "SELECT id, position FROM staged_replacements WHERE job = ?1 ORDER BY id LIMIT ?2", job, limit
    ) { row throws(StoreError) in (id: try row.documentID(), position: try row.count()) }
    var refused = 0
    for (id, position) in replaced {
      atWork(position)
      do throws(StoreError) {
        try replace(id, stagedFields(of: id, job), by: job)
      } catch {
        guard skipsRefused, [.groupOpen, .notFound, .badInput].contains(error.code) else {
          throw error
        }
        try noteUnit(job, position, UnitNote.reason(error))
        refused += 1
      }
      try database.run("DELETE FROM staged_fields WHERE job = ?1 AND id = ?2", job, id)
      try database.run("DELETE FROM staged_replacements WHERE job = ?1 AND id = ?2", job, id)
    }
    try noteSkipped(job, refused)
  }

  /// An existing document gets its new fields as one group that can be undone.
  private func replace(
    _ id: DocumentID, _ fields: [FieldName: FieldValue], by job: JobID
  ) throws(StoreError) {
    let current = try document(id).fields(database)
    let gone = current.keys.filter { fields[$0] == nil }.map { FieldChange.unset($0) }
    let change = try WriteTransaction.Documents(transaction: self).edit(
      id, fields.map { .set($0.key, $0.value) } + gone, name: Transaction.importGroup)
    guard change.changed else { return }
    let row = try document(id)
    try database.run(
      """
      INSERT INTO import_groups (job, id, epoch, number) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (job, id) DO UPDATE SET epoch = excluded.epoch, number = excluded.number
      """, job, id, row.epoch, row.cursor.head)
  }

  /// Whether what was kept of documents to be replaced is what was read.
  func areReplacementsWhole(by job: JobID) throws(StoreError) -> Bool {
    let staged = try database.rows(
      "SELECT id, fields_checksum FROM staged_replacements WHERE job = ?1", job
    ) { row throws(StoreError) in (id: try row.documentID(), sum: FieldSum(row.integer())) }
    for (id, sum) in staged where try FieldSum(stagedFields(of: id, job)) != sum { return false }
    return true
  }
}

// MARK: What is left

extension Transaction {
  /// The most rows that are removed at once, so that others can write soon.
  private static let leftoverRows: Int64 = 1_000

  /// A job that ended without success, or was taken back, and has hidden rows; `nil`: none.
  func abandonedImport() throws(StoreError) -> Int64? {
    try database.row(
      """
      SELECT i.job FROM imports AS i LEFT JOIN jobs AS j ON j.id = i.job
      WHERE i.revision IS NULL AND (j.id IS NULL OR j.finished_at IS NOT NULL) LIMIT 1
      """
    ) { row throws(StoreError) in row.integer() }
  }

  /// Removes some of what such jobs have left, in a transaction that takes no revision.
  func removeLeftovers() throws(StoreError) {
    guard let job = try abandonedImport() else { return }
    noteHousekeeping()
    let keys = try database.rows(
      "SELECT key FROM documents WHERE import = ?1 AND revision IS NULL LIMIT ?2",
      job, Transaction.leftoverRows
    ) { row throws(StoreError) in row.integer() }
    if !keys.isEmpty { try removeHidden(keys, of: job) }
    guard keys.count < Transaction.leftoverRows else { return }
    let fields = try database.change(
      """
      DELETE FROM staged_fields WHERE job = ?1 AND (id, name) IN (
        SELECT id, name FROM staged_fields WHERE job = ?1 LIMIT ?2)
      """, job, Transaction.leftoverRows)
    guard fields < Transaction.leftoverRows else { return }
    let replacements = try database.change(
      """
      DELETE FROM staged_replacements WHERE job = ?1 AND id IN (
        SELECT id FROM staged_replacements WHERE job = ?1 LIMIT ?2)
      """, job, Transaction.leftoverRows)
    guard replacements < Transaction.leftoverRows else { return }
    try database.run("DELETE FROM import_counts WHERE job = ?1", job)
    try database.run("DELETE FROM imports WHERE job = ?1", job)
  }

  /// Removes hidden documents of an import.
  func removeHidden(_ keys: [Int64], of job: Int64) throws(StoreError) {
    for key in keys {
      try database.run("DELETE FROM fields WHERE document = ?1", key)
      try database.run("DELETE FROM documents WHERE key = ?1", key)
      noteText(of: key)
    }
    guard var made = try ImportRow.find(job, database) else { throw .damagedImport }
    made.documents = max(made.documents - Int64(keys.count), 0)
    try made.save(database)
    noteHousekeeping()
  }
}
