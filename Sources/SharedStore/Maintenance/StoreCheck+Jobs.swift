import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// What jobs, their stages and attempts say of each other.
extension StoreCheck {
  /// Jobs whose state, stages and attempts agree, and what a job has staged although it is not at
  /// work.
  static func jobs(
    _ database: Database, upTo newest: Revision?
  ) throws(StoreError) -> Finding {
    try Examination.run("jobs") { examination throws(StoreError) in
      for id in try ids(database) {
        examination.examined += 1
        do throws(StoreError) {
          guard let id = JobID(rawValue: id), let job = try StoreJob.find(id, database) else {
            throw StoreError.damagedRow
          }
          if let newest, job.revision > newest { throw StoreError.beyondStore }
          try check(job, database)
        } catch {
          try examination.note(.job, "\(id)", error)
        }
      }
      try strays(database, &examination)
      try imports(database, upTo: newest, &examination)
    }
  }

  /// Imports whose rows are as they were written, and whose documents are as many as they say.
  private static func imports(
    _ database: Database, upTo newest: Revision?, _ examination: inout Examination
  ) throws(StoreError) {
    try database.forEachRow(
      """
      SELECT job, (SELECT count(*) FROM documents AS d WHERE d.import = i.job),
        (SELECT count(revision) FROM documents AS d WHERE d.import = i.job),
        job, revision, documents, touched, checksum
      FROM imports AS i ORDER BY job
      """
    ) { row throws(StoreError) in
      let (job, documents, changed) = (row.integer(), row.integer(), row.integer())
      do throws(StoreError) {
        let made = try ImportRow(&row)
        if let newest, let revision = made.revision, revision > newest {
          throw StoreError.beyondStore
        }
        guard made.documents == documents, made.touched >= changed else {
          throw StoreError(.damaged, "The documents of the import are not those it says it has.")
        }
      } catch {
        try examination.note(.job, "\(job)", error)
      }
    }
  }

  private static func ids(_ database: Database) throws(StoreError) -> [Int64] {
    try database.rows("SELECT id FROM jobs ORDER BY id") { row throws(StoreError) in
      row.integer()
    }
  }

  private static func check(
    _ job: StoreJob, _ database: Database
  ) throws(StoreError) {
    let stages = job.progress.stages
    if !stages.isEmpty {
      let positions = try database.integer(
        "SELECT max(position) + 1 FROM job_stages WHERE job = ?1", job.id)
      guard WeightedProgress.complaint(about: stages) == nil, positions == stages.count else {
        throw StoreError(.damaged, "The stages of the job contradict one another.")
      }
      guard job.state != .succeeded || job.progress.isComplete else {
        throw StoreError(.damaged, "The job has succeeded although not all of it is done.")
      }
    }
    let attempts = try database.integer(
      "SELECT count(*) FROM job_attempts WHERE job = ?1", job.id)
    // The last one is told in the job's row too, and is over when the job is.
    let agreeing = try database.integer(
      """
      SELECT count(*) FROM job_attempts AS a JOIN jobs AS j ON j.id = a.job
      WHERE a.job = ?1 AND a.attempt BETWEEN 1 AND j.attempt
        AND (a.ended_at IS NULL) = (a.attempt = j.attempt AND j.finished_at IS NULL)
        AND (a.attempt < j.attempt OR a.process = j.process AND a.started_at = j.started_at)
      """, job.id)
    guard attempts == job.attempt, agreeing == attempts else {
      throw StoreError(.damaged, "The attempts of the job are not those it says it had.")
    }
  }

  /// Rows of jobs that are gone, or that only a job at work has.
  private static func strays(
    _ database: Database, _ examination: inout Examination
  ) throws(StoreError) {
    try database.forEachRow(
      """
      SELECT job, count(*) FROM (
        SELECT job FROM job_stages UNION ALL SELECT job FROM job_units
        UNION ALL SELECT job FROM job_attempts UNION ALL SELECT job FROM import_groups)
      WHERE job NOT IN (SELECT id FROM jobs) GROUP BY job
      """
    ) { row throws(StoreError) in
      let job = row.integer()
      examination.fault(.job, "\(job)", "\(row.integer()) rows belong to no job.")
    }
    try database.forEachRow(
      """
      SELECT job, count(*) FROM (
        SELECT import AS job FROM documents WHERE import IS NOT NULL
        UNION ALL SELECT job FROM import_counts
        UNION ALL SELECT job FROM staged_replacements UNION ALL SELECT job FROM staged_fields)
      WHERE job NOT IN (SELECT job FROM imports) GROUP BY job
      """
    ) { row throws(StoreError) in
      let job = row.integer()
      examination.fault(
        .job, "\(job)", "\(row.integer()) imported rows belong to no import.")
    }
    try database.forEachRow(
      """
      SELECT g.job, count(*) FROM import_groups AS g
        JOIN documents AS d ON d.id = g.id AND d.epoch = g.epoch
      WHERE g.number > d.last_group GROUP BY g.job
      """
    ) { row throws(StoreError) in
      let job = row.integer()
      examination.fault(
        .job, "\(job)", "\(row.integer()) groups of the import were never recorded.")
    }
    let greatest = try database.integer(
      """
      SELECT max(coalesce((SELECT max(id) FROM jobs), 0)
        - coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'jobs'), 0), 0)
      """)
    if greatest > 0 {
      examination.fault(.job, nil, "The number of the next job is one that was given already.")
    }
  }
}
