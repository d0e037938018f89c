import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// Documents that a job makes out of everybody's sight, and shows all at once at its end.
extension Transaction {
  /// Stages a document of a unit, indexed but hidden; or the new fields of an existing one.
  /// - Returns: Whether there was anything to stage: an equal document is passed over.
  /// - Throws: `exists` for a different document unless `replacing`, or one that another job is
  ///   making.
  func stage(
    _ id: DocumentID, fields: [FieldName: FieldValue], by job: JobID, position: Int,
    replacing: Bool
  ) throws(StoreError) -> Bool {
    if let existing = try DocumentRow.find(id, database) {
      if try existing.fields(database) == fields { return false }
      guard replacing else { throw .documentDiffers }
      let staged = try stagedFields(nil, job.rawValue, id.text)
      guard staged.isEmpty else { return try requireSame(staged, fields) }
      try insertStaged(id, nil, fields, job, position)
      for (field, value) in fields {
        try database.run(
          "INSERT INTO staged_fields (job, id, name, value) VALUES (?1, ?2, ?3, ?4)",
          job, id, field, value)
      }
      noteHousekeeping()
      return true
    }
    guard let key = try insertHidden(id, fields, by: job) else {
      return try requireSame(try fieldsInTheMaking(id, by: job), fields)
    }
    if id.isFileName { noteText(of: key) }
    for (field, value) in fields {
      try database.run(
        "INSERT INTO fields (document, name, value) VALUES (?1, ?2, ?3)", key, field, value)
      if value.isText { noteText(of: key) }
    }
    try insertStaged(id, key, fields, job, position)
    noteHousekeeping()
    return true
  }

  /// - Returns: `false`: nothing is to be staged.
  private func requireSame(
    _ staged: [FieldName: FieldValue], _ fields: [FieldName: FieldValue]
  ) throws(StoreError) -> Bool {
    guard staged == fields else { throw .documentTwice }
    return false
  }

  /// The fields of a document that this job has staged already.
  /// - Throws: `exists` when it is another job's.
  private func fieldsInTheMaking(
    _ id: DocumentID, by job: JobID
  ) throws(StoreError) -> [FieldName: FieldValue] {
    let (key, owner) = try hiddenDocument(id)
    guard owner == job.rawValue else { throw try documentInTheMaking(by: owner) }
    return try stagedFields(key, job.rawValue, id.text)
  }

  /// The row of a document that nobody sees, and the job that is making it.
  func hiddenDocument(_ id: DocumentID) throws(StoreError) -> (key: Int64, owner: Int64) {
    try database.row("SELECT key, staged_by FROM documents WHERE id = ?1", id) {
      row throws(StoreError) in (row.integer(), row.integer())
    } ?? (0, 0)
  }

  /// Says who is making a document, and what can be done if nobody is any more.
  func documentInTheMaking(by owner: Int64) throws(StoreError) -> StoreError {
    let isOrphaned = try JobID(rawValue: owner).map { id throws(StoreError) in
      try job(id).isOrphaned
    }
    return StoreError(
      .exists, "Job \(owner) is making a document of that id; nothing was changed.",
      hint: isOrphaned == true
        ? StoreError.Hint(
          "Its worker is gone: runImport(_:resuming:) goes on, jobs.recover(_:) ends it.",
          command: "Its worker is gone: 'app job resume \(owner)' goes on, 'app job recover "
            + "\(owner)' ends it.")
        : "Wait for it to end, or cancel it.")
  }

  /// - Returns: The new row's key; `nil` when a job is making a document of that id already.
  private func insertHidden(
    _ id: DocumentID, _ fields: [FieldName: FieldValue], by job: JobID
  ) throws(StoreError) -> Int64? {
    let (limits, now) = (UndoLimits.standard, Timestamp.now)
    let row = DocumentRow(
      key: 0, id: id, epoch: Transaction.newID(), revision: try nextRevision(), createdAt: now,
      changedAt: now, cursor: UndoCursor(limits: limits), openGroup: nil,
      fieldSum: FieldSum(fields))
    let inserted = try database.change(
      """
      INSERT INTO documents (id, staged_by, epoch, revision, created_at, changed_at, head,
        last_group, undo_groups, undo_bytes, redo_groups, redo_bytes, maximum_groups,
        maximum_bytes, maximum_group_bytes, fields_checksum, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5, 0, 0, 0, 0, 0, 0, ?6, ?7, ?8, ?9, ?10)
      ON CONFLICT (id) DO NOTHING
      """, id, job, row.epoch, row.revision, now, limits.groups, limits.bytes, limits.groupBytes,
      row.fieldSum.value, row.checksum)
    return inserted > 0 ? database.lastInsertedRow : nil
  }

  private func insertStaged(
    _ id: DocumentID, _ key: Int64?, _ fields: [FieldName: FieldValue], _ job: JobID,
    _ position: Int
  ) throws(StoreError) {
    try database.run(
      """
      INSERT INTO staged_documents (job, position, document, id, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING
      """, job, position, key, id, Transaction.checksum(fields))
  }

