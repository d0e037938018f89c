import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the verbs of one transaction share: the store, where it stood, and what has changed.
final class Transaction {
  let database: Database
  let options: WriterOptions
  let paths: StorePaths
  /// Where the store stood when the transaction began.
  let base: StoreToken
  /// The program's key in `writers`.
  let writer: Int64
  private let hasCountedKinds: Bool

  private var memory: Memory

  /// What has to be forgotten with the rows when a verb is taken back.
  private struct Memory {
    var changes = ChangeLog()
    var counts = CountChanges()
    var rules: [CountedKind]?
    var documentsToIndex: Set<Int64> = []
    var imported = ImportedDocuments()
    var hasLeftovers = false
    var needsCommit = false
    var reloadKinds: [Kind] = []
    var versions: [Kind: KeptVersions]
  }

  /// Whether the rules of counted kinds were changed.
  private(set) var hasChangedRules = false

  /// Documents in which a dead process's open group was found by a verb that failed for it.
  private(set) var deadGroups: [DocumentID] = []

  init(
    database: Database, options: WriterOptions, paths: StorePaths, head: StoreHead,
    versions: [Kind: KeptVersions], writer: Int64
  ) {
    self.database = database
    self.options = options
    self.paths = paths
    base = head.token
    hasCountedKinds = head.hasCountedKinds
    self.writer = writer
    memory = Memory(versions: versions)
  }

  /// A new random id.
  static func newID() -> String { UUID().uuidString.lowercased() }

  /// The revision this transaction gives to what it changes.
  /// - Throws: `failed` at the last revision there can be.
  func nextRevision() throws(StoreError) -> Revision {
    guard let next = base.revision.successor else {
      throw StoreError(
        .failed, "The store has reached the last revision there can be; nothing was changed.",
        storeRevision: base.revision)
    }
    return next
  }

  /// Runs a verb that may fail by a rule of ours after it has changed rows: then it is as if it had
  /// never been called.
  func whole<Result>(
    _ verb: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let before = memory
    try database.run("SAVEPOINT verb")
    do throws(StoreError) {
      let result = try verb()
      try database.run("RELEASE verb")
      return result
    } catch {
      memory = before
      // After a failure of SQLite the whole transaction is over, and these repeat it.
      try database.run("ROLLBACK TO verb")
      try database.run("RELEASE verb")
      throw error
    }
  }

  /// Runs a verb that finds out everything our rules may have against it before it changes a row.
  ///
  /// What it meets later is damage. Nothing can take back the rows it has changed by then, so that
  /// ends the transaction.
  func verb<Result>(
    _ verb: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let before = database.connection.totalChangedRows
    do throws(StoreError) {
      return try verb()
    } catch {
      if database.connection.totalChangedRows != before { database.abandon(error) }
      throw error
    }
  }

  // MARK: What has changed

  /// Notes that a thing changed; once is enough.
  func noteChange(_ subject: ChangeRow.Subject, _ name: String) {
    memory.changes.note(subject, name, .changed)
  }

  /// Notes that a thing is gone; the log keeps that as its tombstone.
  func noteRemoval(_ subject: ChangeRow.Subject, _ name: String) {
    memory.changes.note(subject, name, .removed)
  }

  /// Notes that rows changed which no reader is shown: they are committed without a revision.
  func noteHousekeeping() {
    memory.needsCommit = true
  }

  /// Notes that very many things of a subject changed, of which the log gets only their number.
  func noteChanges(of subject: ChangeRow.Subject, _ number: Int) {
    memory.changes.note(subject, number)
  }

  /// Notes that a document was made for an import that is not yet shown.
  func noteImported(_ fields: [FieldName: FieldValue], by job: JobID) throws(StoreError) {
    memory.imported.add(fields, by: job.rawValue, try rules())
    memory.needsCommit = true
  }

  /// Notes that an import has rows in other tables than that of the documents.
  func noteImport(_ job: JobID) {
    memory.imported.add(job.rawValue)
    memory.needsCommit = true
  }

