import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// One worker's right to write to a job: it ends when another attempt begins, and with the job.
struct JobClaim: Hashable, Sendable {
  /// The job.
  let job: JobID
  /// Which attempt this is, from 1.
  let attempt: Int
  let token: String
}

/// What a worker hears when it writes.
enum JobSignal: Hashable, Sendable {
  /// Go on.
  case proceed
  /// A cancel was asked for: stop, and end the job.
  case cancel
  /// The claim has ended: stop, and write nothing more.
  case lost
}

/// One countable piece of a job.
struct JobUnit: Hashable, Sendable {
  /// Its place in the list, from 0.
  let position: Int
  /// What it is called.
  let name: String
  /// Where its input comes from.
  let source: String
  /// What is to be said of it already.
  var note: String?
}

extension Transaction {
  /// Takes a pending job, or goes on with a running one whose worker is proven dead.
  /// - Returns: The claim; `nil` when the job is in another state, or its worker may live.
  /// - Throws: `notFound`.
  func claimJob(_ id: JobID, resuming: Bool) throws(StoreError) -> JobClaim? {
    let job = try job(id)
    let event: JobState.Event = resuming ? .resumed : .claimed
    guard let state = job.state.after(event), !resuming || job.isOrphaned else { return nil }
    let claim = JobClaim(job: id, attempt: job.attempt + 1, token: Transaction.newID())
    if resuming { try endAttempt(job, outcome: "worker lost", error: nil) }
    let (owner, now) = (ProcessIdentity.current, Timestamp.now)
    try database.run(
      """
      UPDATE jobs SET state = ?2, attempt = ?3, claim = ?4, process = ?5, started = ?6,
        boot = ?7, namespace = ?8, revision = ?9, started_at = ?10
      WHERE id = ?1
      """, id, state.rawValue, claim.attempt, claim.token, Int64(owner.process), owner.started,
      owner.boot, owner.namespace, nextRevision(), now)
    try database.run(
      "INSERT INTO job_attempts (job, attempt, process, started_at) VALUES (?1, ?2, ?3, ?4)",
      id, claim.attempt, Int64(owner.process), now)
    try beginStage(of: id, at: .now)
    noteChange(.job, id.description)
    return claim
  }

  func endAttempt(_ job: StoreJob, outcome: String, error: String?) throws(StoreError) {
    try database.run(
      """
      UPDATE job_attempts SET ended_at = ?3, outcome = ?4, error = ?5
      WHERE job = ?1 AND attempt = ?2 AND ended_at IS NULL
      """, job.id, job.attempt, Timestamp.now, outcome, error)
  }

  /// Freezes what a job works through: stages, weights, totals, and the list of units.
  ///
  /// Once, and before any unit.
  /// - Returns: Whether to go on.
  /// - Throws: `failed` when the stages cannot be, or were frozen already.
  func freezeJob(
    _ claim: JobClaim, stages: [WeightedProgress.Stage], units: [JobUnit]
  ) throws(StoreError) -> JobSignal {
    if let complaint = WeightedProgress.complaint(about: stages) {
      throw StoreError(.failed, complaint)
    }
    let signal = try signal(claim)
    guard signal == .proceed else { return signal }
    guard try job(claim.job).progress.stages.isEmpty else {
      throw StoreError(.failed, "The stages of the job are frozen already.")
    }
    let paces = try paces(like: claim.job)
    for (position, stage) in stages.enumerated() {
      try database.run(
        """
        INSERT INTO job_stages (job, position, name, weight, total, done, begun_done, measured)
        VALUES (?1, ?2, ?3, ?4, ?5, 0, 0, ?6)
        """, claim.job, position, stage.name, stage.weight, stage.total,
        paces[stage.name]?.milliseconds(of: stage.total))
    }
    try beginStage(of: claim.job, at: .now)
    for unit in units {
      try database.run(
        "INSERT INTO job_units (job, position, name, source, note) VALUES (?1, ?2, ?3, ?4, ?5)",
        claim.job, unit.position, unit.name, unit.source, unit.note)
    }
    try database.run("UPDATE jobs SET tick = tick + 1 WHERE id = ?1", claim.job)
    noteChange(.job, claim.job.description)
    return .proceed
  }

