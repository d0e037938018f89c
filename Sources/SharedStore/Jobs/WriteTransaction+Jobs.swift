public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

extension WriteTransaction {
  /// Creates a pending job.
  /// - Parameters:
  ///   - kind: What kind of work it is.
  ///   - arguments: What to do, as canonical JSON.
  ///   - retryOf: The job it tries again.
  /// - Returns: Its id, which never comes back.
  /// - Throws: `failed` at the last revision there can be.
  public mutating func createJob(
    kind: String, arguments: String, retryOf: JobID? = nil
  ) throws(StoreError) -> JobID {
    let revision = try nextRevision()
    let number = try StoreError.mapping("create the job") { () throws(SQLiteError) in
      let insert = try core.connection.statement(
        """
        INSERT INTO jobs (kind, state, arguments, attempt, retry_of, skipped, tick, revision,
          created_at)
        VALUES (?1, 'pending', ?2, 0, ?3, 0, 0, ?4, ?5) RETURNING id
        """)
      try insert.bind(kind, at: 1)
      try insert.bind(arguments, at: 2)
      try insert.bind(retryOf?.rawValue, at: 3)
      try insert.bind(revision.rawValue, at: 4)
      try insert.bind(Timestamp.now.milliseconds, at: 5)
      guard try insert.step() else { return 0 as Int64 }
      return insert.integer(0)
    }
    guard let id = JobID(rawValue: number) else { throw .noSuchJob }
    noteChange(.job, id.description)
    return id
  }

  /// Takes a pending job, or goes on with a running one whose worker is proven dead (contract J5).
  /// - Returns: The claim; `nil` when the job is in another state, or its worker may live.
  /// - Throws: `notFound`.
  public mutating func claimJob(_ id: JobID, resuming: Bool = false) throws(StoreError) -> JobClaim?
  {
    let job = try job(id)
    let event: JobState.Event = resuming ? .resumed : .claimed
    guard let state = job.state.after(event), !resuming || job.isOrphaned else { return nil }
    let claim = JobClaim(job: id, attempt: job.attempt + 1, token: WriteTransaction.newID())
    if resuming { try endAttempt(job, outcome: "worker lost", error: nil) }
    try begin(claim, job, state)
    noteChange(.job, id.description)
    return claim
  }

  private func begin(_ claim: JobClaim, _ job: Job, _ state: JobState) throws(StoreError) {
    let (revision, now) = (try nextRevision(), Timestamp.now.milliseconds)
    let owner = ProcessIdentity.current
    try StoreError.mapping("claim the job") { () throws(SQLiteError) in
      let update = try core.connection.statement(
        """
        UPDATE jobs SET state = ?2, attempt = ?3, claim = ?4, process = ?5, started = ?6,
          boot = ?7, namespace = ?8, revision = ?9, started_at = ?10
        WHERE id = ?1
        """)
      try update.bind(claim.job.rawValue, at: 1)
      try update.bind(state.rawValue, at: 2)
      try update.bind(Int64(claim.attempt), at: 3)
      try update.bind(claim.token, at: 4)
      try update.bind(Int64(owner.process), at: 5)
      try update.bind(owner.started, at: 6)
      try update.bind(owner.boot, at: 7)
      try update.bind(owner.namespace, at: 8)
      try update.bind(revision.rawValue, at: 9)
      try update.bind(now, at: 10)
      try update.run()
      let insert = try core.connection.statement(
        """
        INSERT INTO job_attempts (job, attempt, process, units_before, started_at)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """)
      try insert.bind(claim.job.rawValue, at: 1)
      try insert.bind(Int64(claim.attempt), at: 2)
      try insert.bind(Int64(owner.process), at: 3)
      try insert.bind(Int64(job.progress.done), at: 4)
      try insert.bind(now, at: 5)
      try insert.run()
    }
  }

  /// Freezes what a job works through: stages, weights, totals, and the list of units (contract
  /// J2).
  ///
  /// Once, and before any unit.
  /// - Returns: Whether to go on.
  /// - Throws: `failed` when the stages cannot be, or were frozen already.
  public mutating func freezeJob(
    _ claim: JobClaim, stages: [WeightedProgress.Stage], units: [JobUnit] = []
  ) throws(StoreError) -> JobSignal {
    if let complaint = WeightedProgress.complaint(about: stages) {
      throw StoreError(.failed, complaint)
    }
    let signal = try signal(claim)
    guard signal == .proceed else { return signal }
    guard try job(claim.job).progress.stages.isEmpty else {
      throw StoreError(.failed, "The stages of the job are frozen already.")
    }
    try StoreError.mapping("freeze the job") { () throws(SQLiteError) in
      for (position, stage) in stages.enumerated() {
        let insert = try core.connection.statement(
          """
          INSERT INTO job_stages (job, position, name, weight, total, done)
          VALUES (?1, ?2, ?3, ?4, ?5, 0)
          """)
        try insert.bind(claim.job.rawValue, at: 1)
        try insert.bind(Int64(position), at: 2)
        try insert.bind(stage.name, at: 3)
        try insert.bind(Int64(stage.weight), at: 4)
        try insert.bind(Int64(stage.total), at: 5)
        try insert.run()
      }
      for unit in units { try insert(unit, claim.job) }
      let note = try core.connection.statement("UPDATE jobs SET tick = tick + 1 WHERE id = ?1")
      try note.bind(claim.job.rawValue, at: 1)
      try note.run()
    }
    noteChange(.job, claim.job.description)
    return .proceed
  }

