import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// The writer's state: one connection, the lock, the notice.
///
/// It is used by one thread at a time, which its owner sees to, and holds nothing between calls.
final class WriterCore {
  let database: Database
  private let options: WriterOptions
  private let paths: StorePaths
  private var lock: WriterLock
  private var notice: NoticeFile
  private var checkpoint = CheckpointPolicy()
  private var place: PlaceWatch
  private var seen: StoreToken?
  private var isSchemaVerified = true
  /// What the last commit left behind.
  private var committed: CommittedState?
  /// Whether the program's row in `writers` has been committed.
  private var isWriterKnown = false
  private let writer: Int64
  /// What the connection does at a commit; `nil` when it could not be set.
  private var durability: WriterOptions.Durability?

  /// Opens a store.
  /// - Parameters:
  ///   - location: Where it is.
  ///   - create: Whether a missing store is made.
  ///   - options: The writer's options.
  ///   - wait: How long to wait for other writers.
  /// - Throws: Every code of opening a store; `storeMissing` unless `create`.
  init(
    _ location: StoreLocation, create: Bool, options: WriterOptions, _ wait: LockWait
  ) throws(StoreError) {
    let opened = try OpenedStore.open(location, create: create, options: options, wait)
    self.options = options
    database = opened.database
    paths = opened.paths
    place = opened.place
    lock = opened.lock
    notice = NoticeFile(paths)
    writer = options.writer.key
    durability = nil
  }

  deinit {
    let (activity, connection) = (options.activity, database.connection)
    activity.perform("closing the store", on: connection) { emptyLog() }
  }

  private func emptyLog() {
    // A log that is no longer the store's must not reach the database that others go on with, and
    // who is busy writing will copy the log himself.
    guard lock.tryAcquire() else { return }
    if place.isInPlace(), database.hasOwnLog() { copyLog(.emptying) }
    lock.release()
  }

  // MARK: Transactions

  /// Runs one transaction: all of it is visible afterwards, at one new revision, or none.
  ///
  /// When the disk is full, the log is copied into the database once and the body runs again.
  func write<Value: Sendable>(
    _ wait: LockWait, _ kind: TransactionKind,
    _ body: (inout WriteTransaction) throws -> Value
  ) throws -> Written<Value> {
    try options.activity.perform("writing to the store", on: database.connection) {
      try logged(wait, kind, body)
    }
  }

  private func logged<Value: Sendable>(
    _ wait: LockWait, _ kind: TransactionKind,
    _ body: (inout WriteTransaction) throws -> Value
  ) throws -> Written<Value> {
    let started = MonotonicTime.now
    let wait = kind == .standard ? wait : LockWait.unlimited
    do {
      let (written, changes) = try locked(wait) {
        try setDurability(kind == .progress ? .relaxed : options.durability)
        do {
          return try transaction(wait, body)
        } catch let error as StoreError where error.code == .full {
          copyLog()
          database.connection.setBusyTimeout(milliseconds: wait.deadline.millisecondsLeft)
          return try transaction(wait, body)
        }
      }
      let elapsed = started.elapsedNanoseconds
      options.log?(
        written.changed
          ? .committed(
            storeRevision: written.storeRevision, changes: changes, nanoseconds: elapsed)
          : .unchanged(storeRevision: written.storeRevision, nanoseconds: elapsed))
      return written
    } catch {
      options.log?(
        .writeFailed(
          (error as? StoreError)?.code ?? .failed, nanoseconds: started.elapsedNanoseconds))
      throw error
    }
  }

  private func transaction<Value: Sendable>(
    _ wait: LockWait, _ body: (inout WriteTransaction) throws -> Value
  ) throws -> (Written<Value>, changes: Int) {
    var deadGroups: [DocumentID] = []
    let done: Done<Value>
    var next: CommittedState?
    do {
      done = try database.writing(
        begun: { [paths] error in WriterCore.cannotBegin(error, paths, wait) },
        stands: { done throws(StoreError) in try stands(done.outcome) },
        {
          let head = try head()
          let transaction = Transaction(
            database: database, options: options, paths: paths, head: head,
            versions: committed?.versions ?? [:], writer: writer)
          defer { deadGroups = transaction.deadGroups }
          FaultPoint.transactionBegun.reach()
          var tx = WriteTransaction(transaction)
          let value = try body(&tx)
          // The body went on without a verb that failed for a dead process's group.
          for id in transaction.deadGroups { _ = try? tx.documents.recover(id) }
          let outcome = try transaction.finish(isWriterKnown: isWriterKnown)
          if !outcome.isNothing {
            let isSameIdentity = try !database.noteNewLog()
            committed = nil
            next = isSameIdentity ? CommittedState(head, outcome.revision, transaction) : nil
          }
          if case .revision = outcome { FaultPoint.beforeCommit.reach() }
          return (Done(value, outcome, transaction), commit: !outcome.isNothing)
        })
    } catch {
      try recoverDeadGroups(deadGroups, wait)
      throw error
    }
    if let next { committed = next.asOf(database) }
    try tail(done.outcome)
    return (done.written, done.changes)
  }

  /// A transaction that has ended well.
  private struct Done<Value: Sendable> {
    let outcome: Transaction.Outcome
    let written: Written<Value>
    let changes: Int

    init(_ value: Value, _ outcome: Transaction.Outcome, _ transaction: Transaction) {
      self.outcome = outcome
      changes = transaction.changeCount
      let revision = outcome.revision
      written = Written(
        value: value, storeRevision: revision ?? transaction.base.revision,
        changed: revision != nil, reloadKinds: transaction.reloadKinds)
    }
  }

