import SharedStoreReader

/// Publishes like the store, or like the smallest thing that could be called a store.
protocol RawPublisher {
  /// One transaction.
  mutating func publish(_ number: Int64) throws(BenchmarkError)
}

/// The payload every publisher writes: 64 bytes.
enum BenchmarkPayload {
  static let title = "a title of twenty-nine letters"

  static func json(_ number: Int64) -> String {
    let digits = String(number)
    return #"{"count":"# + digits + #","title":""# + title + #""}"#
      + String(repeating: " ", count: max(0, 12 - digits.count))
  }
}

/// The limit `same`: the statements that the store's own publish runs, in its order, their columns
/// read as it reads them.
struct SameStatements: RawPublisher {
  private let begin, versions, update, insert, log, trim, commit: RawStatement
  private let connection: RawConnection
  private var head: SameHead
  /// The rows of the kind, oldest first.
  private var rows: [Int64] = []

  /// Works on a database that has the store's schema.
  init(_ connection: RawConnection) throws(BenchmarkError) {
    self.connection = connection
    begin = try connection.prepare("BEGIN IMMEDIATE")
    head = try SameHead(connection)
    versions = try connection.prepare(
      """
      SELECT rowid, slot, revision, bytes, checksum, changed_at, writer, refresh_revision,
        refresh_at, type, count
      FROM snapshots WHERE kind = ?1
      """)
    update = try connection.prepare(
      """
      UPDATE snapshots SET revision = ?2, bytes = ?3, checksum = ?4, changed_at = ?5, writer = ?6,
        refresh_revision = ?7, refresh_at = ?8, type = ?9, format = ?10, count = ?11,
        title = ?12, payload = ?13
      WHERE rowid = ?1
      """)
    insert = try connection.prepare(
      """
      INSERT INTO snapshots (kind, slot, revision, bytes, checksum, changed_at, writer,
        refresh_revision, refresh_at, type, format, count, title, payload)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """)
    log = try connection.prepare(SameStatements.log)
    trim = try connection.prepare("DELETE FROM changes WHERE revision <= ?1")
    commit = try connection.prepare("COMMIT")
  }

  /// Any time will do.
  static let now = Timestamp(clampingMilliseconds: 1_700_000_000_000)

  static let head = """
    SELECT s.store_id, s.incarnation, s.log_id, s.log_base, s.checkpoint_id, s.mark,
      s.base_cookie, s.cookie, EXISTS (SELECT 1 FROM counted_kinds), c.revision, c.position,
      c.subject, c.name, c.things, c.action, c.committed_at, c.writer, c.checksum
    FROM store AS s, (SELECT * FROM changes ORDER BY revision DESC, position DESC LIMIT 1) AS c
    WHERE s.id = 1
    """
  static let log = """
    INSERT INTO changes (revision, position, subject, name, things, action, committed_at, writer,
      checksum)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
    """

  /// Reads the head and gives the next revision.
  static func nextRevision(_ head: RawStatement) throws(BenchmarkError) -> Int64 {
    guard try head.next() else { throw BenchmarkError("no head") }
    var sum = 0
    for column in [0, 1, 11, 12, 14] as [Int32] { sum += head.length(column) }
    for column in [2, 3, 4, 5, 6, 7, 8, 10, 13, 15, 16, 17] as [Int32] {
      sum &+= Int(head.integer(column))
    }
    let revision = head.integer(9)
    head.reset()
    guard sum != 0 else { throw BenchmarkError("an empty head") }
    return revision + 1
  }

  mutating func publish(_ number: Int64) throws(BenchmarkError) {
    try begin.run()
    let (revision, stands) = try head.next()
    if !stands { try readRows() }
    try write(BenchmarkPayload.json(number), number, revision)
    SameStatements.note(log, revision, .snapshot, "todo")
    try log.run()
    if revision % 16 == 0 {
      trim.bind(1, revision - 1_000)
      try trim.run()
    }
    try commit.run()
    head.commit(revision)
  }

