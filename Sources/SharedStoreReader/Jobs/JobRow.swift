package import SharedStoreModel
package import SharedStoreSQLite
import SharedStoreSystem

extension Job {
  /// Finds a job with its stages.
  package static func find(
    _ id: JobID, _ connection: borrowing Connection
  ) throws(SQLiteError) -> Job? {
    try jobs(id.rawValue...id.rawValue, limit: 1, connection).first
  }

  /// The newest jobs, newest first.
  package static func newest(
    _ limit: Int64, state: JobState?, kind: String?, _ connection: borrowing Connection
  ) throws(SQLiteError) -> [Job] {
    try jobs(1...Int64.max, limit: limit, state: state, kind: kind, connection)
  }

  /// Jobs in a range of ids, newest first, each with its stages in their order: one row for each
  /// stage, and one for a job whose units are still being counted.
  private static func jobs(
    _ ids: ClosedRange<Int64>, limit: Int64, state: JobState? = nil, kind: String? = nil,
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> [Job] {
    let rows = try connection.statement(
      """
      SELECT j.id, j.kind, j.state, j.arguments, j.attempt, j.process, j.started, j.boot,
        j.namespace, j.retry_of, j.skipped, j.result, j.error_code, j.error, j.tick, j.revision,
        j.created_at, j.started_at, j.finished_at, a.units_before, s.name, s.weight, s.total,
        s.done, j.counted
      FROM (SELECT * FROM jobs
          WHERE id BETWEEN ?1 AND ?2 AND state = ifnull(?4, state) AND kind = ifnull(?5, kind)
          ORDER BY id DESC LIMIT ?3) AS j
        LEFT JOIN job_attempts AS a ON a.job = j.id AND a.attempt = j.attempt
        LEFT JOIN job_stages AS s ON s.job = j.id
      ORDER BY j.id DESC, s.position
      """)
    try rows.bind(ids.lowerBound, at: 1)
    try rows.bind(ids.upperBound, at: 2)
    try rows.bind(limit, at: 3)
    try rows.bind(state?.rawValue, at: 4)
    try rows.bind(kind, at: 5)
    var jobs: [Job] = []
    var hasRow = try rows.step()
    while hasRow {
      let id = rows.integer(0)
      let job = Job(rows)
      var stages: [WeightedProgress.Stage] = []
      repeat {
        if let stage = WeightedProgress.Stage(rows) { stages.append(stage) }
        hasRow = try rows.step()
      } while hasRow && rows.integer(0) == id
      guard var job else { continue }
      job.progress = WeightedProgress(stages)
      jobs.append(job)
    }
    return jobs
  }

  /// A job without its stages.
  private init?(_ row: borrowing Statement) {
    guard let id = JobID(rawValue: row.integer(0)), let kind = row.text(1),
      let state = row.text(2).flatMap({ JobState(rawValue: $0) }), let arguments = row.text(3),
      let revision = Revision(rawValue: row.integer(15))
    else { return nil }
    self.init(
      id: id, kind: kind, state: state, arguments: arguments, attempt: Int(row.integer(4)),
      progress: WeightedProgress([]), counted: Int(row.integer(24)),
      skipped: Int(row.integer(10)), result: row.text(11),
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

extension WeightedProgress.Stage {
  fileprivate init?(_ row: borrowing Statement) {
    guard let name = row.text(20) else { return nil }
    self.init(
      name: name, weight: Int(row.integer(21)), total: Int(row.integer(22)),
      done: Int(row.integer(23)))
  }
}