  /// Whether the store stands at the revision that was to be committed, while no other writer can
  /// have made it; `nil` for what has no revision.
  private func stands(_ outcome: Transaction.Outcome) throws(StoreError) -> Bool? {
    guard let revision = outcome.revision else { return nil }
    return try StoreHead.read(database, seen: nil) { () throws(StoreError) in }
      .token.revision == revision
  }

  /// What comes after every commit, whatever it carries.
  private func tail(_ outcome: Transaction.Outcome) throws(StoreError) {
    guard !outcome.isNothing else { return }
    if let revision = outcome.revision {
      FaultPoint.afterCommit.reach()
      isWriterKnown = true
      seen = seen.map {
        StoreToken(storeID: $0.storeID, incarnation: $0.incarnation, revision: revision)
      }
    }
    // A commit into a file that has left its path is no success.
    guard place.isInPlace() else { throw moved() }
    if outcome.revision != nil, let seen { announce(seen) }
    if checkpoint.isDue(frames: database.connection.logFrames, paths: paths) { copyLog() }
  }

  /// Ends, by their policies, groups of dead processes that made a verb fail: that was rolled back
  /// with the rest, and unless it is committed, every later attempt fails alike.
  private func recoverDeadGroups(_ ids: [DocumentID], _ wait: LockWait) throws {
    for id in ids where database.connection.suspension?.isExpired != true {
      _ = try? transaction(wait) { tx in try tx.documents.recover(id) }
    }
  }

  /// Where the store stands; the schema is verified again if it changed since the last time.
  private func head() throws(StoreError) -> StoreHead {
    if let committed, committed.stands(database) {
      try committed.head.verifyLog(database)
      return committed.head
    }
    committed = nil
    let head = try StoreHead.read(database, seen: seen) { () throws(StoreError) in
      isSchemaVerified = false
    }
    if !isSchemaVerified {
      _ = try StoreIdentity.verify(database, paths)
      isSchemaVerified = true
    }
    if let seen, seen.storeID != head.token.storeID { throw .replacedStore }
    // A store that was restored meanwhile has the programs of the backup.
    if seen?.incarnation != head.token.incarnation { isWriterKnown = false }
    seen = head.token
    return head
  }

  private static func cannotBegin(
    _ error: SQLiteError, _ paths: StorePaths, _ wait: LockWait
  ) -> StoreError {
    guard error.code.primary == .busy else { return StoreError(error) }
    return .lockBusy(LockHolder.ofDatabase(logIndex: paths.logIndex), wait.timeout)
  }

  /// Sets what the next commit survives.
  private func setDurability(_ wanted: WriterOptions.Durability) throws(StoreError) {
    guard durability != wanted else { return }
    // Until it is known to be set, nothing is committed.
    durability = nil
    switch wanted {
    case .full: try database.run("PRAGMA synchronous = FULL")
    case .relaxed: try database.run("PRAGMA synchronous = NORMAL")
    }
    durability = wanted
  }

  // MARK: The lock

  /// Runs something under the writer lock, on the store that stands at the path: every transaction
  /// goes through here.
  private func locked<Result>(_ wait: LockWait, _ body: () throws -> Result) throws -> Result {
    try lock.acquire(wait)
    defer { lock.release() }
    while try !holdsLockOfStore() { try lock.acquire(wait) }
    FaultPoint.lockAcquired.reach()
    // For SQLite's own locks, which only programs outside the writer lock hold.
    database.connection.setBusyTimeout(milliseconds: wait.deadline.millisecondsLeft)
    return try body()
  }

  /// Whether the lock in hand is the store's: neither its file nor the store has been replaced.
  /// - Throws: `removed` or `replaced`.
  private func holdsLockOfStore() throws(StoreError) -> Bool {
    switch place.look() {
    case .unchanged: return true
    case .moved: throw moved()
    case .inPlace:
      notice.close()
      return try lock.reopenUnlessCurrent()
    }
  }

  /// What has become of a store that is not in its place.
  private func moved() -> StoreError {
    if (try? FileStatus(path: paths.store)) == nil {
      return StoreError(
        .removed, "The store was moved or deleted while it was open.",
        hint: "What was written since is not at its path; open the store again.")
    }
    return StoreError(
      .replaced, "The store or its log was replaced while it was open.",
      hint: "Open the store again.")
  }

  // MARK: Notice and log

  private func announce(_ token: StoreToken) {
    do throws(SystemError) {
      try notice.announce(token)
      FaultPoint.afterNotice.reach()
    } catch {
      options.log?(.noticeFailed(errorNumber: error.number))
    }
  }

  /// Copies the log into the database, as far as readers allow.
  ///
  /// The commit stands whatever becomes of it; the next one tries again.
  private func copyLog(_ mode: Connection.CheckpointMode = .keepingLength) {
    guard database.connection.suspension?.isExpired != true else { return }
    do throws(StoreError) {
      try setDurability(.relaxed)
      let result = try database.copyLog(mode)
      checkpoint.note(frames: result.frames, copied: result.copied)
      options.log?(.checkpointed(frames: result.frames, copied: result.copied))
      FaultPoint.checkpointed.reach()
    } catch {
      options.log?(.checkpointFailed(error.code))
    }
  }
}

extension Transaction.Outcome {
  /// The revision that was made, if one was.
  var revision: Revision? {
    if case .revision(let revision) = self { revision } else { nil }
  }

  var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }
}