  /// Notes that a job has ended and may have left hidden rows, which are removed after the commit.
  func noteLeftovers() {
    memory.hasLeftovers = true
  }

  /// Whether a job has ended that may have left hidden rows.
  var hasLeftovers: Bool { memory.hasLeftovers }

  /// Notes that a display of a kind has to build a new timeline.
  func noteReload(_ kind: Kind) {
    if !memory.reloadKinds.contains(kind) { memory.reloadKinds.append(kind) }
  }

  /// Notes that the text of a document may have changed: it is indexed anew once, at the end.
  func noteText(of document: Int64) {
    memory.documentsToIndex.insert(document)
  }

  /// Notes that a verb failed because of what a dead process left: see
  /// ``WriterCore/recoverDeadGroups(_:_:)``.
  func noteDeadGroup(in document: DocumentID) {
    deadGroups.append(document)
  }

  var changeCount: Int { memory.changes.count }
  /// The kinds whose displays have to build a new timeline, in the order in which they changed.
  var reloadKinds: [Kind] { memory.reloadKinds }

  // MARK: Kept versions

  /// The versions of the kinds that were looked at, as they stand now.
  var versions: [Kind: KeptVersions] { memory.versions }

  /// The kept versions of a kind, read once.
  /// - Throws: `damaged`.
  func versions(of kind: Kind) throws(StoreError) -> KeptVersions {
    if let versions = memory.versions[kind] { return versions }
    let versions = try KeptVersions(of: kind, database)
    memory.versions[kind] = versions
    return versions
  }

  /// The versions of a kind were changed; `nil`: they have to be read again.
  func keep(_ versions: KeptVersions?, of kind: Kind) {
    memory.versions[kind] = versions
  }

  // MARK: Counted kinds

  /// The rules by which kinds count documents, read once a transaction.
  func rules() throws(StoreError) -> [CountedKind] {
    if let rules = memory.rules { return rules }
    let rules = hasCountedKinds ? try CountedKind.all(database) : []
    memory.rules = rules
    return rules
  }

  /// The rules were changed.
  func reloadRules() throws(StoreError) {
    hasChangedRules = true
    memory.rules = try CountedKind.all(database)
  }

  /// A field of a document changed; `nil` is an absent field.
  func fieldChanged(
    _ field: FieldName, from before: FieldValue?, to after: FieldValue?
  ) throws(StoreError) {
    memory.counts.fieldChanged(field, from: before, to: after, by: try rules())
  }

  /// A number of documents that count appeared at once.
  func addToCount(_ difference: Int64, of kind: Kind) {
    memory.counts.add(difference, to: kind)
  }

  /// Fields went of which nobody knows what they were: every kind is counted anew, by a scan.
  func recount() { memory.counts.isLost = true }

  /// Whether every kind is to be counted anew; asking takes that back.
  func takeRecount() -> Bool {
    defer { memory.counts.isLost = false }
    return memory.counts.isLost
  }

  /// Takes the differences that are left to be published.
  func takeCounts() -> [(kind: Kind, difference: Int64)] { memory.counts.take() }

  // MARK: The end

  /// What is left to do with a transaction.
  enum Outcome {
    /// Something changed: commit it as this revision.
    case revision(Revision)
    /// Only rows that no reader is shown changed: commit them as no revision.
    case housekeeping
    /// Nothing changed.
    case nothing
  }

  /// Writes what follows from the changes, and the new revision.
  func finish(isWriterKnown: Bool) throws(StoreError) -> Outcome {
    try memory.imported.write(database)
    try publishCounts()
    for document in memory.documentsToIndex.sorted() { try index(document) }
    guard memory.changes.count > 0 else { return memory.needsCommit ? .housekeeping : .nothing }
    let revision = try nextRevision()
    if !isWriterKnown { try options.writer.insert(database) }
    try memory.changes.write(revision, writer: writer, database)
    return .revision(revision)
  }
}
