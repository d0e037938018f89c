import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// Documents that an import makes out of everybody's sight, where they are to stay: to show them
/// all, one row is written.
extension Transaction {
  /// Makes a document of a unit, indexed but hidden; or keeps the new fields of an existing one.
  /// - Returns: Whether there was anything to do: an equal document is passed over.
  /// - Throws: `exists` for a different document unless `replacing`, or one that another job is
  ///   making; `badInput` for one whose history cannot hold the change.
  func stage(
    _ id: DocumentID, fields: [FieldName: FieldValue], by job: JobID, position: Int,
    replacing: Bool
  ) throws(StoreError) -> Bool {
    if let existing = try DocumentRow.find(id, database) {
      let before = try existing.fields(database)
      if before == fields { return false }
      guard replacing else { throw .documentDiffers }
      try existing.requireHistory(from: before, to: fields)
      return try stageReplacement(id, fields, by: job, position)
    }
    guard let key = try insertHidden(id, fields, by: job) else {
      return try stageAgain(id, fields, by: job, position)
    }
    if id.isFileName { noteText(of: key) }
    for (field, value) in fields {
      try database.run(
        "INSERT INTO fields (document, name, value) VALUES (?1, ?2, ?3)", key, field, value)
      if value.isText { noteText(of: key) }
    }
    try noteImported(fields, by: job)
    return true
  }

  private func stageReplacement(
    _ id: DocumentID, _ fields: [FieldName: FieldValue], by job: JobID, _ position: Int
  ) throws(StoreError) -> Bool {
    let isNew = try database.change(
      """
      INSERT INTO staged_replacements (job, id, position, fields_checksum)
      VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING
      """, job, id, position, FieldSum(fields).value)
    guard isNew > 0 else { return try requireSame(stagedFields(of: id, job), fields) }
    for (field, value) in fields {
      try database.run(
        "INSERT INTO staged_fields (job, id, name, value) VALUES (?1, ?2, ?3, ?4)",
        job, id, field, value)
    }
    noteImport(job)
    return true
  }

  /// The id is that of a document that nobody sees: it is this job's own, or somebody else is making
  /// it, or nobody ever will.
  private func stageAgain(
    _ id: DocumentID, _ fields: [FieldName: FieldValue], by job: JobID, _ position: Int
  ) throws(StoreError) -> Bool {
    let (key, owner) = try hiddenDocument(id)
    if owner == job.rawValue {
      return try requireSame(DocumentRow.fields(of: key, database), fields)
    }
    try removeAbandoned(id)
    return try stage(id, fields: fields, by: job, position: position, replacing: false)
  }

  /// - Returns: `false`: nothing is to be staged.
  private func requireSame(
    _ staged: [FieldName: FieldValue], _ fields: [FieldName: FieldValue]
  ) throws(StoreError) -> Bool {
    guard staged == fields else { throw .documentTwice }
    return false
  }

  /// The row of a document that nobody sees, and the job that has made it.
  private func hiddenDocument(_ id: DocumentID) throws(StoreError) -> (key: Int64, owner: Int64) {
    try database.row("SELECT key, import FROM documents WHERE id = ?1", id) {
      row throws(StoreError) in (row.integer(), row.integer())
    } ?? (0, 0)
  }

  /// Removes the hidden document of an id that an import has left which ended without success.
  /// - Throws: `exists` when the job that makes it is at work.
  func removeAbandoned(_ id: DocumentID) throws(StoreError) {
    let (key, owner) = try hiddenDocument(id)
    let maker = try JobID(rawValue: owner).flatMap { id throws(StoreError) in
      try StoreJob.find(id, database)
    }
    guard maker?.state.isTerminal != false else {
      throw .documentInTheMaking(by: owner, isOrphaned: maker?.isOrphaned == true)
    }
    try removeHidden([key], of: owner)
  }

  /// - Returns: The new row's key; `nil` when there is a row of that id already.
  private func insertHidden(
    _ id: DocumentID, _ fields: [FieldName: FieldValue], by job: JobID
  ) throws(StoreError) -> Int64? {
    let (limits, now) = (UndoLimits.standard, Timestamp.now)
    let row = DocumentRow(
      key: 0, id: id, epoch: Transaction.newID(), revision: .zero, importJob: job.rawValue,
      isAsImported: true, createdAt: now, changedAt: now, cursor: UndoCursor(limits: limits),
      openGroup: nil, fieldSum: FieldSum(fields))
    let inserted = try database.change(
      """
      INSERT INTO documents (id, import, epoch, created_at, changed_at, head, last_group,
        undo_groups, undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes,
        maximum_group_bytes, fields_checksum, checksum)
      VALUES (?1, ?2, ?3, ?4, ?4, 0, 0, 0, 0, 0, 0, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT (id) DO NOTHING
      """, id, job, row.epoch, now, limits.groups, limits.bytes, limits.groupBytes,
      row.fieldSum.value, row.checksum)
    return inserted > 0 ? database.lastInsertedRow : nil
  }

  /// The fields that a document is to have.
  func stagedFields(
    of id: DocumentID, _ job: JobID
  ) throws(StoreError) -> [FieldName: FieldValue] {
    var fields: [FieldName: FieldValue] = [:]
    try database.forEachRow(
      "SELECT name, value FROM staged_fields WHERE job = ?1 AND id = ?2", job, id
    ) { row throws(StoreError) in fields[try row.fieldName()] = try row.fieldValue() }
    return fields
  }
}

extension DocumentRow {
  /// - Throws: `badInput` when a change of all these fields is more than a group of the document's
  ///   history may hold: better before the work than after it.
  fileprivate func requireHistory(
    from before: [FieldName: FieldValue], to after: [FieldName: FieldValue]
  ) throws(StoreError) {
    var bytes = FieldOperation.groupBytes(name: Transaction.importGroup)
    for field in Set(before.keys).union(after.keys) where before[field] != after[field] {
      let operation = FieldOperation(before: before[field], after: after[field])
      bytes += operation?.bytes(field: field) ?? 0
    }
    let limit = cursor.limits.groupBytes
    guard limit == 0 || bytes <= limit else { throw .groupTooLarge(bytes, limit) }
  }
}

extension StoreError {
  static let documentDiffers = StoreError(
    .exists, "There is a different document of that id.",
    hint: Hint("Import with replace to edit it.", command: "Use --replace to edit it."))
  static let documentTwice = StoreError(
    .exists, "Two inputs of the import are different documents of the same id.",
    hint: "Import them one after the other, or from a folder above both.")

  /// Says who is making a document, and what can be done if nobody is any more.
  static func documentInTheMaking(by job: Int64, isOrphaned: Bool) -> StoreError {
    StoreError(
      .exists, "Job \(job) is making a document of that id; nothing was changed.",
      hint: isOrphaned
        ? Hint(
          "Its worker is gone: runImport(_:resuming:) goes on, jobs.recover(_:) ends it.",
          command: "Its worker is gone: 'app job resume \(job)' goes on, 'app job recover \(job)' "
            + "ends it.")
        : "Wait for it to end, or cancel it.")
  }
}
