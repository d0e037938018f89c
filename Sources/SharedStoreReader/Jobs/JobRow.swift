package import SharedStoreModel
package import SharedStoreSQLite

extension Job {
  /// Finds a job with its stages.
  package static func find(
    _ id: JobID, _ connection: borrowing Connection
  ) throws(SQLiteError) -> Job? {
    let row = try connection.statement(
      """
      SELECT j.id, j.kind, j.state, j.arguments, j.attempt, j.process, j.started, j.boot,
        j.namespace, j.retry_of, j.skipped, j.result, j.error_code, j.error, j.tick, j.revision,
        j.created_at, j.started_at, j.finished_at, a.units_before
      FROM jobs AS j LEFT JOIN job_attempts AS a ON a.job = j.id AND a.attempt = j.attempt
      WHERE j.id = ?1
      """)
    try row.bind(id.rawValue, at: 1)
    guard try row.step() else { return nil }
    return Job(row, stages: try stages(of: id, connection))
  }

  /// The newest jobs, newest first.
  package static func newest(
    _ limit: Int64, _ connection: borrowing Connection
  ) throws(SQLiteError) -> [Job] {
    let rows = try connection.statement(
      """
      SELECT j.id, j.kind, j.state, j.arguments, j.attempt, j.process, j.started, j.boot,
        j.namespace, j.retry_of, j.skipped, j.result, j.error_code, j.error, j.tick, j.revision,
        j.created_at, j.started_at, j.finished_at, a.units_before
      FROM jobs AS j LEFT JOIN job_attempts AS a ON a.job = j.id AND a.attempt = j.attempt
      ORDER BY j.id DESC LIMIT ?1
      """)
    try rows.bind(limit, at: 1)
    var jobs: [Job] = []
    while try rows.step() {
      guard let id = JobID(rawValue: rows.integer(0)) else { continue }
      if let job = Job(rows, stages: try stages(of: id, connection)) { jobs.append(job) }
    }
    return jobs
  }

  /// The stages of a job, in their order; none while its units are being counted.
  package static func stages(
    of id: JobID, _ connection: borrowing Connection
  ) throws(SQLiteError) -> [WeightedProgress.Stage] {
    let rows = try connection.statement(
      "SELECT name, weight, total, done FROM job_stages WHERE job = ?1 ORDER BY position")
    try rows.bind(id.rawValue, at: 1)
    var stages: [WeightedProgress.Stage] = []
    while try rows.step() {
      stages.append(
        WeightedProgress.Stage(
          name: rows.text(0) ?? "", weight: Int(rows.integer(1)), total: Int(rows.integer(2)),
          done: Int(rows.integer(3))))
    }
    return stages
  }

  private init?(_ row: borrowing Statement, stages: [WeightedProgress.Stage]) {
    guard let id = JobID(rawValue: row.integer(0)), let kind = row.text(1),
      let state = row.text(2).flatMap({ JobState(rawValue: $0) }), let arguments = row.text(3),
      let revision = Revision(rawValue: row.integer(15))
    else { return nil }
    self.init(
      id: id, kind: kind, state: state, arguments: arguments, attempt: Int(row.integer(4)),
      progress: WeightedProgress(stages), skipped: Int(row.integer(10)), result: row.text(11),
      error: row.text(13), errorCode: row.text(12),
      worker: Job.worker(row, isAtWork: state == .running || state == .cancelling),
      retryOf: JobID(rawValue: row.integer(9)), tick: row.integer(14), revision: revision,
      createdAt: Timestamp(clampingMilliseconds: row.integer(16)),
      startedAt: row.optionalInteger(17).map { Timestamp(clampingMilliseconds: $0) },
      finishedAt: row.optionalInteger(18).map { Timestamp(clampingMilliseconds: $0) },
      unitsBefore: Int(row.integer(19)))
  }

  private static func worker(_ row: borrowing Statement, isAtWork: Bool) -> Worker {
    guard isAtWork, let boot = row.text(7) else { return .none }
    let owner = ProcessIdentity(
      process: Int32(clamping: row.integer(5)), started: row.integer(6), boot: boot,
      namespace: row.integer(8))
    switch owner.liveness {
    case .alive: return .alive(owner.process)
    case .dead: return .gone(owner.process)
    case .unknown: return .unknown(owner.process)
    }
  }
}
