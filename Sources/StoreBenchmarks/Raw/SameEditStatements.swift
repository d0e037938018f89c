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
      SELECT key, id, epoch, revision, created_at, changed_at, head, last_group, undo_groups,
        undo_bytes, redo_groups, redo_bytes, maximum_groups, maximum_bytes, maximum_group_bytes,
        open_group
      FROM documents WHERE id = ?1 AND staged_by IS NULL
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
        revision_to, changed_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (document, number) DO UPDATE SET operations = excluded.operations,
        bytes = excluded.bytes, revision_to = excluded.revision_to,
        changed_at = excluded.changed_at
      """)
    document = try connection.prepare(
      """
      UPDATE documents SET epoch = ?2, revision = ?3, changed_at = ?4, head = ?5,
        last_group = ?6, open_group = ?7, undo_groups = ?8, undo_bytes = ?9, redo_groups = ?10,
        redo_bytes = ?11, maximum_groups = ?12, maximum_bytes = ?13, maximum_group_bytes = ?14
      WHERE key = ?1
      """)
    log = try connection.prepare(SameStatements.log)
    trim = try connection.prepare("DELETE FROM changes WHERE revision <= ?1")
    commit = try connection.prepare("COMMIT")
  }

  /// Sets the field `x` of a document to a number, in one transaction and one group.
  mutating func edit(_ id: String, _ number: Int64) throws(BenchmarkError) {
    try edit(id, before: { $0.integer(0) }, after: number, { $0.bind($1, $2) }) { _ in }
  }

  /// Sets the field `x` of a document to a text, and indexes it if there is an index.
  mutating func edit(
    _ id: String, _ text: String, _ index: SameIndexStatements?
  ) throws(BenchmarkError) {
    try edit(id, before: { $0.text(0) }, after: text, { $0.bind($1, $2) }) {
      key throws(BenchmarkError) in try index?.update(key)
    }
  }

  private mutating func edit<Value>(
    _ id: String, before read: (RawStatement) -> Value, after: Value,
    _ bind: (RawStatement, Int32, Value) -> Void,
    _ index: (Int64) throws(BenchmarkError) -> Void
  ) throws(BenchmarkError) {
    try begin.run()
    let revision = try head.next().revision
    find.bind(1, id)
    _ = try find.next()
    let row = Row(
      key: find.integer(0), epoch: "00000000-0000-0000-0000-000000000000",
      group: find.integer(7) + 1, groups: find.integer(8) + 1, bytes: find.integer(9) + 65)
    find.reset()
    value.bind(1, row.key)
    value.bind(2, "x")
    _ = try value.next()
    let before = read(value)
    value.reset()
    bind(field, 3, after)
    bind(operation, 5, before)
    bind(operation, 6, after)
    try write(row, revision)
    try index(row.key)
    try finish(id, revision)
  }

  private struct Row {
    let key: Int64
    let epoch: String
    let group: Int64
    let groups: Int64
    let bytes: Int64
  }

  private func write(_ row: Row, _ revision: Int64) throws(BenchmarkError) {
    field.bind(1, row.key)
    field.bind(2, "x")
    try field.run()
    operation.bind(1, row.key)
    operation.bind(2, row.group)
    operation.bind(3, "x")
    operation.bind(4, "set")
    try operation.run()
    group.bind(1, row.key)
    group.bind(2, row.group)
    group.bind(4, 1)
    group.bind(5, 65)
    group.bind(6, revision)
    group.bind(7, revision)
    group.bind(8, 1_700_000_000_000)
    try group.run()
    document.bind(1, row.key)
    document.bind(2, row.epoch)
    document.bind(3, revision)
    document.bind(4, 1_700_000_000_000)
    document.bind(5, row.group)
    document.bind(6, row.group)
    document.bind(8, row.groups)
    document.bind(9, row.bytes)
    for index in 10...14 as ClosedRange<Int32> { document.bind(index, 0) }
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
