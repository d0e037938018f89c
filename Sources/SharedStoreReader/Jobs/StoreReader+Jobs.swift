public import SharedStoreModel
import SharedStoreSQLite

extension StoreView {
  /// A job.
  /// - Throws: `notFound`, `damaged`.
  public func job(_ id: JobID) throws(StoreError) -> StoreJob {
    guard let job = try StoreJob.find(id, database) else { throw .noSuchJob.at(token.revision) }
    guard job.revision <= newest else { throw .beyondStore.at(token.revision) }
    return job
  }

  /// The newest jobs, newest first.
  /// - Throws: `damaged`.
  public func jobs(
    limit: Int = 100, state: JobState? = nil, kind: String? = nil
  ) throws(StoreError) -> [StoreJob] {
    let jobs = try StoreJob.newest(Int64(limit), state: state, kind: kind, database)
    guard jobs.allSatisfy({ $0.revision <= newest }) else {
      throw .beyondStore.at(token.revision)
    }
    return jobs
  }

  /// The units of a job that were passed over or failed, in their order.
  /// - Throws: `damaged`.
  public func unitNotes(of id: JobID, limit: Int = 20) throws(StoreError) -> [JobUnitNote] {
    // A negative one would be none to SQLite.
    try database.rows(
      """
      SELECT name, note FROM job_units WHERE job = ?1 AND note != 'unchanged'
      ORDER BY position LIMIT ?2
      """, id, max(limit, 0)
    ) { row throws(StoreError) in
      JobUnitNote(unit: try row.requiredText(), note: try row.requiredText())
    }
  }

  /// How many such units a job has.
  /// - Throws: `damaged`.
  public func unitNoteCount(of id: JobID) throws(StoreError) -> Int {
    Int(
      clamping: try database.integer(
        "SELECT count(*) FROM job_units WHERE job = ?1 AND note != 'unchanged'", id))
  }
}

extension StoreReader {
  /// A job, and where the store stood.
  /// - Throws: `notFound`, else as ``token()``.
  public func job(_ id: JobID) throws(StoreError) -> (job: StoreJob, token: StoreToken) {
    try read { view throws(StoreError) in (try view.job(id), view.token) }
  }

  /// What a job is at as the worker of a claim sees it; `nil` when the claim has ended.
  package func jobState(_ id: JobID, claim: String) throws(StoreError) -> JobState? {
    try read { view throws(StoreError) in
      try view.database.row("SELECT state FROM jobs WHERE id = ?1 AND claim = ?2", id, claim) {
        row throws(StoreError) in try row.word(JobState.self)
      }
    }
  }

  /// The units of a job that were passed over or failed, in their order.
  ///
  /// An input that was there already, unchanged, is not among them.
  /// - Parameters:
  ///   - id: The job.
  ///   - limit: The most units.
  /// - Returns: The units, none for a job there is not.
  /// - Throws: As ``token()``.
  public func unitNotes(
    of id: JobID, limit: Int = 20
  ) throws(StoreError) -> [JobUnitNote] {
    try read { view throws(StoreError) in try view.unitNotes(of: id, limit: limit) }
  }

  /// The newest jobs, newest first.
  /// - Parameters:
  ///   - limit: The most jobs.
  ///   - state: Only those in this state.
  ///   - kind: Only those of this kind.
  /// - Returns: The jobs, and where the store stood.
  /// - Throws: As ``token()``.
  public func jobs(
    limit: Int = 100, state: JobState? = nil, kind: String? = nil
  ) throws(StoreError) -> (jobs: [StoreJob], token: StoreToken) {
    try read { view throws(StoreError) in
      (try view.jobs(limit: limit, state: state, kind: kind), view.token)
    }
  }

  /// A job's readings, one for each change that is noticed, up to the one in which it has ended.
  ///
  /// A reading is taken no sooner than `interval` after the one before, so a fast job shows in
  /// steps; the last reading is never missed.
  /// - Parameters:
  ///   - id: The job.
  ///   - interval: The shortest time between two looks at it.
  /// - Returns: The readings; the store is read as they are asked for.
  public func readings(
    of id: JobID, every interval: Duration = .milliseconds(100)
  ) -> JobReadings {
    JobReadings(reader: self, id: id, interval: interval)
  }
}

/// The readings of one job, as they come.
public struct JobReadings: AsyncSequence, Sendable {
  let reader: StoreReader
  let id: JobID
  let interval: Duration

  /// Takes the readings one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let readings: JobReadings
    private let waiter: StoreWaiter
    private var last: StoreJob?

    init(readings: JobReadings) {
      self.readings = readings
      // Progress is announced to nobody: a commit of it is found by a look.
      waiter = StoreWaiter(readings.reader, period: readings.interval)
    }

    /// The next reading that differs from the last one; `nil` after the end of the job.
    /// - Throws: `notFound` when the job is gone, a reason a reading can have, or
    ///   `CancellationError`.
    public mutating func next() async throws -> StoreJob? {
      if last?.state.isTerminal == true { return nil }
      if last != nil { try await Task.sleep(for: readings.interval) }
      let id = readings.id
      while true {
        if await waiter.wait() == .cancelled { throw CancellationError() }
        let job = try await readings.reader.read { view throws(StoreError) in try view.job(id) }
        if job != last {
          last = job
          return job
        }
      }
    }
  }

  /// Begins with the job as it stands.
  public func makeAsyncIterator() -> Iterator { Iterator(readings: self) }
}

extension StoreError {
  package static let noSuchJob = StoreError(.notFound, "There is no such job.")
}
