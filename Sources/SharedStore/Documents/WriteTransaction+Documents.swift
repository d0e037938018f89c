public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// What became of a document in a transaction.
public struct DocumentChange: Hashable, Sendable {
  /// The document's revision now.
  public let revision: Revision
  /// Whether anything changed.
  public let changed: Bool
  /// The name of the group that was undone or redone.
  public let name: String?

  init(_ row: DocumentRow, changed: Bool, name: String? = nil) {
    revision = row.revision
    self.changed = changed
    self.name = name
  }
}

extension WriteTransaction {
  /// Creates a document.
  ///
  /// That is not in history: there is nothing to go back to (contract U2).
  /// - Throws: `exists`, `badInput`.
  @discardableResult
  public mutating func createDocument(
    _ id: DocumentID, fields: [FieldName: FieldValue] = [:], limits: UndoLimits = .standard
  ) throws(StoreError) -> DocumentChange {
    guard try findRow(id) == nil else { throw .documentExists }
    try WriteTransaction.check(fields.values)
    let row = try insertRow(id, limits: limits)
    for (field, value) in fields { try write(field, of: row, from: nil, to: value) }
    noteChange(.document, id.text)
    return DocumentChange(row, changed: true)
  }

  /// Replaces a document's content: a new epoch without history (contract U2).
  /// - Parameters:
  ///   - id: The document.
  ///   - fields: All of its fields from now on.
  ///   - group: The open group, if the caller is recording one; its policy is applied first.
  /// - Returns: The document's new revision.
  /// - Throws: `notFound`, `groupOpen`, `badInput`.
  @discardableResult
  public mutating func loadDocument(
    _ id: DocumentID, fields: [FieldName: FieldValue], group: OpenGroup? = nil
  ) throws(StoreError) -> DocumentChange {
    var row = try row(id)
    try WriteTransaction.check(fields.values)
    if try settle(&row, group) == .holder { try interrupt(&row) }
    let before = try StoreError.mapping("read the document") { () throws(SQLiteError) in
      try row.fields(core.connection)
    }
    for (field, value) in before where fields[field] == nil {
      try write(field, of: row, from: value, to: nil)
    }
    for (field, value) in fields where before[field] != value {
      try write(field, of: row, from: before[field], to: value)
    }
    try deleteJournal(of: row)
    row.cursor.loaded()
    row.epoch = WriteTransaction.newID()
    try save(&row)
    return DocumentChange(row, changed: true)
  }

  /// Deletes a document with its history; a tombstone stays in the change log.
  /// - Throws: `notFound`, `groupOpen`.
  public mutating func deleteDocument(_ id: DocumentID) throws(StoreError) {
    var row = try row(id)
    try settle(&row, nil)
    let fields = try StoreError.mapping("read the document") { () throws(SQLiteError) in
      try row.fields(core.connection)
    }
    for (field, value) in fields { try write(field, of: row, from: value, to: nil) }
    try deleteJournal(of: row)
    let key = row.key
    try StoreError.mapping("delete the document") { () throws(SQLiteError) in
      let delete = try core.connection.statement("DELETE FROM documents WHERE key = ?1")
      try delete.bind(key, at: 1)
      try delete.run()
    }
    noteRemoval(ofDocument: id)
  }

  /// Changes fields, as one group in history.
  /// - Parameters:
  ///   - id: The document.
  ///   - changes: What changes; of two changes of one field the last counts.
  ///   - name: The group's name, for a menu.
  ///   - ifRevision: The revision the document must have now.
  ///   - ifEpoch: The epoch the document must have now.
  ///   - group: The open group to record into, instead of one of its own.
  /// - Returns: The document's revision, and whether anything changed: equal values change nothing.
  /// - Throws: `notFound`, `groupOpen`, `stale`, `badInput` beyond the limit of a group.
  @discardableResult
  public mutating func editDocument(
    _ id: DocumentID, _ changes: [FieldChange], name: String? = nil, ifRevision: Revision? = nil,
    ifEpoch: String? = nil, in group: OpenGroup? = nil
  ) throws(StoreError) -> DocumentChange {
    try WriteTransaction.check(changes.lazy.compactMap(\.value))
    try WriteTransaction.check(name: name)
    var row = try row(id)
    // In this order: what a dead process left is ended first, and that is a change like any other.
    let holder = try settle(&row, group)
    try check(row, ifRevision: ifRevision, ifEpoch: ifEpoch)
    guard let recorded = try record(changes, name: name, holder == .holder, &row) else {
      return DocumentChange(row, changed: row.revision > base.revision)
    }
    if holder != .holder { try close(recorded, &row) }
    try save(&row)
    return DocumentChange(row, changed: true)
  }

  /// Applies an async result, unless the document has changed since it was begun: then nothing
  /// happens, and history does not hear of it (contract U8).
  /// - Returns: What changed, or `nil` when the result is stale.
  /// - Throws: `badInput`.
  public mutating func applyResult(
    _ changes: [FieldChange], of token: DocumentToken, name: String? = nil
  ) throws(StoreError) -> DocumentChange? {
    do throws(StoreError) {
      return try editDocument(
        token.id, changes, name: name, ifRevision: token.revision, ifEpoch: token.epoch)
    } catch  where [.stale, .notFound, .groupOpen].contains(error.code) {
      return nil
    }
  }

  /// Changes how much history a document keeps; what is too much goes at once.
  /// - Throws: `notFound`, `groupOpen`.
  @discardableResult
  public mutating func setLimits(
    of id: DocumentID, to limits: UndoLimits
  ) throws(StoreError) -> DocumentChange {
    var row = try row(id)
    try settle(&row, nil)
    guard row.cursor.limits != limits else {
      return DocumentChange(row, changed: row.revision > base.revision)
    }
    row.cursor.limits = limits
    try trim(&row)
    try save(&row)
    return DocumentChange(row, changed: true)
  }

  private static func check(_ values: some Sequence<FieldValue>) throws(StoreError) {
    for value in values {
      if value.isNaN { throw .notANumber }
      guard value.bytes <= 32 << 20 else {
        throw StoreError(.badInput, "A value is too large: \(value.bytes) bytes, limit 33554432.")
      }
    }
  }

  /// - Throws: `badInput` for a name that no menu could show.
  static func check(name: String?) throws(StoreError) {
    guard let name, FieldName(name) == nil else { return }
    throw StoreError(.badInput, "A group's name has 1 to 200 bytes and no control characters.")
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
