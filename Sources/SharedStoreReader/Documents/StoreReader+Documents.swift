public import SharedStoreModel
package import SharedStoreSQLite

extension StoreReader {
  /// A document, and where the store stood.
  /// - Throws: `notFound`, else as ``token()``.
  public func document(
    _ id: DocumentID
  ) throws(StoreError) -> (document: Document, token: StoreToken) {
    let (document, token) = try look("read the document") {
      connection throws(SQLiteError) -> Document? in
      try DocumentRow.find(id, connection)?.document(connection)
    }
    guard let document else { throw .noSuchDocument.at(token.revision) }
    return (document, token)
  }

  /// A document's history, oldest group first, with what each group did.
  /// - Throws: `notFound`, else as ``token()``.
  public func history(
    of id: DocumentID
  ) throws(StoreError) -> (groups: [UndoGroup], document: Document, token: StoreToken) {
    let (found, token) = try look("read the history") {
      connection throws(SQLiteError) -> ([UndoGroup], Document)? in
      guard let row = try DocumentRow.find(id, connection) else { return nil }
      return (try UndoGroup.all(of: row, connection), try row.document(connection))
    }
    guard let (groups, document) = found else { throw .noSuchDocument.at(token.revision) }
    return (groups, document, token)
  }

  /// Every document, in the order of its id's bytes.
  /// - Throws: As ``token()``.
  public func documents() throws(StoreError) -> (documents: [DocumentSummary], token: StoreToken) {
    let (documents, token) = try look("list the documents") {
      connection throws(SQLiteError) -> [DocumentSummary] in
      let rows = try connection.statement(
        """
        SELECT id, revision, changed_at, undo_groups, redo_groups,
          (SELECT count(*) FROM fields WHERE document = key)
        FROM documents WHERE staged_by IS NULL ORDER BY id
        """)
      var documents: [DocumentSummary] = []
      while try rows.step() {
        if let next = DocumentSummary(rows) { documents.append(next) }
      }
      return documents
    }
    return (documents, token)
  }

  /// The kinds that count documents by a rule.
  /// - Throws: As ``token()``.
  public func countedKinds() throws(StoreError) -> (kinds: [CountedKind], token: StoreToken) {
    try look("list the counted kinds") { connection throws(SQLiteError) -> [CountedKind] in
      try CountedKind.all(connection)
    }
  }

  /// Runs a query and reads where the store stood, in one transaction.
  func look<Result: Sendable>(
    _ operation: String, schema: Int64 = 2,
    _ query: @Sendable (borrowing Connection) throws(SQLiteError) -> Result
  ) throws(StoreError) -> (Result, StoreToken) {
    try perform { session throws(StoreError) in
      let seen = session.seenToken
      let found = try session.query { store throws(StoreError) -> (Result, StoreToken) in
        try store.inTransaction { store throws(StoreError) -> (Result, StoreToken) in
          let head = try store.statement(
            "SELECT store_id, incarnation, revision FROM store WHERE id = 1")
          let token = try store.token(from: head, seen: seen)
          try store.requireSchema(schema)
          let result = try StoreError.mapping(operation) { () throws(SQLiteError) in
            try query(store.connection)
          }
          return (result, token)
        }
      }
      try session.note(found.1)
      return found
    }
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

  init?(_ row: borrowing Statement) {
    guard let id = row.text(0).flatMap({ DocumentID($0) }),
      let revision = Revision(rawValue: row.integer(1))
    else { return nil }
    self.id = id
    self.revision = revision
    changedAt = Timestamp(clampingMilliseconds: row.integer(2))
    undoGroups = Int(row.integer(3))
    redoGroups = Int(row.integer(4))
    fields = Int(row.integer(5))
  }
}

/// A kind whose count is the number of documents with a value in a field (contract U10).
public struct CountedKind: Hashable, Sendable {
  /// The kind.
  public let kind: Kind
  /// The field.
  public let field: FieldName
  /// The value that counts.
  public let value: FieldValue

  package init(kind: Kind, field: FieldName, value: FieldValue) {
    self.kind = kind
    self.field = field
    self.value = value
  }

  /// Every rule, in the order of the kinds.
  package static func all(_ connection: borrowing Connection) throws(SQLiteError) -> [CountedKind] {
    let rows = try connection.statement(
      "SELECT kind, field, value FROM counted_kinds ORDER BY kind")
    var kinds: [CountedKind] = []
    while try rows.step() {
      guard let kind = rows.text(0).flatMap({ Kind($0) }),
        let field = rows.text(1).flatMap({ FieldName($0) })
      else { continue }
      kinds.append(CountedKind(kind: kind, field: field, value: rows.fieldValue(2)))
    }
    return kinds
  }
}

extension UndoGroup {
  /// All groups of a document.
  static func all(
    of document: DocumentRow, _ connection: borrowing Connection
  ) throws(SQLiteError) -> [UndoGroup] {
    let operations = try operations(of: document, connection)
    let rows = try connection.statement(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to, changed_at
      FROM undo_groups WHERE document = ?1 ORDER BY number
      """)
    try rows.bind(document.key, at: 1)
    var groups: [UndoGroup] = []
    while try rows.step() {
      let number = rows.integer(0)
      guard let from = Revision(rawValue: rows.integer(4)),
        let to = Revision(rawValue: rows.integer(5)), from <= to
      else { continue }
      let isOpen = number == document.openGroup
      groups.append(
        UndoGroup(
          number: number,
          side: isOpen ? .open : number <= document.cursor.head ? .undo : .redo,
          name: rows.text(1), operations: Int(rows.integer(2)), bytes: Int(rows.integer(3)),
          revisions: from...to, changedAt: Timestamp(clampingMilliseconds: rows.integer(6)),
          fields: operations[number] ?? [:]))
    }
    return groups
  }

  private static func operations(
    of document: DocumentRow, _ connection: borrowing Connection
  ) throws(SQLiteError) -> [Int64: [FieldName: FieldOperation]] {
    let rows = try connection.statement(
      "SELECT number, field, operation, before, after FROM undo_operations WHERE document = ?1")
    try rows.bind(document.key, at: 1)
    var operations: [Int64: [FieldName: FieldOperation]] = [:]
    while try rows.step() {
      guard let field = rows.text(1).flatMap({ FieldName($0) }) else { continue }
      operations[rows.integer(0), default: [:]][field] = FieldOperation(rows, from: 2)
    }
    return operations
  }
}

extension StoreError {
  package static let noSuchDocument = StoreError(.notFound, "There is no such document.")
}
