public import SharedStoreModel
import SharedStoreReader

/// What became of a document in a transaction.
public struct DocumentChange: Hashable, Sendable {
  /// The document's revision now.
  public let revision: Revision
  /// Whether anything changed.
  public let changed: Bool
  /// The name of the group that was undone or redone.
  public let name: String?
  /// Fields of a group that was taken back which somebody else had changed: they keep their values.
  public let conflicts: [FieldName]

  init(_ row: DocumentRow, changed: Bool, name: String? = nil, conflicts: [FieldName] = []) {
    revision = row.revision
    self.changed = changed
    self.name = name
    self.conflicts = conflicts
  }
}

extension WriteTransaction {
  /// Documents and their histories, in one transaction.
  public struct Documents: ~Copyable {
    let transaction: Transaction

    /// A document as this transaction sees it.
    /// - Throws: `notFound`.
    public func current(_ id: DocumentID) throws(StoreError) -> StoreDocument {
      try transaction.document(id).document(transaction.database)
    }

    /// Creates a document.
    ///
    /// That is not in history: there is nothing to go back to.
    /// - Parameters:
    ///   - id: Its id.
    ///   - fields: Its fields.
    ///   - limits: How much history it keeps.
    /// - Returns: The document's revision.
    /// - Throws: `exists`, `badInput`.
    @discardableResult
    public func create(
      _ id: DocumentID, fields: [FieldName: FieldValue] = [:], limits: UndoLimits = .standard
    ) throws(StoreError) -> DocumentChange {
      guard try DocumentRow.find(id, transaction.database) == nil else { throw .documentExists }
      try Transaction.check(fields.values)
      return try transaction.verb { () throws(StoreError) in
        let row = try transaction.insertDocument(id, fields: fields, limits: limits.bounded)
        transaction.noteChange(.document, id.text)
        return DocumentChange(row, changed: true)
      }
    }

    /// Replaces a document's content: a new epoch without history.
    /// - Parameters:
    ///   - id: The document.
    ///   - fields: All of its fields from now on.
    ///   - group: The open group, if the caller is recording one; its policy is applied first.
    /// - Returns: The document's new revision.
    /// - Throws: `notFound`, `groupOpen`, `badInput`.
    @discardableResult
    public func load(
      _ id: DocumentID, fields: [FieldName: FieldValue], in group: OpenGroup? = nil
    ) throws(StoreError) -> DocumentChange {
      try Transaction.check(fields.values)
      return try transaction.changing(id, in: group) { row, isHolder throws(StoreError) in
        if isHolder { try transaction.interrupt(&row) }
        try transaction.replaceFields(of: &row, by: fields)
        try transaction.journal(of: row).delete()
        row.cursor.loaded()
        row.epoch = Transaction.newID()
        try transaction.save(&row)
        return DocumentChange(row, changed: true)
      }
    }

    /// Deletes a document with its history; a tombstone stays in the change log.
    /// - Parameters:
    ///   - id: The document.
    ///   - ifRevision: The revision the document must have now.
    /// - Throws: `notFound`, `groupOpen`, `stale`.
    public func delete(_ id: DocumentID, ifRevision: Revision? = nil) throws(StoreError) {
      try transaction.changing(id) { row, _ throws(StoreError) in
        try transaction.check(row, ifRevision: ifRevision)
        _ = try transaction.nextRevision()
        try transaction.replaceFields(of: &row, by: [:])
        try transaction.journal(of: row).delete()
        try transaction.database.run("DELETE FROM documents WHERE key = ?1", row.key)
        if id.isFileName { transaction.noteText(of: row.key) }
        transaction.noteRemoval(.document, id.text)
      }
    }

    /// Changes fields, as one group in history.
    /// - Parameters:
    ///   - id: The document.
    ///   - changes: What changes; of two changes of one field the last counts.
    ///   - name: The group's name, for a menu.
    ///   - ifRevision: The revision the document must have now.
    ///   - ifEpoch: The epoch the document must have now.
    ///   - group: The open group to record into, instead of one of its own.
    /// - Returns: The document's revision, and whether anything changed: equal values change
    ///   nothing.
    /// - Throws: `notFound`, `groupOpen`, `stale`, `badInput` beyond the limit of a group.
    @discardableResult
    public func edit(
      _ id: DocumentID, _ changes: [FieldChange], name: String? = nil,
      ifRevision: Revision? = nil, ifEpoch: String? = nil, in group: OpenGroup? = nil
    ) throws(StoreError) -> DocumentChange {
      try Transaction.check(changes.lazy.compactMap(\.value))
      let name = try Transaction.groupName(name)
      return try transaction.changing(id, in: group) { row, isHolder throws(StoreError) in
        // In this order: what a dead process left is ended first, and that is a change like any
        // other.
        try transaction.check(row, ifRevision: ifRevision, ifEpoch: ifEpoch)
        guard let recorded = try transaction.record(changes, name: name, isHolder, &row) else {
          return transaction.unchanged(row)
        }
        if !isHolder { try transaction.close(recorded, &row) }
        try transaction.save(&row)
        return DocumentChange(row, changed: true)
      }
    }

