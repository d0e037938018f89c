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

/// The limit `same`: the statements that the store's own publish runs, in its order.
struct SameStatements: RawPublisher {
  private let begin, store, latest, insert, versions, trim, refresh, update, log,
    commit: RawStatement
  private let trimLog, rules: RawStatement
  private let connection: RawConnection

  /// Works on a database that has the store's schema.
  init(_ connection: RawConnection) throws(BenchmarkError) {
    self.connection = connection
    begin = try connection.prepare("BEGIN IMMEDIATE")
    store = try connection.prepare(
      "SELECT store_id, incarnation, revision FROM store WHERE id = 1")
    latest = try connection.prepare(
      """
      SELECT revision, type, format, count, title, changed_at, checksum, payload
      FROM snapshots WHERE kind = ?1 ORDER BY revision DESC LIMIT 1
      """)
    insert = try connection.prepare(
      """
      INSERT INTO snapshots (kind, revision, type, format, count, title, changed_at, program,
        program_version, checksum, bytes, payload)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      ON CONFLICT (kind, revision) DO UPDATE SET type = excluded.type, format = excluded.format,
        count = excluded.count, title = excluded.title, changed_at = excluded.changed_at,
        checksum = excluded.checksum, bytes = excluded.bytes, payload = excluded.payload
      """)
    versions = try connection.prepare(
      "SELECT revision, bytes FROM snapshots WHERE kind = ?1 ORDER BY revision DESC")
    trim = try connection.prepare("DELETE FROM snapshots WHERE kind = ?1 AND revision <= ?2")
    refresh = try connection.prepare(
      """
      INSERT INTO refresh_requests (kind, revision, requested_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (kind) DO UPDATE SET revision = excluded.revision,
        requested_at = excluded.requested_at
      """)
    update = try connection.prepare("UPDATE store SET revision = ?1 WHERE id = 1")
    log = try connection.prepare(
      """
      INSERT INTO changes (revision, position, subject, name, action, committed_at, program,
        program_version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    trimLog = try connection.prepare("DELETE FROM changes WHERE revision <= ?1")
    rules = try connection.prepare("SELECT kind, field, value FROM counted_kinds ORDER BY kind")
    commit = try connection.prepare("COMMIT")
  }

  mutating func publish(_ number: Int64) throws(BenchmarkError) {
    try begin.run()
    _ = try store.next()
    let revision = store.integer(2) + 1
    store.reset()
    try rules.run()
    latest.bind(1, "todo")
    _ = try latest.next()
    let length = latest.length(7)
    latest.reset()
    try write(number, revision, length)
    try log(revision)
    try commit.run()
  }

  private func write(
    _ number: Int64, _ revision: Int64, _ length: Int
  ) throws(BenchmarkError) {
    let payload = BenchmarkPayload.json(number)
    insert.bind(1, "todo")
    insert.bind(2, revision)
    insert.bind(3, "count")
    insert.bind(4, 1)
    insert.bind(5, number)
    insert.bind(6, BenchmarkPayload.title)
    insert.bind(7, 1_700_000_000_000)
    insert.bind(8, "StoreBenchmarks")
    insert.bind(9, "0.1.0")
    insert.bind(10, number &* 0x0123_4567_89ab_cdef)
    insert.bind(11, Int64(payload.utf8.count))
    insert.bind(12, payload)
    try insert.run()
    try trim(keeping: 16)
    refresh.bind(1, "todo")
    refresh.bind(2, revision)
    refresh.bind(3, 1_700_000_000_000)
    try refresh.run()
  }

  private func trim(keeping kept: Int) throws(BenchmarkError) {
    versions.bind(1, "todo")
    var (count, oldest): (Int, Int64) = (0, -1)
    while try versions.next() {
      count += 1
      if count == kept + 1 { oldest = versions.integer(0) }
    }
    versions.reset()
    guard oldest >= 0 else { return }
    trim.bind(1, "todo")
    trim.bind(2, oldest)
    try trim.run()
  }

  private func log(_ revision: Int64) throws(BenchmarkError) {
    update.bind(1, revision)
    try update.run()
    log.bind(1, revision)
    log.bind(2, 0)
    log.bind(3, "snapshot")
    log.bind(4, "todo")
    log.bind(5, "changed")
    log.bind(6, 1_700_000_000_000)
    log.bind(7, "StoreBenchmarks")
    log.bind(8, "0.1.0")
    try log.run()
    if revision % 64 == 0 {
      trimLog.bind(1, revision - 1_000)
      try trimLog.run()
    }
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