  private mutating func readRows() throws(BenchmarkError) {
    versions.bind(1, "todo")
    var found: [(revision: Int64, row: Int64)] = []
    var sum: Int64 = 0
    while try versions.next() {
      found.append((versions.integer(2), versions.integer(0)))
      for column in [1, 3, 4, 5, 6, 7, 8, 10] as [Int32] { sum &+= versions.integer(column) }
    }
    versions.reset()
    guard found.isEmpty || sum != 0 else { throw BenchmarkError("empty versions") }
    rows = found.sorted { $0.revision < $1.revision }.map(\.row)
  }

  private mutating func write(
    _ payload: String, _ number: Int64, _ revision: Int64
  ) throws(BenchmarkError) {
    let isFull = rows.count == 16
    let statement = isFull ? update : insert
    var index: Int32 = 1
    if isFull {
      let oldest = rows.removeFirst()
      statement.bind(1, oldest)
      rows.append(oldest)
    } else {
      statement.bind(1, "todo")
      statement.bind(2, Int64(rows.count))
      index = 2
    }
    for value in [
      revision, Int64(payload.utf8.count), number &* 0x0123_4567_89ab_cdef, 1_700_000_000_000,
      0x0123_4567_89ab_cdef, revision, 1_700_000_000_000,
    ] as [Int64] {
      index += 1
      statement.bind(index, value)
    }
    statement.bind(index + 1, "count")
    statement.bind(index + 2, 1)
    statement.bind(index + 3, number)
    statement.bind(index + 4, BenchmarkPayload.title)
    statement.bind(index + 5, payload)
    try statement.run()
    if !isFull { rows.append(connection.lastRow) }
  }

  /// Binds a row of the change log, with the checksum without which the store would not go on.
  static func note(
    _ log: RawStatement, _ revision: Int64, _ subject: ChangeRow.Subject, _ name: String
  ) {
    let row = ChangeRow(
      revision: Revision(rawValue: revision) ?? .zero, position: 0, subject: subject, name: name,
      action: .changed, committedAt: now,
      writer: 0x0123_4567_89ab_cdef)
    log.bind(1, revision)
    log.bind(2, 0)
    log.bind(3, subject.rawValue)
    log.bind(4, name)
    log.bind(5, 1)
    log.bind(6, row.action.rawValue)
    log.bind(7, row.committedAt.milliseconds)
    log.bind(8, row.writer)
    log.bind(9, row.checksum)
  }
}

/// The limit `upsert`: one row a kind, read and replaced, which is what the peers were measured on.
struct UpsertStatements: RawPublisher {
  private let begin, select, upsert, commit: RawStatement
  private let connection: RawConnection

  /// Makes its own table.
  init(_ connection: RawConnection) throws(BenchmarkError) {
    self.connection = connection
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS snapshot (key TEXT PRIMARY KEY, revision INTEGER, payload BLOB,
        ts INTEGER) WITHOUT ROWID
      """)
    begin = try connection.prepare("BEGIN IMMEDIATE")
    select = try connection.prepare("SELECT revision FROM snapshot WHERE key = ?1")
    upsert = try connection.prepare(
      """
      INSERT INTO snapshot (key, revision, payload, ts) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (key) DO UPDATE SET revision = excluded.revision, payload = excluded.payload,
        ts = excluded.ts
      """)
    commit = try connection.prepare("COMMIT")
  }

  mutating func publish(_ number: Int64) throws(BenchmarkError) {
    try begin.run()
    select.bind(1, "todo")
    let revision = try select.next() ? select.integer(0) : 0
    select.reset()
    upsert.bind(1, "todo")
    upsert.bind(2, revision + 1)
    upsert.bind(3, BenchmarkPayload.json(number))
    upsert.bind(4, 1_700_000_000_000)
    try upsert.run()
    try commit.run()
  }
}
