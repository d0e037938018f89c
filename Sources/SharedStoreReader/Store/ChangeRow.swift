package import SharedStoreModel
package import SharedStoreSQLite

/// One row of `changes`: a thing that a revision changed, or very many of one sort.
package struct ChangeRow: Hashable, Sendable {
  package let revision: Revision
  package let position: Int
  package let subject: Subject
  package let name: String
  package let things: Int
  package let action: Action
  package let committedAt: Timestamp
  package let writer: Int64

  /// What sort of thing changed.
  package enum Subject: String, Sendable {
    case store, snapshot, document, job
  }

  /// What a change of a counted kind's rule is called; other changes of the store itself begin
  /// another line of revisions.
  package static func ruleName(of kind: Kind) -> String { "rule " + kind.text }

  /// Whether the revision is the first of its line.
  package var beginsLine: Bool { subject == .store && !name.hasPrefix("rule ") }

  /// What became of it.
  package enum Action: String, Sendable {
    case changed, removed
  }

  package init(
    revision: Revision, position: Int, subject: Subject, name: String, things: Int = 1,
    action: Action, committedAt: Timestamp, writer: Int64
  ) {
    self.revision = revision
    self.position = position
    self.subject = subject
    self.name = name
    self.things = things
    self.action = action
    self.committedAt = committedAt
    self.writer = writer
  }

  /// Over every column: the newest row is the revision of the store, and a flipped byte in it would
  /// move that.
  package var checksum: Int64 {
    var checksum = Checksum()
    checksum.add(revision.rawValue)
    checksum.add(Int64(position))
    checksum.add(subject.rawValue)
    checksum.add(name)
    checksum.add(Int64(things))
    checksum.add(action.rawValue)
    checksum.add(committedAt.milliseconds)
    checksum.add(writer)
    return checksum.value
  }

  /// Reads the columns `revision, position, subject, name, things, action, committed_at, writer,
  /// checksum`.
  /// - Throws: `damaged` for a row that is not as it was written.
  package init(_ row: inout Columns) throws(StoreError) {
    self.init(
      revision: try row.revision(), position: try row.count(), subject: try row.word(Subject.self),
      name: try row.requiredText(), things: try row.count(), action: try row.word(Action.self),
      committedAt: try row.timestamp(), writer: row.integer())
    guard row.integer() == checksum else { throw .damagedChange }
  }
}

/// Where the store stands: read first in every transaction.
package struct StoreHead: Sendable {
  package private(set) var token: StoreToken
  /// Whether any kind is counted by a rule.
  package let hasCountedKinds: Bool
  private let claim: LogClaim

  /// Reads it, and verifies the newest revision.
  /// - Parameters:
  ///   - database: The store.
  ///   - seen: Where it stood when it was last read: text that is the same is not copied.
  ///   - recompiled: Called when SQLite compiled the statement anew, which is how it says that the
  ///     schema has changed.
  /// - Returns: The head.
  /// - Throws: `replaced` when the log is another file's, `damaged` without identity or revision,
  ///   or what `recompiled` throws.
  package static func read(
    _ database: Database, seen: StoreToken?, recompiled: () throws(StoreError) -> Void
  ) throws(StoreError) -> StoreHead {
    let statement = try database.prepared(
      """
      SELECT s.store_id, s.incarnation, s.log_id, s.log_base, s.checkpoint_id, s.mark,
        s.base_cookie, s.cookie, EXISTS (SELECT 1 FROM counted_kinds), c.revision, c.position,
        c.subject, c.name, c.things, c.action, c.committed_at, c.writer, c.checksum
      FROM store AS s, (SELECT * FROM changes ORDER BY revision DESC, position DESC LIMIT 1) AS c
      WHERE s.id = 1
      """)
    let found = try database.step(statement)
    if statement.takeRecompiled() { try recompiled() }
    guard found else { throw .noIdentity }
    var row = statement.columns()
    return try StoreHead(&row, seen, database.connection)
  }

  /// Verifies that the log still lies on its file, for a head that is known to stand.
  /// - Throws: `replaced`.
  package func verifyLog(_ database: Database) throws(StoreError) {
    guard claim.fits(database.connection) else { throw .foreignLog }
  }

  /// The head after a commit that changed neither the identity row nor the counted kinds.
  package func advanced(to revision: Revision) -> StoreHead {
    var head = self
    head.token = StoreToken(
      storeID: token.storeID, incarnation: token.incarnation, revision: revision)
    return head
  }

  private init(
    _ row: inout Columns, _ seen: StoreToken?, _ connection: Connection
  ) throws(StoreError) {
    let storeID =
      if let seen, row.skip(seen.storeID) { seen.storeID } else {
        try row.requiredText()
      }
    let incarnation =
      if let seen, row.skip(seen.incarnation) { seen.incarnation } else {
        try row.requiredText()
      }
    claim = LogClaim(incarnation: incarnation, &row)
    guard claim.fits(connection) else { throw .foreignLog }
    hasCountedKinds = row.integer() != 0
    token = StoreToken(
      storeID: storeID, incarnation: incarnation, revision: try ChangeRow(&row).revision)
  }
}

extension WriterIdentity {
  /// The key of the program's row in `writers`: the checksum of both texts, so that a changed name
  /// is found out.
  package var key: Int64 {
    var checksum = Checksum()
    checksum.add(program)
    checksum.add(version)
    return checksum.value
  }

  /// Reads the columns `writer, program, version` of a row joined with `writers`.
  /// - Throws: `damaged` when the program's row is missing or another one.
  package init(_ row: inout Columns) throws(StoreError) {
    let key = row.integer()
    self.init(program: try row.requiredText(), version: try row.requiredText())
    guard key == self.key else { throw .damagedRow }
  }
}

extension StoreError {
  static let damagedChange = StoreError(
    .damaged, "The newest revision of the store does not match its checksum.",
    hint: .restore)
}