  /// The state of a job as this claim's worker may act on it.
  func signal(_ claim: JobClaim) throws(StoreError) -> JobSignal {
    let state = try database.row(
      "SELECT state FROM jobs WHERE id = ?1 AND attempt = ?2 AND claim = ?3",
      claim.job, claim.attempt, claim.token
    ) { row throws(StoreError) in try row.word(JobState.self) }
    switch state {
    case .running: return .proceed
    case .cancelling: return .cancel
    default: return .lost
    }
  }

  /// As ``signal(_:)``, where the worker's own process wishes to cancel the job: the row says so
  /// from now on.
  func signal(_ claim: JobClaim, isCancelWished: Bool) throws(StoreError) -> JobSignal {
    let signal = try signal(claim)
    guard signal == .proceed, isCancelWished else { return signal }
    _ = try cancelJob(claim.job)
    return .cancel
  }

  /// Says of a job whose worker can neither go on nor end it that nobody works on it.
  func releaseJob(_ claim: JobClaim) throws(StoreError) {
    // No process has started then, so whoever looks finds the worker gone.
    try database.run(
      """
      UPDATE jobs SET started = -1, tick = tick + 1
      WHERE id = ?1 AND attempt = ?2 AND claim = ?3
      """, claim.job, claim.attempt, claim.token)
    noteHousekeeping()
  }

  /// Notes how many units were found; a claim that has ended notes nothing.
  func noteCounted(_ claim: JobClaim, _ count: Int) throws(StoreError) {
    try database.run(
      """
      UPDATE jobs SET counted = ?4, tick = tick + 1
      WHERE id = ?1 AND attempt = ?2 AND claim = ?3 AND state = 'running'
      """, claim.job, claim.attempt, claim.token, count)
    noteHousekeeping()
  }

  /// Counts units of a stage as done, by one guarded UPDATE.
  /// - Returns: Whether to go on; anything but `proceed` counted nothing.
  func tick(
    _ claim: JobClaim, stage: Int, units: Int, skipped: Int = 0
  ) throws(StoreError) -> JobSignal {
    let now = Timestamp.now
    let isDone = try database.row(
      """
      UPDATE job_stages SET done = done + ?3, counted_at = ?6
      WHERE job = ?1 AND position = ?2 AND done + ?3 <= total AND EXISTS (SELECT 1 FROM jobs
        WHERE id = ?1 AND attempt = ?4 AND claim = ?5 AND state = 'running')
      RETURNING done = total
      """, claim.job, stage, units, claim.attempt, claim.token, now
    ) { row throws(StoreError) in row.integer() == 1 }
    guard let isDone else {
      let signal = try signal(claim)
      guard signal != .proceed else {
        throw StoreError(.failed, "More units were counted than the job has; nothing was changed.")
      }
      return signal
    }
    try database.run(
      "UPDATE jobs SET tick = tick + 1, skipped = skipped + ?2 WHERE id = ?1", claim.job, skipped)
    if isDone { try beginStage(of: claim.job, at: now) }
    noteHousekeeping()
    return .proceed
  }

  /// The frozen units of a job, from a place in the list on.
  func units(of job: JobID, from first: Int, limit: Int) throws(StoreError) -> [JobUnit] {
    try database.rows(
      """
      SELECT position, name, source FROM job_units WHERE job = ?1 AND position >= ?2
      ORDER BY position LIMIT ?3
      """, job, first, limit
    ) { row throws(StoreError) in
      JobUnit(
        position: try row.count(), name: try row.requiredText(), source: try row.requiredText())
    }
  }

  /// Notes what became of a unit.
  func noteUnit(_ job: JobID, _ position: Int, _ note: String) throws(StoreError) {
    try database.run(
      "UPDATE job_units SET note = ?3 WHERE job = ?1 AND position = ?2", job, position, note)
  }

  /// Counts units that were passed over.
  func noteSkipped(_ job: JobID, _ count: Int) throws(StoreError) {
    try database.run("UPDATE jobs SET skipped = skipped + ?2 WHERE id = ?1", job, count)
  }

  /// Notes what came of a job before it has ended.
  func noteResult(_ job: JobID, _ result: String) throws(StoreError) {
    try database.run("UPDATE jobs SET result = ?2 WHERE id = ?1", job, result)
    noteHousekeeping()
  }

  /// Counts every unit of a job as done.
  func completeStages(of job: JobID) throws(StoreError) {
    try database.run("UPDATE job_stages SET done = total WHERE job = ?1", job)
  }
}
