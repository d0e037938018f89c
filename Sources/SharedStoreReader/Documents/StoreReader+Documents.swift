public import SharedStoreModel
import SharedStoreSQLite

extension StoreView {
  /// A document.
  /// - Throws: `notFound`, `damaged`.
  public func document(_ id: DocumentID) throws(StoreError) -> StoreDocument {
    try row(id).document(database)
  }

  private func row(_ id: DocumentID) throws(StoreError) -> DocumentRow {
    guard let row = try DocumentRow.find(id, database) else {
      throw .noSuchDocument.at(token.revision)
    }
    try row.check(upTo: newest)
    return row
  }

  /// A document's history, oldest group first, with what each group did.
  /// - Throws: `notFound`, `damaged`.
  public func history(of id: DocumentID) throws(StoreError) -> [UndoGroup] {
    let groups = try UndoGroup.all(of: row(id), database)
    guard groups.allSatisfy({ $0.revisions.upperBound <= newest }) else {
      throw .beyondStore.at(token.revision)
    }
    return groups
  }

  /// The documents that a filter lets through, in the order of their ids' bytes.
  /// - Throws: `damaged`.
  public func documents(
    _ filter: DocumentFilter = DocumentFilter()
  ) throws(StoreError) -> [DocumentSummary] {
    try database.rows(
      """
      SELECT d.key, d.id, d.epoch, coalesce(d.revision, i.revision), d.import, d.revision IS NULL,
        d.created_at, d.changed_at, d.head, d.last_group, d.undo_groups, d.undo_bytes,
        d.redo_groups, d.redo_bytes, d.maximum_groups, d.maximum_bytes, d.maximum_group_bytes,
        d.open_group, d.fields_checksum, d.checksum,
        (SELECT count(*) FROM fields WHERE document = d.key)
      FROM documents AS d LEFT JOIN imports AS i ON i.job = d.import
      WHERE coalesce(d.revision, i.revision) IS NOT NULL
        AND d.id > ?1 AND d.id >= ?2 AND d.id <= ?3
        AND (?4 IS NULL OR EXISTS (SELECT 1 FROM fields WHERE document = d.key AND name = ?4
          AND value IS ?5 AND typeof(value) = typeof(?5)))
      ORDER BY d.id LIMIT ?6
      """, filter.after?.text ?? "", filter.prefix, filter.lastWithPrefix,
      filter.field?.name, filter.field?.value ?? .null, max(filter.limit, 0)
    ) { row throws(StoreError) in
      let document = try DocumentRow(&row)
      try document.check(upTo: newest)
      return DocumentSummary(document, fields: try row.count())
    }
  }

  /// The kinds that count documents by a rule, in the order of the kinds.
  /// - Throws: `damaged`.
  public func countedKinds() throws(StoreError) -> [CountedKind] {
    try CountedKind.all(database)
  }
}

extension StoreReader {
  /// A document, and where the store stood.
  /// - Throws: `notFound`, else as ``token()``.
  public func document(
    _ id: DocumentID
  ) throws(StoreError) -> (document: StoreDocument, token: StoreToken) {
    try read { view throws(StoreError) in (try view.document(id), view.token) }
  }

  /// A document's history, oldest group first, with what each group did.
  /// - Throws: `notFound`, else as ``token()``.
  public func history(
    of id: DocumentID
  ) throws(StoreError) -> (groups: [UndoGroup], document: StoreDocument, token: StoreToken) {
    try read { view throws(StoreError) in
      (try view.history(of: id), try view.document(id), view.token)
    }
  }

  /// The documents that a filter lets through, in the order of their ids' bytes.
  /// - Throws: As ``token()``.
  public func documents(
    _ filter: DocumentFilter = DocumentFilter()
  ) throws(StoreError) -> (documents: [DocumentSummary], token: StoreToken) {
    try read { view throws(StoreError) in (try view.documents(filter), view.token) }
  }

  /// The kinds that count documents by a rule.
  /// - Throws: As ``token()``.
  public func countedKinds() throws(StoreError) -> (kinds: [CountedKind], token: StoreToken) {
    try read { view throws(StoreError) in (try view.countedKinds(), view.token) }
  }
}

/// One document of a list.
public struct DocumentSummary: Hashable, Sendable {
  /// Its id.
  public let id: DocumentID
  /// The store revision that last changed it.
  public let revision: Revision
  /// When it was last changed.
  public let changedAt: Timestamp
  /// How many groups can be undone.
  public let undoGroups: Int
  /// How many groups can be redone.
  public let redoGroups: Int
  /// How many fields it has.
  public let fields: Int

  init(_ row: DocumentRow, fields: Int) {
    id = row.id
    revision = row.revision
    changedAt = row.changedAt
    undoGroups = row.cursor.undo.groups
    redoGroups = row.cursor.redo.groups
    self.fields = fields
  }
}

/// A kind whose count is the number of documents with a value in a field, kept by the transactions
/// that change them.
public struct CountedKind: Hashable, Sendable {
  /// The kind.
  public let kind: Kind
  /// The field.
  public let field: FieldName
  /// The value that counts.
  public let value: FieldValue

  /// Creates a rule.
  /// - Parameters:
  ///   - kind: The kind that shows the count.
  ///   - field: The field that is looked at.
  ///   - value: What it must be, in class and bytes, for a document to count.
  public init(_ kind: Kind, field: FieldName, equals value: FieldValue) {
    self.kind = kind
    self.field = field
    self.value = value
  }

  /// Every rule, in the order of the kinds.
  package static func all(_ database: Database) throws(StoreError) -> [CountedKind] {
    try database.rows("SELECT kind, field, value FROM counted_kinds ORDER BY kind") {
      row throws(StoreError) in
      try CountedKind(&row)
    }
  }

  /// Every rule with its kind, for a check.
  /// - Parameters:
  ///   - database: The store.
  ///   - body: Gets the kind's text, `nil` if it is none, and the rule or why it is none.
  /// - Throws: What the body throws, or a failure of SQLite.
  package static func forEach(
    _ database: Database,
    _ body: (String?, Result<CountedKind, StoreError>) throws(StoreError) -> Void
  ) throws(StoreError) {
    try database.forEachRow("SELECT kind, kind, field, value FROM counted_kinds ORDER BY kind") {
      row throws(StoreError) in
      let kind = row.text()
      let rule: Result<CountedKind, StoreError>
      do throws(StoreError) {
        rule = .success(try CountedKind(&row))
      } catch {
        rule = .failure(error)
      }
      try body(kind, rule)
    }
  }

  /// Reads the columns `kind, field, value`.
  private init(_ row: inout Columns) throws(StoreError) {
    self.init(try row.kind(), field: try row.fieldName(), equals: try row.fieldValue())
  }
}

extension StoreError {
  package static let noSuchDocument = StoreError(.notFound, "There is no such document.")
}
