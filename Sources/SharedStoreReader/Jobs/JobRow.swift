package import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem

extension StoreJob {
  /// Finds a job with its stages.
  package static func find(_ id: JobID, _ database: Database) throws(StoreError) -> StoreJob? {
    let job = try database.row(
      """
      SELECT id, kind, state, arguments, attempt, process, started, boot, namespace, retry_of,
        counted, skipped, result, error_code, error, tick, revision, created_at,
        started_at, finished_at
      FROM jobs WHERE id = ?1
      """, id
    ) { row throws(StoreError) in try StoreJob(&row) }
    return try job.map { job throws(StoreError) in try withStages([job], database)[0] }
  }

  /// The newest jobs, newest first.
  package static func newest(
    _ limit: Int64, state: JobState?, kind: String?, _ database: Database
  ) throws(StoreError) -> [StoreJob] {
    let jobs =
      if let state {
        try database.rows(
          """
          SELECT id, kind, state, arguments, attempt, process, started, boot, namespace, retry_of,
            counted, skipped, result, error_code, error, tick, revision, created_at,
            started_at, finished_at
          FROM jobs WHERE state = ?3 AND (?2 IS NULL OR kind = ?2) ORDER BY id DESC LIMIT ?1
          """, limit, kind, state.rawValue
        ) { row throws(StoreError) in try StoreJob(&row) }
      } else {
        try database.rows(
          """
          SELECT id, kind, state, arguments, attempt, process, started, boot, namespace, retry_of,
            counted, skipped, result, error_code, error, tick, revision, created_at,
            started_at, finished_at
          FROM jobs WHERE ?2 IS NULL OR kind = ?2 ORDER BY id DESC LIMIT ?1
          """, limit, kind
        ) { row throws(StoreError) in try StoreJob(&row) }
      }
    return try withStages(jobs, database)
  }

  /// Adds the stages of jobs that are in the order of their ids, greatest first: in the same order,
  /// so that nothing has to be sorted or looked up one by one.
  private static func withStages(
    _ jobs: [StoreJob], _ database: Database
  ) throws(StoreError) -> [StoreJob] {
    guard let first = jobs.first, let last = jobs.last else { return [] }
    var (jobs, index) = (jobs, 0)
    var (stages, positions): ([WeightedProgress.Stage], [Int]) = ([], [])
    func close() throws(StoreError) {
      // The rows of a job go backwards.
      jobs[index].progress = WeightedProgress(stages.reversed())
      try jobs[index].checkProgress()
      guard positions.reversed().elementsEqual(0..<positions.count) else { throw .damagedRow }
      (stages, positions) = ([], [])
    }
    try database.forEachRow(
      """
      SELECT job, position, name, weight, total, done, begun_at, begun_done, counted_at,
        measured
      FROM job_stages
      WHERE job BETWEEN ?1 AND ?2 ORDER BY job DESC, position DESC
      """, last.id, first.id
    ) { row throws(StoreError) in
      let job = row.integer()
      while index < jobs.count, jobs[index].id.rawValue > job {
        try close()
        index += 1
      }
      // A job in between that is not in the list.
      guard index < jobs.count, jobs[index].id.rawValue == job else { return }
      positions.append(try row.count())
      stages.append(try WeightedProgress.Stage(&row))
    }
    if index < jobs.count { try close() }
    for rest in jobs[min(index + 1, jobs.count)...] { try rest.checkProgress() }
    return jobs
  }

  /// A job without its stages.
  private init(_ row: inout Columns) throws(StoreError) {
    guard let id = JobID(rawValue: row.integer()) else { throw .damagedRow }
    let (kind, state) = (try row.requiredText(), try row.word(JobState.self))
    let (arguments, attempt) = (try row.requiredText(), try row.count())
    let worker = try Worker(&row, isAtWork: state == .running || state == .cancelling)
    let retryOf = try row.optionalInteger().map { number throws(StoreError) in
      guard let id = JobID(rawValue: number) else { throw StoreError.damagedRow }
      return id
    }
    let (counted, skipped) = (try row.count(), try row.count())
    let result = try row.optionalText()
    let (errorCode, error) = (try row.optionalText(), try row.optionalText())
    let (tick, revision) = (Int64(try row.count()), try row.revision())
    self.init(
      id: id, kind: kind, state: state, arguments: arguments, attempt: attempt,
      progress: WeightedProgress([]), counted: counted, skipped: skipped, result: result,
      error: error, errorCode: errorCode, worker: worker, retryOf: retryOf, tick: tick,
      revision: revision, createdAt: try row.timestamp(), startedAt: try row.optionalTimestamp(),
      finishedAt: try row.optionalTimestamp())
    guard state.isTerminal == (finishedAt != nil), (worker == .none) == !isAtWork,
      !isAtWork || attempt > 0, (attempt > 0) == (startedAt != nil), revision > .zero,
      retryOf.map({ $0 < id }) != false
    else { throw .damagedRow }
  }

  private var isAtWork: Bool { state == .running || state == .cancelling }

  /// - Throws: `damaged` when what is done contradicts the stages, or the state.
  private func checkProgress() throws(StoreError) {
    guard !progress.stages.isEmpty else { return }
    guard WeightedProgress.complaint(about: progress.stages) == nil,
      state != .succeeded || progress.isComplete
    else { throw .damagedRow }
  }
}

extension StoreJob.Worker {
  /// Reads the columns `process, started, boot, namespace`.
  fileprivate init(_ row: inout Columns, isAtWork: Bool) throws(StoreError) {
    guard isAtWork else {
      row.skip(4)
      self = .none
      return
    }
    let owner = try row.owner()
    self =
      switch owner.liveness {
      case .alive:
        LockHolder.isStopped(owner.process) ? .stopped(owner.process) : .alive(owner.process)
      case .dead: .gone(owner.process)
      case .unknown: .unknown(owner.process)
      }
  }
}

extension WeightedProgress.Stage {
  /// Reads the columns `name, weight, total, done, begun_at, begun_done, counted_at, measured`.
  fileprivate init(_ row: inout Columns) throws(StoreError) {
    let (name, weight) = (try row.requiredText(), try row.count())
    let (total, done) = (try row.count(), try row.count())
    let (begunAt, begunDone) = (try row.optionalTimestamp(), try row.count())
    let countedAt = try row.optionalTimestamp()
    let timing = begunAt.flatMap { begunAt in
      countedAt.map { StageTiming(begunAt: begunAt, begunDone: begunDone, countedAt: $0) }
    }
    self.init(
      name: name, weight: weight, total: total, done: done, timing: timing,
      measured: row.optionalInteger())
    guard done <= total, weight <= 100 else { throw .damagedRow }
  }
}
