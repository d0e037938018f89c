import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// The writer's state: one connection, the lock, the notice.
///
/// It is used by one thread at a time, which its owners see to, and holds nothing between calls
/// (contract F2).
final class WriterCore {
  let connection: Connection
  let options: WriterOptions
  let paths: StorePaths
  private var lock: WriterLock
  private var notice: NoticeFile
  private var checkpoint = CheckpointPolicy()
  private var place: PlaceWatch
  private var seen: StoreToken
  private var isSchemaVerified = true

  init(
    _ opened: consuming OpenedStore, options: WriterOptions
  ) {
    connection = opened.connection
    lock = opened.lock
    paths = opened.paths
    seen = opened.identity.token
    self.options = options
    notice = NoticeFile(paths.notice)
    place = opened.place
  }

  deinit {
    // The last connection to close copies the log into the database and empties it, but only
    // under the store's lock, which outlives the connection: properties go in their order. A log
    // that is no longer the store's must not reach the database that others go on with.
    let mayCopy = lock.tryAcquire() && place.isInPlace()
    connection.setCheckpointOnClose(mayCopy)
  }

  /// Runs what needs the writer lock, and nothing of it outside: the one place through which every
  /// call that takes a lock goes.
  private func locked<Result>(
    _ body: (MonotonicTime) throws -> Result
  ) throws -> Result {
    let deadline = MonotonicTime.now.advanced(byMilliseconds: options.timeoutMilliseconds)
    try lock.acquire(deadline: deadline, timeoutMilliseconds: options.timeoutMilliseconds)
    defer { lock.release() }
    while try !holdsLockOfStore() {
      try lock.acquire(deadline: deadline, timeoutMilliseconds: options.timeoutMilliseconds)
    }
    FaultPoint.lockAcquired.reach()
    connection.setBusyTimeout(milliseconds: deadline.millisecondsLeft)
    connection.setDeadline(deadline)
    defer { connection.setDeadline(nil) }
    return try body(deadline)
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

  /// Runs one transaction: all of it is visible afterwards, at one new revision, or none.
  ///
  /// When the disk is full, the log is copied into the database once and the body runs again.
  ///
  /// A relaxed one is not synced: for progress, which a power loss may set back a little. The work
  /// of an unbounded one takes as long as it takes, and only waiting for the lock has an end: a job
  /// must be able to end, however much it has made.
  func write<Value>(
    relaxed: Bool = false, unbounded: Bool = false,
    _ body: (inout WriteTransaction) throws -> Value
  ) throws -> Written<Value> {
    let started = MonotonicTime.now
    do {
      let (written, changes) = try locked { deadline in
        if unbounded { connection.setDeadline(nil) }
        let isSwitched = relaxed && options.durability == .full
        if isSwitched { try setSynchronous(full: false) }
        defer { if isSwitched { try? setSynchronous(full: true) } }
        do {
          return try transaction(body)
        } catch let error as StoreError where error.code == .full {
          _ = try? connection.checkpoint()
          connection.setBusyTimeout(milliseconds: deadline.millisecondsLeft)
          return try transaction(body)
        }
      }
      let elapsed = MonotonicTime.now.nanoseconds - started.nanoseconds
      options.log?(
        written.changed
          ? .committed(
            storeRevision: written.storeRevision, changes: changes, nanoseconds: elapsed)
          : .unchanged(storeRevision: written.storeRevision, nanoseconds: elapsed))
      return written
    } catch {
      let elapsed = MonotonicTime.now.nanoseconds - started.nanoseconds
      options.log?(.writeFailed((error as? StoreError)?.code ?? .failed, nanoseconds: elapsed))
      throw error
    }
  }

  private func transaction<Value>(
    _ body: (inout WriteTransaction) throws -> Value
  ) throws -> (Written<Value>, changes: Int) {
    try begin()
    defer { connection.rollback() }
    var transaction = WriteTransaction(core: self, base: try readToken())
    FaultPoint.transactionBegun.reach()
    let value = try body(&transaction)
    let outcome = try transaction.finish()
    guard case .revision(let revision) = outcome else {
      if case .housekeeping = outcome { try commit() } else { connection.rollback() }
      return (Written(value: value, storeRevision: seen.revision, changed: false), 0)
    }
    FaultPoint.beforeCommit.reach()
    try commit()
    FaultPoint.afterCommit.reach()
    seen = StoreToken(storeID: seen.storeID, incarnation: seen.incarnation, revision: revision)
    // Contract F5: a commit into a file that has left its path is no success.
    guard place.isInPlace() else { throw moved() }
    announce(revision)
    checkpointIfDue()
    let written = Written(value: value, storeRevision: revision, changed: true)
    return (written, transaction.changeCount)
  }

  private func setSynchronous(full: Bool) throws(StoreError) {
    try StoreError.mapping("set the durability") { () throws(SQLiteError) in
      if full {
        try connection.execute("PRAGMA synchronous = FULL")
      } else {
        try connection.execute("PRAGMA synchronous = NORMAL")
      }
    }
  }

  private func commit() throws(StoreError) {
    try StoreError.mapping("commit") { () throws(SQLiteError) in try connection.commit() }
  }

  private func begin() throws(StoreError) {
    do throws(SQLiteError) {
      try connection.beginImmediate()
    } catch {
      guard error.code.primary == .busy else { throw StoreError(error, "begin a transaction") }
      throw .lockBusy(
        LockHolder.ofDatabase(logIndex: paths.logIndex),
        milliseconds: options.timeoutMilliseconds)
    }
  }

  /// Reads where the store stands, inside the transaction, and verifies the schema again if it
  /// changed since the last one.
  private func readToken() throws(StoreError) -> StoreToken {
    let row = try StoreError.mapping("read the store") { () throws(SQLiteError) in
      try connection.statement("SELECT store_id, incarnation, revision FROM store WHERE id = 1")
    }
    let found = try StoreError.mapping("read the store") { () throws(SQLiteError) in
      try row.step()
    }
    if row.takeRecompiled() { isSchemaVerified = false }
    if !isSchemaVerified {
      _ = try StoreIdentity.verify(connection, paths)
      isSchemaVerified = true
    }
    guard found, let token = StoreToken(row, seen: seen) else { throw .noIdentity }
    guard token.storeID == seen.storeID else { throw .replacedStore }
    seen = token
    return token
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

  private func announce(_ revision: Revision) {
    do throws(SystemError) {
      try notice.announce(revision)
      FaultPoint.afterNotice.reach()
    } catch {
      options.log?(.noticeFailed(errorNumber: error.number))
    }
  }

  private func checkpointIfDue() {
    guard checkpoint.isDue(frames: connection.logFrames, paths: paths) else { return }
    // The commit stands whatever becomes of the checkpoint; the next one tries again.
    guard let result = try? connection.checkpoint() else { return }
    checkpoint.note(frames: result.frames, copied: result.copied)
    options.log?(.checkpointed(frames: result.frames, copied: result.copied))
    FaultPoint.checkpointed.reach()
  }
}