  /// Whether what was staged for a unit is what was read; true for a unit that staged nothing.
  func isStagedWhole(by job: JobID, position: Int) throws(StoreError) -> Bool {
    let staged = try database.rows(
      "SELECT document, checksum, id FROM staged_documents WHERE job = ?1 AND position = ?2",
      job, position
    ) { row throws(StoreError) in
      (key: row.optionalInteger(), checksum: row.integer(), id: try row.requiredText())
    }
    for document in staged {
      let fields = try stagedFields(document.key, job.rawValue, document.id)
      if Transaction.checksum(fields) != document.checksum { return false }
    }
    return true
  }

  private func stagedFields(
    _ document: Int64?, _ job: Int64, _ id: String
  ) throws(StoreError) -> [FieldName: FieldValue] {
    if let document { return try DocumentRow.fields(of: document, database) }
    var fields: [FieldName: FieldValue] = [:]
    try database.forEachRow(
      "SELECT name, value FROM staged_fields WHERE job = ?1 AND id = ?2", job, id
    ) { row throws(StoreError) in fields[try row.fieldName()] = try row.fieldValue() }
    return fields
  }

  /// Shows everything that a job has staged, at this transaction's revision.
  /// - Parameters:
  ///   - job: The job.
  ///   - skipsRefused: Whether a document that cannot be replaced any more is passed over.
  ///   - atWork: Called with the position of each unit that replaces a document.
  /// - Throws: `groupOpen`, `notFound`, `badInput` unless refused ones are skipped.
  func publishStaged(
    by job: JobID, skipsRefused: Bool, atWork: (Int) -> Void
  ) throws(StoreError) {
    let replaced = try replacements(by: job)
    try countStaged(by: job)
    for var document in try DocumentRow.staged(by: job.rawValue, database) {
      try save(&document)
    }
    try database.run("UPDATE documents SET staged_by = NULL WHERE staged_by = ?1", job)
    var refused = 0
    for replacement in replaced {
      atWork(replacement.position)
      do throws(StoreError) {
        try replace(replacement.id, stagedFields(nil, job.rawValue, replacement.id.text))
      } catch {
        guard skipsRefused, [.groupOpen, .notFound, .badInput].contains(error.code) else {
          throw error
        }
        try noteUnit(job, replacement.position, error.code.word)
        refused += 1
      }
    }
    try noteSkipped(job, refused)
    try deleteStagedRows(of: job)
  }

  /// An existing document gets its new fields as one group that can be undone.
  private func replace(
    _ id: DocumentID, _ fields: [FieldName: FieldValue]
  ) throws(StoreError) {
    let current = try document(id).fields(database)
    let gone = current.keys.filter { fields[$0] == nil }.map { FieldChange.unset($0) }
    try WriteTransaction.Documents(transaction: self).edit(
      id, fields.map { .set($0.key, $0.value) } + gone, name: "Import")
  }

  private func replacements(
    by job: JobID
  ) throws(StoreError) -> [(position: Int, id: DocumentID)] {
    try database.rows(
      """
      SELECT position, id FROM staged_documents WHERE job = ?1 AND document IS NULL
      ORDER BY position, id
      """, job
    ) { row throws(StoreError) in (try row.count(), try row.documentID()) }
  }

  private func countStaged(by job: JobID) throws(StoreError) {
    for rule in try rules() {
      var count: Int64 = 0
      try database.forEachRow(
        """
        SELECT f.value FROM documents AS d JOIN fields AS f ON f.document = d.key
        WHERE d.staged_by = ?1 AND f.name = ?2
        """, job, rule.field
      ) { row throws(StoreError) in count += try row.fieldValue() == rule.value ? 1 : 0 }
      addToCount(count, of: rule.kind)
    }
  }

  /// Deletes everything that a job has staged.
  func discardStaged(by job: JobID) throws(StoreError) {
    let keys = try database.rows("SELECT key FROM documents WHERE staged_by = ?1", job) {
      row throws(StoreError) in row.integer()
    }
    for key in keys {
      try database.run("DELETE FROM fields WHERE document = ?1", key)
      try database.run("DELETE FROM documents WHERE key = ?1", key)
      noteText(of: key)
      noteHousekeeping()
    }
    try deleteStagedRows(of: job)
  }

  private func deleteStagedRows(of job: JobID) throws(StoreError) {
    try database.run("DELETE FROM staged_fields WHERE job = ?1", job)
    try database.run("DELETE FROM staged_documents WHERE job = ?1", job)
  }

  /// Over all fields in the order of their names.
  private static func checksum(_ fields: [FieldName: FieldValue]) -> Int64 {
    var checksum = Checksum()
    for (name, value) in fields.sorted(by: { $0.key.text < $1.key.text }) {
      checksum.add(name.text)
      switch value {
      case .null: checksum.add(0 as Int64)
      case .integer(let number): checksum.add(number)
      case .real(let number): checksum.add(Int64(bitPattern: number.bitPattern))
      case .text(let text): checksum.add(text)
      case .blob(let bytes): checksum.add(bytes)
      }
    }
    return checksum.value
  }
}

extension StoreError {
  static let documentDiffers = StoreError(
    .exists, "There is a different document of that id.",
    hint: Hint("Import with replace to edit it.", command: "Use --replace to edit it."))
  static let documentTwice = StoreError(
    .exists, "Two inputs of the import are different documents of the same id.",
    hint: "Import them one after the other, or from a folder above both.")
}
