import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// One transaction of a writer: everything done with it becomes visible together, at one new store
/// revision, or not at all (contract R1).
///
/// It cannot be kept: it ends with the closure it is given to.
public struct WriteTransaction: ~Copyable {
  let core: WriterCore
  /// Where the store stood when the transaction began.
  let base: StoreToken
  private var changes: [Change] = []

  /// One thing that a revision changed.
  struct Change: Hashable {
    let subject: StaticString
    let name: String
    let action: StaticString

    static func == (left: Change, right: Change) -> Bool {
      left.name == right.name && "\(left.subject)" == "\(right.subject)"
    }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  init(core: WriterCore, base: StoreToken) {
    self.core = core
    self.base = base
  }

  /// The revision this transaction gives to what it changes.
  /// - Throws: `failed` at the last revision there can be (contract R7).
  func nextRevision() throws(StoreError) -> Revision {
    guard let next = base.revision.successor else {
      throw StoreError(
        .failed, "The store has reached the last revision there can be; nothing was changed.",
        storeRevision: base.revision)
    }
    return next
  }

  /// Notes that a snapshot changed.
  mutating func noteChange(ofSnapshot kind: Kind) {
    let change = Change(subject: "snapshot", name: kind.text, action: "changed")
    if !changes.contains(change) { changes.append(change) }
  }

  /// How many things changed.
  var changeCount: Int { changes.count }

  /// How many revisions the change log keeps, and how often the oldest are removed.
  private static let keptRevisions: Int64 = 10_000
  private static let trimInterval: Int64 = 256

  /// Writes the new revision and its log.
  /// - Returns: The revision, or `nil` when nothing changed.
  func finish() throws(StoreError) -> Revision? {
    guard !changes.isEmpty else { return nil }
    let revision = try nextRevision()
    let now = Timestamp.now.milliseconds
    try StoreError.mapping("record the revision") { () throws(SQLiteError) in
      let update = try core.connection.statement("UPDATE store SET revision = ?1 WHERE id = 1")
      try update.bind(revision.rawValue, at: 1)
      while try update.step() {}
      for (position, change) in changes.enumerated() {
        try log(change, revision, position, now)
      }
      if revision.rawValue % WriteTransaction.trimInterval == 0 {
        let trim = try core.connection.statement("DELETE FROM changes WHERE revision <= ?1")
        try trim.bind(revision.rawValue - WriteTransaction.keptRevisions, at: 1)
        while try trim.step() {}
      }
    }
    return revision
  }

  private func log(
    _ change: Change, _ revision: Revision, _ position: Int, _ now: Int64
  ) throws(SQLiteError) {
    let insert = try core.connection.statement(
      """
      INSERT INTO changes (revision, position, subject, name, action, committed_at, program,
        program_version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    try insert.bind(revision.rawValue, at: 1)
    try insert.bind(Int64(position), at: 2)
    try insert.bind("\(change.subject)", at: 3)
    try insert.bind(change.name, at: 4)
    try insert.bind("\(change.action)", at: 5)
    try insert.bind(now, at: 6)
    try insert.bind(core.options.writer.program, at: 7)
    try insert.bind(core.options.writer.version, at: 8)
    while try insert.step() {}
  }
}
