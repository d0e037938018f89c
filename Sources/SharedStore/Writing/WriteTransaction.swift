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
  /// How the counted kinds move; see ``publishCounts()``.
  var counts = CountChanges()
  /// Documents whose text may have changed, to be indexed anew once at the end.
  var documentsToIndex: Set<Int64> = []
  private var changes: [Change] = []
  private var changedThings: Set<Change> = []
  private var needsCommit = false

  /// One thing that a revision changed.
  struct Change: Hashable {
    let subject: Subject
    let name: String
    let isRemoval: Bool

    /// Whether it is the same event of the same thing; names are bytes here, as SQLite sees them.
    static func == (left: Change, right: Change) -> Bool {
      left.subject == right.subject && left.isRemoval == right.isRemoval
        && left.name.utf8.elementsEqual(right.name.utf8)
    }
  }

  /// What kind of thing changed, as the change log says it.
  enum Subject: String {
    case store, snapshot, document, job
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

  /// Notes that a thing changed; once is enough.
  mutating func noteChange(_ subject: Subject, _ name: String) {
    note(Change(subject: subject, name: name, isRemoval: false))
  }

  /// Notes that a document is gone; the log keeps that as its tombstone.
  mutating func noteRemoval(ofDocument id: DocumentID) {
    note(Change(subject: .document, name: id.text, isRemoval: true))
  }

  /// Notes that a job is gone.
  mutating func noteRemoval(ofJob id: Int64) {
    note(Change(subject: .job, name: String(id), isRemoval: true))
  }

  private mutating func note(_ change: Change) {
    guard changedThings.insert(change).inserted else { return }
    changes.append(change)
    // What happens to a thing last is what has become of it.
    let earlier = Change(
      subject: change.subject, name: change.name, isRemoval: !change.isRemoval)
    if changedThings.remove(earlier) != nil { changes.removeAll { $0 == earlier } }
  }

  /// Notes that rows changed which no reader is shown: they are committed without a revision.
  mutating func noteHousekeeping() {
    needsCommit = true
  }

  /// How many things changed.
  var changeCount: Int { changes.count }

  /// How many revisions the change log keeps, and how often the oldest are removed.
  private static let keptRevisions: Int64 = 1_000
  private static let trimInterval: Int64 = 64

  /// What is left to do with a transaction.
  enum Outcome {
    /// Something changed: commit it as this revision.
    case revision(Revision)
    /// Only rows that no reader is shown changed: commit them as no revision.
    case housekeeping
    /// Nothing changed.
    case nothing
  }

  /// Writes the new revision and its log.
  mutating func finish() throws(StoreError) -> Outcome {
    try publishCounts()
    try updateSearchIndex()
    guard !changes.isEmpty else { return needsCommit ? .housekeeping : .nothing }
    let revision = try nextRevision()
    let now = Timestamp.now.milliseconds
    let logged = changes
    try StoreError.mapping("record the revision") { () throws(SQLiteError) in
      let update = try core.connection.statement("UPDATE store SET revision = ?1 WHERE id = 1")
      try update.bind(revision.rawValue, at: 1)
      try update.run()
      for (position, change) in logged.enumerated() {
        try log(change, revision, position, now)
      }
      if revision.rawValue % WriteTransaction.trimInterval == 0 {
        let trim = try core.connection.statement("DELETE FROM changes WHERE revision <= ?1")
        try trim.bind(revision.rawValue - WriteTransaction.keptRevisions, at: 1)
        try trim.run()
      }
    }
    return .revision(revision)
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
    try insert.bind(change.subject.rawValue, at: 3)
    try insert.bind(change.name, at: 4)
    try insert.bind(change.isRemoval ? "removed" : "changed", at: 5)
    try insert.bind(now, at: 6)
    try insert.bind(core.options.writer.program, at: 7)
    try insert.bind(core.options.writer.version, at: 8)
    try insert.run()
  }
}
