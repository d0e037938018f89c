public import SharedStoreModel
import SharedStoreSQLite

extension StoreView {
  /// A document.
  /// - Throws: `notFound`, `damaged`.
  package func document(_ id: DocumentID) throws(StoreError) -> StoreDocument {
    try row(id).document(database)
  }

  private func row(_ id: DocumentID) throws(StoreError) -> DocumentRow {
    guard let row = try DocumentRow.find(id, database) else {
      throw .noSuchDocument.at(token.revision)
    }
    return row
  }

  /// A document's history, oldest group first, with what each group did.
  /// - Throws: `notFound`, `damaged`.
  package func history(of id: DocumentID) throws(StoreError) -> [UndoGroup] {
    try UndoGroup.all(of: row(id), database)
  }

  /// Every document, in the order of its id's bytes.
  /// - Throws: `damaged`.
  package func documents() throws(StoreError) -> [DocumentSummary] {
    try database.rows(
      """
      SELECT id, revision, changed_at, undo_groups, redo_groups,
        (SELECT count(*) FROM fields WHERE document = key)
      FROM documents WHERE staged_by IS NULL ORDER BY id
      """
    ) { row throws(StoreError) in try DocumentSummary(&row) }
  }

  /// The kinds that count documents by a rule, in the order of the kinds.
  /// - Throws: `damaged`.
  package func countedKinds() throws(StoreError) -> [CountedKind] {
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

  /// Every document, in the order of its id's bytes.
  /// - Throws: As ``token()``.
  public func documents() throws(StoreError) -> (documents: [DocumentSummary], token: StoreToken) {
    try read { view throws(StoreError) in (try view.documents(), view.token) }
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

  init(_ row: inout Columns) throws(StoreError) {
    id = try row.documentID()
    revision = try row.revision()
    changedAt = try row.timestamp()
    undoGroups = try row.count()
    redoGroups = try row.count()
    fields = try row.count()
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
      CountedKind(try row.kind(), field: try row.fieldName(), equals: try row.fieldValue())
    }
  }
}

extension StoreError {
  package static let noSuchDocument = StoreError(.notFound, "There is no such document.")
}