    /// Applies an async result, unless the document has changed since it was begun: then nothing
    /// happens, and history does not hear of it.
    /// - Parameters:
    ///   - changes: What changes.
    ///   - token: Which content the result was computed from.
    ///   - name: The group's name, for a menu.
    /// - Returns: What changed, or `nil` when the result is stale.
    /// - Throws: `badInput`.
    public func apply(
      _ changes: [FieldChange], of token: DocumentToken, name: String? = nil
    ) throws(StoreError) -> DocumentChange? {
      do throws(StoreError) {
        return try edit(
          token.id, changes, name: name, ifRevision: token.revision, ifEpoch: token.epoch)
      } catch  where [.stale, .notFound, .groupOpen].contains(error.code) {
        return nil
      }
    }

    /// Changes how much history a document keeps; what is too much goes at once.
    /// - Parameters:
    ///   - id: The document.
    ///   - change: Gets the limits as they are, and changes them.
    /// - Returns: The document's revision, and whether anything changed.
    /// - Throws: `notFound`, `groupOpen`.
    @discardableResult
    public func setLimits(
      of id: DocumentID, _ change: (inout UndoLimits) -> Void
    ) throws(StoreError) -> DocumentChange {
      try transaction.changing(id) { row, _ throws(StoreError) in
        var limits = row.cursor.limits
        change(&limits)
        limits = limits.bounded
        guard row.cursor.limits != limits else { return transaction.unchanged(row) }
        row.cursor.limits = limits
        try transaction.trim(&row)
        try transaction.save(&row)
        return DocumentChange(row, changed: true)
      }
    }
  }
}

extension Transaction {
  /// What a verb says that has changed nothing itself; ending a dead process's group may have.
  func unchanged(_ row: DocumentRow) -> DocumentChange {
    DocumentChange(row, changed: row.revision > base.revision)
  }

  fileprivate func replaceFields(
    of row: inout DocumentRow, by fields: [FieldName: FieldValue]
  ) throws(StoreError) {
    let before = try fieldsToReplace(row)
    for (field, value) in before where fields[field] == nil {
      try write(field, of: &row, from: value, to: nil)
    }
    for (field, value) in fields where before[field] != value {
      try write(field, of: &row, from: before[field], to: value)
    }
    row.fieldSum = FieldSum(fields)
  }

  /// The fields of a document that is to have others; of damaged ones none is left.
  private func fieldsToReplace(
    _ row: DocumentRow
  ) throws(StoreError) -> [FieldName: FieldValue] {
    do throws(StoreError) {
      return try row.fields(database)
    } catch  where error.isDamagedRecord {
      // New content is how damage is mended; which counts the old one was part of cannot be known.
      try database.run("DELETE FROM fields WHERE document = ?1", row.key)
      noteText(of: row.key)
      recount()
      return [:]
    }
  }

  fileprivate static func check(_ values: some Sequence<FieldValue>) throws(StoreError) {
    for value in values {
      if value.isNaN { throw .notANumber }
      guard value.bytes <= 32 << 20 else {
        throw StoreError(.badInput, "A value is too large: \(value.bytes) bytes, limit 33554432.")
      }
    }
  }

  /// A group's name in the form that is stored.
  /// - Throws: `badInput` for a name that no menu could show.
  static func groupName(_ name: String?) throws(StoreError) -> String? {
    guard let name else { return nil }
    guard let normalized = Name.normalized(name, maximumBytes: FieldName.maximumBytes) else {
      throw StoreError(
        .badInput, Name.rule("A group's name", maximumBytes: FieldName.maximumBytes))
    }
    return normalized
  }

  func check(
    _ row: DocumentRow, ifRevision: Revision?, ifEpoch: String? = nil
  ) throws(StoreError) {
    if let ifEpoch, ifEpoch != row.epoch {
      throw StoreError(
        .stale, "The document was loaded anew: the epoch differs; nothing was changed.",
        hint: "Read it again and decide anew.", storeRevision: base.revision)
    }
    if let ifRevision, ifRevision != row.revision {
      throw StoreError(
        .stale,
        "The document was changed by someone else: revision \(ifRevision) was expected, it has "
          + "revision \(row.revision); nothing was changed.",
        hint: "Read it again and decide anew.", storeRevision: base.revision)
    }
  }
}

extension StoreError {
  static let documentExists = StoreError(
    .exists, "There is a document of that id already; nothing was changed.")
}
