public import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem

extension WriteTransaction {
  /// Jobs, in one transaction.
  public struct Jobs: ~Copyable {
    let transaction: Transaction

    /// A job as this transaction sees it.
    /// - Throws: `notFound`.
    public func current(_ id: JobID) throws(StoreError) -> StoreJob { try transaction.job(id) }

    /// Creates a pending job.
    /// - Parameters:
    ///   - kind: What kind of work it is; a name as a kind's.
    ///   - arguments: What to do, as JSON.
    /// - Returns: Its id, which never comes back.
    /// - Throws: `badInput` for a kind that is no name.
    public func create(kind: String, arguments: String = "{}") throws(StoreError) -> JobID {
      try transaction.createJob(kind: kind, arguments: arguments, retryOf: nil)
    }

    /// Asks for a cancel.
    /// - Returns: The state it reached: `cancelled` at once for a pending job and for one whose
    ///   worker is proven dead, `cancelling` for one at work, and the state it had when it has
    ///   ended. An export whose file had taken its place when its worker died has succeeded.
    /// - Throws: `notFound`.
    @discardableResult
    public func cancel(_ id: JobID) throws(StoreError) -> JobState {
      try transaction.verb { () throws(StoreError) in try transaction.cancelJob(id) }
    }

    /// Ends a job whose worker is proven dead as failed, its outputs discarded; with `force` also
    /// one whose worker cannot be seen, or lives.
    /// - Returns: The state it reached; a job without a worker stays as it is.
    /// - Throws: `notFound`, `busy` unless `force` when the worker is alive or cannot be seen.
    @discardableResult
    public func recover(_ id: JobID, force: Bool = false) throws(StoreError) -> JobState {
      try transaction.verb { () throws(StoreError) in
        try transaction.recoverJob(id, force: force)
      }
    }

    /// Creates a new job that does what a failed or cancelled one was to do.
    /// - Returns: The new job's id.
    /// - Throws: `notFound`, `conflict` when the job is in another state.
    public func retry(_ id: JobID) throws(StoreError) -> JobID {
      let job = try transaction.job(id)
      guard job.state == .failed || job.state == .cancelled else {
        throw StoreError(
          .conflict,
          "Only a failed or cancelled job can be tried again; this one is \(job.state.rawValue).")
      }
      return try transaction.createJob(kind: job.kind, arguments: job.arguments, retryOf: id)
    }
  }
}

extension Transaction {
  /// A job, as this transaction sees it.
  /// - Throws: `notFound`.
  func job(_ id: JobID) throws(StoreError) -> StoreJob {
    guard let job = try StoreJob.find(id, database) else { throw .noSuchJob.at(base.revision) }
    guard job.revision <= base.revision.successor ?? base.revision else {
      throw .beyondStore.at(base.revision)
    }
    return job
  }

  fileprivate func createJob(
    kind: String, arguments: String, retryOf: JobID?
  ) throws(StoreError) -> JobID {
    // The rule of names is the same for all of them.
    guard let name = Kind(kind) else {
      throw StoreError(
        .badInput, Name.rule("A job's kind", maximumBytes: Kind.maximumBytes))
    }
    // SQLite would call it a full disk.
    let last = try database.integer("SELECT seq FROM sqlite_sequence WHERE name = 'jobs'")
    guard last < .max else {
      throw StoreError(
        .damaged, "The numbers of jobs are at their end.", hint: .restore)
    }
    try database.run(
      """
      INSERT INTO jobs (kind, state, arguments, attempt, retry_of, counted, skipped, tick,
        revision, created_at, has_leftovers)
      VALUES (?1, 'pending', ?2, 0, ?3, 0, 0, 0, ?4, ?5, 0)
      """, name, arguments, retryOf, nextRevision(), Timestamp.now)
    guard let id = JobID(rawValue: database.lastInsertedRow) else { throw .noSuchJob }
    noteChange(.job, id.description)
    try pruneJobs(farFrom: id)
    return id
  }

  func cancelJob(_ id: JobID) throws(StoreError) -> JobState {
    let job = try job(id)
    guard let state = job.state.after(.cancelRequested) else { return job.state }
    if job.isOrphaned, let state = try settleExport(job) {
      try end(try self.job(id), as: state, result: nil, error: nil)
      return state
    }
    if state.isTerminal || job.isOrphaned {
      try end(job, as: .cancelled, result: nil, error: nil)
      return .cancelled
    }
    if state != job.state {
      try database.run(
        "UPDATE jobs SET state = 'cancelling', tick = tick + 1, revision = ?2 WHERE id = ?1",
        id, nextRevision())
      noteChange(.job, id.description)
    }
    return state
  }

  fileprivate func recoverJob(_ id: JobID, force: Bool) throws(StoreError) -> JobState {
    let job = try job(id)
    switch job.worker {
    case .none: return job.state
    case .gone: break
    case .alive(let process) where !force, .stopped(let process) where !force,
      .unknown(let process) where !force:
      throw StoreError(
        .busy, "The worker of the job, process \(process), may be alive.",
        hint: StoreError.Hint(
          "jobs.cancel(_:) cancels it instead; jobs.recover(_:force:) ends it all the same.",
          command:
            "'app job cancel \(id)' cancels it instead; 'app job recover \(id) --force' ends "
            + "it all the same."))
    case .alive, .stopped, .unknown: break
    }
    if let state = try settleExport(job) {
      try end(try self.job(id), as: state, result: nil, error: nil)
      return state
    }
    guard let state = job.state.after(.workerLost) else { return job.state }
    let error = StoreError(.failed, "The worker was lost.")
    try end(job, as: state, result: nil, error: state == .failed ? error : nil)
    return state
  }

  /// Ends a job by its worker, in the transaction of its last unit; the cancel is checked here too,
  /// so success and cancel cannot both happen.
  /// - Returns: The state it reached; `nil` when the claim had ended.
  func endJob(
    _ claim: JobClaim, _ event: JobState.Event, result: String?, error: StoreError?
  ) throws(StoreError) -> JobState? {
    guard try signal(claim) != .lost else { return nil }
    let job = try job(claim.job)
    guard let state = job.state.after(event) else { return nil }
    try end(job, as: state, result: result, error: error)
    return state
  }

  private func end(
    _ job: StoreJob, as state: JobState, result: String?, error: StoreError?
  ) throws(StoreError) {
    let revision = try nextRevision()
    if state != .succeeded { try discardStaged(by: job.id) }
    try database.run(
      """
      UPDATE jobs SET state = ?2, claim = NULL, result = ?3, error_code = ?4, error = ?5,
        tick = tick + 1, revision = ?6, finished_at = ?7, has_leftovers = ?8
      WHERE id = ?1
      """, job.id, state.rawValue, result, error?.code.word, error?.message, revision,
      Timestamp.now, Int64(state != .succeeded && job.attempt > 0 ? 1 : 0))
    try endAttempt(job, outcome: state.rawValue, error: error?.message)
    if state == .succeeded { try notePaces(of: job) }
    noteChange(.job, job.id.description)
  }
}