  private func insert(_ unit: JobUnit, _ job: JobID) throws(SQLiteError) {
    let insert = try core.connection.statement(
      "INSERT INTO job_units (job, position, name, source) VALUES (?1, ?2, ?3, ?4)")
    try insert.bind(job.rawValue, at: 1)
    try insert.bind(Int64(unit.position), at: 2)
    try insert.bind(unit.name, at: 3)
    try insert.bind(unit.source, at: 4)
    try insert.run()
  }

  /// Asks for a cancel (contract J4).
  /// - Returns: The state it reached: `cancelled` at once for a pending job and for one whose
  ///   worker is proven dead, `cancelling` for one at work, and the state it had when it has ended.
  ///   An export whose file had taken its place when its worker died has succeeded.
  /// - Throws: `notFound`.
  public mutating func cancelJob(_ id: JobID) throws(StoreError) -> JobState {
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
      let revision = try nextRevision()
      try StoreError.mapping("cancel the job") { () throws(SQLiteError) in
        let update = try core.connection.statement(
          "UPDATE jobs SET state = 'cancelling', tick = tick + 1, revision = ?2 WHERE id = ?1")
        try update.bind(id.rawValue, at: 1)
        try update.bind(revision.rawValue, at: 2)
        try update.run()
      }
      noteChange(.job, id.description)
    }
    return state
  }

  /// Ends a job whose worker is proven dead as failed, its outputs discarded; with `force` also
  /// one whose worker cannot be seen.
  /// - Returns: The state it reached; a job with a living worker, or none, stays as it is.
  /// - Throws: `notFound`, `busy` when the worker is alive or cannot be seen.
  public mutating func recoverJob(_ id: JobID, force: Bool = false) throws(StoreError) -> JobState {
    let job = try job(id)
    switch job.worker {
    case .none: return job.state
    case .gone: break
    case .alive(let process) where !force, .unknown(let process) where !force:
      throw StoreError(
        .busy, "The worker of the job, process \(process), may be alive.",
        hint: "Cancel the job instead, or use --force.")
    case .alive, .unknown: break
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

  /// Creates a new job that does what a failed or cancelled one was to do (contract J5).
  /// - Returns: The new job's id.
  /// - Throws: `notFound`, `conflict` when the job is in another state.
  public mutating func retryJob(_ id: JobID) throws(StoreError) -> JobID {
    let job = try job(id)
    guard job.state == .failed || job.state == .cancelled else {
      throw StoreError(
        .conflict,
        "Only a failed or cancelled job can be tried again; this one is "
          + "\(job.state.rawValue).")
    }
    return try createJob(kind: job.kind, arguments: job.arguments, retryOf: id)
  }

  /// Ends a job by its worker, in the transaction of its last unit; the cancel is checked here too,
  /// so success and cancel cannot both happen.
  /// - Returns: The state it reached; `nil` when the claim had ended.
  mutating func endJob(
    _ claim: JobClaim, _ event: JobState.Event, result: String?, error: StoreError?
  ) throws(StoreError) -> JobState? {
    guard try signal(claim) != .lost else { return nil }
    let job = try job(claim.job)
    guard let state = job.state.after(event) else { return nil }
    try end(job, as: state, result: result, error: error)
    return state
  }

  private mutating func end(
    _ job: Job, as state: JobState, result: String?, error: StoreError?
  ) throws(StoreError) {
    let (revision, now) = (try nextRevision(), Timestamp.now.milliseconds)
    if state != .succeeded { try discardStaged(by: job.id) }
    try StoreError.mapping("end the job") { () throws(SQLiteError) in
      let update = try core.connection.statement(
        """
        UPDATE jobs SET state = ?2, claim = NULL, result = ?3, error_code = ?4, error = ?5,
          tick = tick + 1, revision = ?6, finished_at = ?7
        WHERE id = ?1
        """)
      try update.bind(job.id.rawValue, at: 1)
      try update.bind(state.rawValue, at: 2)
      try update.bind(result, at: 3)
      try update.bind(error?.code.word, at: 4)
      try update.bind(error?.message, at: 5)
      try update.bind(revision.rawValue, at: 6)
      try update.bind(now, at: 7)
      try update.run()
    }
    try endAttempt(job, outcome: state.rawValue, error: error?.message)
    noteChange(.job, job.id.description)
  }

  private func endAttempt(_ job: Job, outcome: String, error: String?) throws(StoreError) {
    try StoreError.mapping("end the attempt") { () throws(SQLiteError) in
      let update = try core.connection.statement(
        """
        UPDATE job_attempts SET ended_at = ?3, outcome = ?4, error = ?5
        WHERE job = ?1 AND attempt = ?2 AND ended_at IS NULL
        """)
      try update.bind(job.id.rawValue, at: 1)
      try update.bind(Int64(job.attempt), at: 2)
      try update.bind(Timestamp.now.milliseconds, at: 3)
      try update.bind(outcome, at: 4)
      try update.bind(error, at: 5)
      try update.run()
    }
  }

  /// A job, as this transaction sees it.
  /// - Throws: `notFound`.
  func job(_ id: JobID) throws(StoreError) -> Job {
    let found = try StoreError.mapping("read the job") { () throws(SQLiteError) in
      try Job.find(id, core.connection)
    }
    guard let found else { throw .noSuchJob.at(base.revision) }
    return found
  }
}

/// One countable piece of a job.
public struct JobUnit: Hashable, Sendable {
  /// Its place in the list, from 0.
  public let position: Int
  /// What it is called.
  public let name: String
  /// Where its input comes from.
  public let source: String

  /// Creates a unit.
  public init(position: Int, name: String, source: String) {
    self.position = position
    self.name = name
    self.source = source
  }
}
