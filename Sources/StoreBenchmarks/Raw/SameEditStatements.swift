import SharedStoreReader

/// The limit `same` for edits: the statements that one edit of one field runs, in its order.
struct SameEditStatements {
  private let begin, find, value, field, operation, group, document, log,
    trim,
    commit: RawStatement
  private let connection: RawConnection
  private var head: SameHead

  /// Works on a database that has the store's schema.
  init(_ connection: RawConnection) throws(BenchmarkError) {
    self.connection = connection
    begin = try connection.prepare("BEGIN IMMEDIATE")
    head = try SameHead(connection)
    find = try connection.prepare(
      """
      SELECT d.key, d.id, d.epoch, coalesce(d.revision, i.revision), d.import, d.revision IS NULL,
        d.created_at, d.changed_at, d.head, d.last_group, d.undo_groups, d.undo_bytes,
        d.redo_groups, d.redo_bytes, d.maximum_groups, d.maximum_bytes, d.maximum_group_bytes,
        d.open_group, d.fields_checksum, d.checksum
      FROM documents AS d LEFT JOIN imports AS i ON i.job = d.import
      WHERE d.id = ?1 AND coalesce(d.revision, i.revision) IS NOT NULL
      """)
    value = try connection.prepare("SELECT value FROM fields WHERE document = ?1 AND name = ?2")
    field = try connection.prepare(
      """
      INSERT INTO fields (document, name, value) VALUES (?1, ?2, ?3)
      ON CONFLICT (document, name) DO UPDATE SET value = excluded.value
      """)
    operation = try connection.prepare(
      """
      INSERT INTO undo_operations (document, number, field, operation, before, after)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (document, number, field) DO UPDATE SET operation = excluded.operation,
        before = excluded.before, after = excluded.after
      """)
    group = try connection.prepare(
      """
      INSERT INTO undo_groups (document, number, name, operations, bytes, revision_from,
        revision_to, changed_at, operations_checksum, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      ON CONFLICT (document, number) DO UPDATE SET operations = excluded.operations,
        bytes = excluded.bytes, revision_to = excluded.revision_to,
        changed_at = excluded.changed_at, operations_checksum = excluded.operations_checksum,
        checksum = excluded.checksum
      """)
    document = try connection.prepare(
      """
      UPDATE documents SET epoch = ?2, revision = ?3, changed_at = ?4, head = ?5,
        last_group = ?6, open_group = ?7, undo_groups = ?8, undo_bytes = ?9, redo_groups = ?10,
        redo_bytes = ?11, maximum_groups = ?12, maximum_bytes = ?13, maximum_group_bytes = ?14,
        fields_checksum = ?15, checksum = ?16
      WHERE key = ?1
      """)
    log = try connection.prepare(SameStatements.log)
    trim = try connection.prepare("DELETE FROM changes WHERE revision <= ?1")
    commit = try connection.prepare("COMMIT")
  }

  /// Sets the field `x` of a document to a number, in one transaction and one group.
  mutating func edit(_ id: String, _ number: Int64) throws(BenchmarkError) {
    try edit(id, before: { .integer($0.integer(0)) }, after: .integer(number)) { _ in }
  }

  /// Sets the field `x` of a document to a text, and indexes it if there is an index.
  mutating func edit(
    _ id: String, _ text: String, _ index: SameIndexStatements?
  ) throws(BenchmarkError) {
    try edit(id, before: { .text($0.text(0)) }, after: .text(text)) {
      key throws(BenchmarkError) in try index?.update(key)
    }
  }

  private mutating func edit(
    _ id: String, before read: (RawStatement) -> FieldValue, after: FieldValue,
    _ index: (Int64) throws(BenchmarkError) -> Void
  ) throws(BenchmarkError) {
    try begin.run()
    let revision = try head.next().revision
    find.bind(1, id)
    _ = try find.next()
    var row = document(id, revision)
    find.reset()
    value.bind(1, row.key)
    value.bind(2, "x")
    _ = try value.next()
    let before = read(value)
    value.reset()
    bind(field, 3, after)
    bind(operation, 5, before)
    bind(operation, 6, after)
    row.fieldSum.change("x", from: before, to: after)
    try write(row, FieldOperation(before: before, after: after))
    try index(row.key)
    try finish(id, revision)
  }

  /// The document as it will be, from the row that was found: with the checksum without which the
  /// store would not go on.
  private func document(_ id: String, _ revision: Int64) -> DocumentRow {
    let cursor = UndoCursor(
      head: find.integer(9) + 1, lastGroup: find.integer(9) + 1,
      undo: .init(groups: Int(find.integer(10)) + 1, bytes: Int(find.integer(11)) + 65),
      redo: .none, limits: UndoLimits(groups: 0, bytes: 0, groupBytes: 0))
    return DocumentRow(
      key: find.integer(0), id: DocumentID(id) ?? "document",
      epoch: "00000000-0000-0000-0000-000000000000",
      revision: Revision(rawValue: revision) ?? .zero,
      createdAt: Timestamp(clampingMilliseconds: find.integer(6)), changedAt: SameStatements.now,
      cursor: cursor, openGroup: nil, fieldSum: FieldSum(find.integer(18)))
  }

  private func bind(_ statement: RawStatement, _ index: Int32, _ value: FieldValue) {
    switch value {
    case .integer(let number): statement.bind(index, number)
    case .text(let text): statement.bind(index, text)
    default: break
    }
  }

  private func write(
    _ row: DocumentRow, _ change: FieldOperation?
  ) throws(BenchmarkError) {
    var recorded = UndoGroupRow(
      number: row.cursor.head, name: nil, operations: 1, bytes: 65, revisionFrom: row.revision,
      revisionTo: row.revision, changedAt: row.changedAt, operationSum: FieldSum())
    recorded.operationSum.change("x", from: nil, to: change)
    field.bind(1, row.key)
    field.bind(2, "x")
    try field.run()
    operation.bind(1, row.key)
    operation.bind(2, recorded.number)
    operation.bind(3, "x")
    operation.bind(4, "set")
    try operation.run()
    group.bind(1, row.key)
    group.bind(2, recorded.number)
    group.bind(4, 1)
    group.bind(5, 65)
    group.bind(6, row.revision.rawValue)
    group.bind(7, row.revision.rawValue)
    group.bind(8, row.changedAt.milliseconds)
    group.bind(9, recorded.operationSum.value)
    group.bind(10, recorded.checksum(of: row.key))
    try group.run()
    document.bind(1, row.key)
    document.bind(2, row.epoch)
    document.bind(3, row.revision.rawValue)
    document.bind(4, row.changedAt.milliseconds)
    document.bind(5, row.cursor.head)
    document.bind(6, row.cursor.lastGroup)
    document.bind(8, Int64(row.cursor.undo.groups))
    document.bind(9, Int64(row.cursor.undo.bytes))
    for index in 10...14 as ClosedRange<Int32> { document.bind(index, 0) }
    document.bind(15, row.fieldSum.value)
    document.bind(16, row.checksum)
    try document.run()
  }

  private mutating func finish(_ id: String, _ revision: Int64) throws(BenchmarkError) {
    SameStatements.note(log, revision, .document, id)
    try log.run()
    if revision % 16 == 0 {
      trim.bind(1, revision - 1_000)
      try trim.run()
    }
    try commit.run()
    head.commit(revision)
  }
}
