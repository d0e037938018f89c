package import SharedStoreModel
import SharedStoreSQLite

extension ReaderSession {
  /// What one statement found, and where the store stood.
  private typealias Found = (
    token: StoreToken, reading: Reading<StoredPayload>, mark: CommitMark?
  )

  /// The newest record of a kind, or the version of one revision.
  ///
  /// One statement reads identity and record together, so both belong to the same revision of the
  /// store.
  mutating func snapshot(
    of kind: Kind, revision: Revision?
  ) throws(StoreError) -> Reading<StoredPayload> {
    if revision == nil, let reading = keptReading(of: kind) { return reading }
    let seen = self.seenToken
    let found = try query { store throws(StoreError) -> Found in
      // Before the statement: a commit in between makes the mark too old, never too new.
      let mark = store.commitMark()
      let row = try store.statement(
        revision == nil
          ? """
          SELECT s.store_id, s.incarnation, s.revision,
            n.revision, n.type, n.format, n.count, n.title, n.changed_at, n.program,
            n.program_version, n.checksum, n.payload
          FROM store AS s LEFT JOIN snapshots AS n ON n.kind = ?1
            AND n.revision = (SELECT max(revision) FROM snapshots WHERE kind = ?1)
          WHERE s.id = 1
          """
          : """
          SELECT s.store_id, s.incarnation, s.revision,
            n.revision, n.type, n.format, n.count, n.title, n.changed_at, n.program,
            n.program_version, n.checksum, n.payload
          FROM store AS s LEFT JOIN snapshots AS n ON n.kind = ?1 AND n.revision = ?2
          WHERE s.id = 1
          """)
      try StoreError.mapping("read the record") { () throws(SQLiteError) in
        try row.bind(kind.text, at: 1)
        if let revision { try row.bind(revision.rawValue, at: 2) }
      }
      let token = try store.token(from: row, seen: seen)
      guard row.optionalInteger(3) != nil else {
        let error: StoreError = revision == nil ? .noSuchKind : .noSuchVersion
        return (token, .unavailable(error.at(token.revision)), mark)
      }
      do throws(StoreError) {
        return (token, .value(try SnapshotRow.read(row, from: 3, kind: kind), at: token), mark)
      } catch {
        return (token, .unavailable(error.at(token.revision)), mark)
      }
    }
    try note(found.token)
    if revision == nil { keep(found.reading, of: kind, since: found.mark) }
    return found.reading
  }

  /// Where the store stands.
  mutating func token() throws(StoreError) -> StoreToken {
    let seen = self.seenToken
    let token = try query { store throws(StoreError) in
      let row = try store.statement(
        "SELECT store_id, incarnation, revision FROM store WHERE id = 1")
      return try store.token(from: row, seen: seen)
    }
    try note(token)
    return token
  }

  /// The kept versions of a kind, newest first.
  mutating func versions(
    of kind: Kind
  ) throws(StoreError) -> ([SnapshotVersion], StoreToken) {
    try list(
      """
      SELECT revision, type, format, bytes, changed_at, program, program_version
      FROM snapshots WHERE kind = ?1 ORDER BY revision DESC
      """, parameter: kind.text
    ) { row in SnapshotVersion(row) }
  }

  /// Every kind, with its newest revision.
  mutating func kinds() throws(StoreError) -> ([KindSummary], StoreToken) {
    try list(
      """
      SELECT kind, max(revision), type, changed_at, count(*), sum(bytes)
      FROM snapshots GROUP BY kind ORDER BY kind
      """, parameter: nil
    ) { row in KindSummary(row) }
  }

  private mutating func list<Element: Sendable>(
    _ sql: StaticString, parameter: String?, _ element: (borrowing Statement) -> Element?
  ) throws(StoreError) -> ([Element], StoreToken) {
    let seen = self.seenToken
    let (elements, token) = try query { store throws(StoreError) -> ([Element], StoreToken) in
      try store.inTransaction { store throws(StoreError) in
        let head = try store.statement(
          "SELECT store_id, incarnation, revision FROM store WHERE id = 1")
        let token = try store.token(from: head, seen: seen)
        let rows = try store.statement(sql)
        var elements: [Element] = []
        try StoreError.mapping("list the records") { () throws(SQLiteError) in
          if let parameter { try rows.bind(parameter, at: 1) }
          while try rows.step() {
            if let next = element(rows) { elements.append(next) }
          }
        }
        return (elements, token)
      }
    }
    try note(token)
    return (elements, token)
  }
}

extension StoreConnection {
  /// A prepared statement of this connection.
  borrowing func statement(_ sql: StaticString) throws(StoreError) -> Statement {
    try StoreError.mapping("read the store") { () throws(SQLiteError) in
      try connection.statement(sql)
    }
  }

  /// Steps to the row that begins with `store_id, incarnation, revision` and reads them; text that
  /// equals what was seen before is not copied.
  mutating func token(
    from row: borrowing Statement, seen: StoreToken?
  ) throws(StoreError) -> StoreToken {
    let found = try StoreError.mapping("read the store") { () throws(SQLiteError) in
      try row.step()
    }
    try noteCompilation(of: row)
    guard found, let token = StoreToken(row, seen: seen) else { throw StoreError.noIdentity }
    return token
  }

  /// Runs several statements on one view of the store.
  ///
  /// The transaction ends before this returns.
  mutating func inTransaction<Result>(
    _ body: (inout StoreConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try StoreError.mapping("read the store") { () throws(SQLiteError) in
      try connection.beginRead()
    }
    defer { connection.rollback() }
    return try body(&self)
  }
}

/// One kept version of a kind.
public struct SnapshotVersion: Hashable, Sendable {
  /// The store revision that made it.
  public let revision: Revision
  /// The payload's type.
  public let type: String
  /// The payload's format.
  public let format: Int
  /// Bytes of payload.
  public let bytes: Int
  /// When it was written.
  public let changedAt: Timestamp
  /// Who wrote it.
  public let writer: WriterIdentity

  init?(_ row: borrowing Statement) {
    guard
      let revision = Revision(rawValue: row.integer(0)), let type = row.text(1),
      let program = row.text(5), let version = row.text(6)
    else { return nil }
    self.revision = revision
    self.type = type
    format = Int(row.integer(2))
    bytes = Int(row.integer(3))
    changedAt = Timestamp(clampingMilliseconds: row.integer(4))
    writer = WriterIdentity(program: program, version: version)
  }
}

/// One kind of a store.
public struct KindSummary: Hashable, Sendable {
  /// The series.
  public let kind: Kind
  /// The newest version's revision.
  public let revision: Revision
  /// The newest version's type.
  public let type: String
  /// When the newest version was written.
  public let changedAt: Timestamp
  /// How many versions are kept.
  public let versions: Int
  /// Bytes of payload of all kept versions.
  public let bytes: Int

  init?(_ row: borrowing Statement) {
    guard
      let text = row.text(0), let kind = Kind(text), let type = row.text(2),
      let revision = Revision(rawValue: row.integer(1))
    else { return nil }
    self.kind = kind
    self.revision = revision
    self.type = type
    changedAt = Timestamp(clampingMilliseconds: row.integer(3))
    versions = Int(row.integer(4))
    bytes = Int(row.integer(5))
  }
}
