import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// Documents that a job makes out of everybody's sight, and shows all at once at its end
/// (contract J8).
extension WriteTransaction {
  /// Stages a document of a unit, indexed but hidden; or the new fields of an existing one.
  /// - Returns: Whether there was anything to stage: an equal document is passed over.
  /// - Throws: `exists` for a different document unless `replacing`, or one that another job is
  ///   making.
  mutating func stage(
    _ id: DocumentID, fields: [FieldName: FieldValue], by job: JobID, position: Int,
    replacing: Bool
  ) throws(StoreError) -> Bool {
    if let existing = try findRow(id) {
      let current = try StoreError.mapping("read the document") { () throws(SQLiteError) in
        try existing.fields(core.connection)
      }
      if current == fields { return false }
      guard replacing else { throw .documentDiffers }
      let staged = try StoreError.mapping("stage the document") { () throws(SQLiteError) in
        try stagedFields(nil, job.rawValue, id.text)
      }
      guard staged.isEmpty else { return try requireSame(staged, fields) }
      try insertStaged(id, nil, fields, job, position)
      try insertStagedFields(fields, job, id)
      noteHousekeeping()
      return true
    }
    guard let key = try insertHidden(id, by: job) else {
      return try requireSame(try fieldsInTheMaking(id, by: job), fields)
    }
    for (field, value) in fields {
      try StoreError.mapping("stage the document") { () throws(SQLiteError) in
        let insert = try core.connection.statement(
          "INSERT INTO fields (document, name, value) VALUES (?1, ?2, ?3)")
        try insert.bind(key, at: 1)
        try insert.bind(field.text, at: 2)
        try insert.bind(value, at: 3)
        try insert.run()
      }
      if value.isText { documentsToIndex.insert(key) }
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
    let (key, owner) = try hiddenRow(id)
    guard owner == job.rawValue else { throw try documentInTheMaking(by: owner) }
    return try StoreError.mapping("read the document") { () throws(SQLiteError) in
      try stagedFields(key, job.rawValue, id.text)
    }
  }

  /// The row of a document that nobody sees, and the job that is making it.
  func hiddenRow(_ id: DocumentID) throws(StoreError) -> (key: Int64, owner: Int64) {
    try StoreError.mapping("read the document") { () throws(SQLiteError) in
      let row = try core.connection.statement("SELECT key, staged_by FROM documents WHERE id = ?1")
      try row.bind(id.text, at: 1)
      return try row.step() ? (row.integer(0), row.integer(1)) : (0, 0)
    }
  }

  /// Says who is making a document, and what can be done if nobody is any more.
  func documentInTheMaking(by owner: Int64) throws(StoreError) -> StoreError {
    let isOrphaned = try JobID(rawValue: owner).map { id throws(StoreError) in
      try job(id).isOrphaned
    }
    return StoreError(
      .exists, "Job \(owner) is making a document of that id; nothing was changed.",
      hint: isOrphaned == true
        ? "Its worker is gone: 'app job resume \(owner)' goes on, 'app job recover \(owner)' ends it."
        : "Wait for it to end, or cancel it.")
  }

  /// - Returns: The new row's key; `nil` when a job is making a document of that id already.
  private func insertHidden(_ id: DocumentID, by job: JobID) throws(StoreError) -> Int64? {
    let limits = UndoLimits.standard
    let now = Timestamp.now.milliseconds
    let revision = try nextRevision()
    return try StoreError.mapping("stage the document") { () throws(SQLiteError) -> Int64? in
      let insert = try core.connection.statement(
        """
        INSERT INTO documents (id, staged_by, epoch, revision, created_at, changed_at, head,
          last_group, undo_groups, undo_bytes, redo_groups, redo_bytes, maximum_groups,
          maximum_bytes, maximum_group_bytes)
        VALUES (?1, ?2, ?3, ?4, ?5, ?5, 0, 0, 0, 0, 0, 0, ?6, ?7, ?8)
        ON CONFLICT (id) DO NOTHING RETURNING key
        """)
      try insert.bind(id.text, at: 1)
      try insert.bind(job.rawValue, at: 2)
      try insert.bind(WriteTransaction.newID(), at: 3)
      try insert.bind(revision.rawValue, at: 4)
      try insert.bind(now, at: 5)
      try insert.bind(Int64(limits.groups), at: 6)
      try insert.bind(Int64(limits.bytes), at: 7)
      try insert.bind(Int64(limits.groupBytes), at: 8)
      return try insert.step() ? insert.integer(0) : nil
    }
  }

  private func insertStaged(
    _ id: DocumentID, _ key: Int64?, _ fields: [FieldName: FieldValue], _ job: JobID,
    _ position: Int
  ) throws(StoreError) {
    try StoreError.mapping("stage the document") { () throws(SQLiteError) in
      let insert = try core.connection.statement(
        """
        INSERT INTO staged_documents (job, position, document, id, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING
        """)
      try insert.bind(job.rawValue, at: 1)
      try insert.bind(Int64(position), at: 2)
      try insert.bind(key, at: 3)
      try insert.bind(id.text, at: 4)
      try insert.bind(WriteTransaction.checksum(fields), at: 5)
      try insert.run()
    }
  }

  private func insertStagedFields(
    _ fields: [FieldName: FieldValue], _ job: JobID, _ id: DocumentID
  ) throws(StoreError) {
    try StoreError.mapping("stage the document") { () throws(SQLiteError) in
      for (field, value) in fields {
        let insert = try core.connection.statement(
          "INSERT INTO staged_fields (job, id, name, value) VALUES (?1, ?2, ?3, ?4)")
        try insert.bind(job.rawValue, at: 1)
        try insert.bind(id.text, at: 2)
        try insert.bind(field.text, at: 3)
        try insert.bind(value, at: 4)
        try insert.run()
      }
    }
  }

  /// Whether what was staged for a unit is what was read; true for a unit that staged nothing.
  func isStagedWhole(by job: JobID, position: Int) throws(StoreError) -> Bool {
    try StoreError.mapping("verify the document") { () throws(SQLiteError) in
      let rows = try core.connection.statement(
        "SELECT document, checksum, id FROM staged_documents WHERE job = ?1 AND position = ?2")
      try rows.bind(job.rawValue, at: 1)
      try rows.bind(Int64(position), at: 2)
      while try rows.step() {
        let fields = try stagedFields(rows.optionalInteger(0), job.rawValue, rows.text(2) ?? "")
        if WriteTransaction.checksum(fields) != rows.integer(1) { return false }
      }
      return true
    }
  }

  private func stagedFields(
    _ document: Int64?, _ job: Int64, _ id: String
  ) throws(SQLiteError) -> [FieldName: FieldValue] {
    let rows = try core.connection.statement(
      document == nil
        ? "SELECT name, value FROM staged_fields WHERE job = ?1 AND id = ?2"
        : "SELECT name, value FROM fields WHERE document = ?1")
    try rows.bind(document ?? job, at: 1)
    if document == nil { try rows.bind(id, at: 2) }
    var fields: [FieldName: FieldValue] = [:]
    while try rows.step() {
      if let name = rows.text(0).flatMap({ FieldName($0) }) { fields[name] = rows.fieldValue(1) }
    }
    return fields
  }

  /// Shows everything that a job has staged, at this transaction's revision.
  /// - Parameters:
  ///   - job: The job.
  ///   - skipsRefused: Whether a document that cannot be replaced any more is passed over.
  ///   - atWork: Called with the position of each unit that replaces a document.
  /// - Throws: `groupOpen`, `notFound`, `badInput` unless refused ones are skipped.
  mutating func publishStaged(
    by job: JobID, skipsRefused: Bool, atWork: (Int) -> Void
  ) throws(StoreError) {
    let revision = try nextRevision()
    let replaced = try replacements(by: job)
    try countStaged(by: job)
    let shown = try StoreError.mapping("show the documents") { () throws(SQLiteError) in
      let update = try core.connection.statement(
        """
        UPDATE documents SET staged_by = NULL, revision = ?2, changed_at = ?3
        WHERE staged_by = ?1 RETURNING id
        """)
      try update.bind(job.rawValue, at: 1)
      try update.bind(revision.rawValue, at: 2)
      try update.bind(Timestamp.now.milliseconds, at: 3)
      var ids: [String] = []
      while try update.step() { ids.append(update.text(0) ?? "") }
      return ids
    }
    for id in shown { noteChange(.document, id) }
    var refused = 0
    for replacement in replaced {
      atWork(replacement.position)
      do throws(StoreError) {
        try replace(replacement.id, replacement.fields)
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
  private mutating func replace(
    _ id: DocumentID, _ fields: [FieldName: FieldValue]
  ) throws(StoreError) {
    let row = try row(id)
    let current = try StoreError.mapping("read the document") { () throws(SQLiteError) in
      try row.fields(core.connection)
    }
    let gone = current.keys.filter { fields[$0] == nil }.map { FieldChange.unset($0) }
    try editDocument(id, fields.map { .set($0.key, $0.value) } + gone, name: "Import")
  }

  /// A document that exists, and what it is to become.
  private struct Replacement {
    let position: Int
    let id: DocumentID
    var fields: [FieldName: FieldValue] = [:]
  }

  private func replacements(by job: JobID) throws(StoreError) -> [Replacement] {
    try StoreError.mapping("read what was staged") { () throws(SQLiteError) in
      let rows = try core.connection.statement(
        """
        SELECT position, id FROM staged_documents WHERE job = ?1 AND document IS NULL
        ORDER BY position, id
        """)
      try rows.bind(job.rawValue, at: 1)
      var found: [Replacement] = []
      while try rows.step() {
        if let id = rows.text(1).flatMap({ DocumentID($0) }) {
          found.append(Replacement(position: Int(rows.integer(0)), id: id))
        }
      }
      for index in found.indices {
        found[index].fields = try stagedFields(nil, job.rawValue, found[index].id.text)
      }
      return found
    }
  }

  private mutating func countStaged(by job: JobID) throws(StoreError) {
    for rule in try rules() {
      let difference = try StoreError.mapping("count the documents") { () throws(SQLiteError) in
        let rows = try core.connection.statement(
          """
          SELECT f.value FROM documents AS d JOIN fields AS f ON f.document = d.key
          WHERE d.staged_by = ?1 AND f.name = ?2
          """)
        try rows.bind(job.rawValue, at: 1)
        try rows.bind(rule.field.text, at: 2)
        var count: Int64 = 0
        while try rows.step() { count += rows.fieldValue(0) == rule.value ? 1 : 0 }
        return count
      }
      counts.add(difference, to: rule.kind)
    }
  }

  /// Deletes everything that a job has staged.
  mutating func discardStaged(by job: JobID) throws(StoreError) {
    try StoreError.mapping("discard what was staged") { () throws(SQLiteError) in
      let rows = try core.connection.statement("SELECT key FROM documents WHERE staged_by = ?1")
      try rows.bind(job.rawValue, at: 1)
      var keys: [Int64] = []
      while try rows.step() { keys.append(rows.integer(0)) }
      for key in keys { try deleteHidden(key) }
    }
    try deleteStagedRows(of: job)
  }

  private mutating func deleteHidden(_ key: Int64) throws(SQLiteError) {
    for sql in [
      "DELETE FROM fields WHERE document = ?1", "DELETE FROM documents WHERE key = ?1",
    ] as [StaticString] {
      let delete = try core.connection.statement(sql)
      try delete.bind(key, at: 1)
      try delete.run()
    }
    documentsToIndex.insert(key)
    noteHousekeeping()
  }

  private func deleteStagedRows(of job: JobID) throws(StoreError) {
    try StoreError.mapping("end the staging") { () throws(SQLiteError) in
      for sql in [
        "DELETE FROM staged_fields WHERE job = ?1", "DELETE FROM staged_documents WHERE job = ?1",
      ] as [StaticString] {
        let delete = try core.connection.statement(sql)
        try delete.bind(job.rawValue, at: 1)
        try delete.run()
      }
    }
  }

  /// Over all fields in the order of their names.
  static func checksum(_ fields: [FieldName: FieldValue]) -> Int64 {
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
    .exists, "There is a different document of that id.", hint: "Use --replace to edit it.")

  static let documentTwice = StoreError(
    .exists, "Two inputs of the import are different documents of the same id.",
    hint: "Import them one after the other, or from a folder above both.")
}
