public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension StoreWriter {
  /// Removes jobs that have ended, in as many short transactions as it takes; their ids never come
  /// back.
  ///
  /// Without it, an ended job leaves the list when 10 000 younger ones were created.
  /// - Parameters:
  ///   - before: Only jobs that ended before this instant.
  ///   - keep: How many of the newest ended jobs stay in any case.
  ///   - dryRun: Whether to count only.
  /// - Returns: How many jobs were, or would be, removed. A job that an unfinished one tries again
  ///   stays.
  /// - Throws: A reason the store cannot be written; what was removed until then stays removed.
  @discardableResult
  public func pruneJobs(
    before: Timestamp? = nil, keep: Int = 0, dryRun: Bool = false
  ) throws(StoreError) -> Int {
    let last = try perform { tx throws(StoreError) in
      try tx.transaction.newestEndedJob(after: max(keep, 0))
    }.value
    guard let last else { return 0 }
    var pruning = JobPruning(last: last, before: before)
    guard !dryRun else {
      let pruning = pruning
      return try perform { tx throws(StoreError) in
        try tx.transaction.countJobs(of: pruning)
      }.value
    }
    var removed = 0
    while let next = pruning.next {
      let step = pruning
      let outcome = try perform { tx throws(StoreError) in
        try tx.transaction.pruneJobs(step, from: next)
      }.value
      removed += outcome.removed
      pruning.next = outcome.next
    }
    return removed
  }

  /// Removes jobs that have ended; as the synchronous call, without blocking the cooperative pool.
  @discardableResult
  public func pruneJobs(
    before: Timestamp? = nil, keep: Int = 0, dryRun: Bool = false
  ) async throws -> Int {
    try await JobDuties().run { () throws(StoreError) in
      try self.pruneJobs(before: before, keep: keep, dryRun: dryRun)
    }
  }
}

/// Which jobs leave, and how many at once.
struct JobPruning: Sendable {
  /// The greatest number that leaves.
  let last: Int64
  /// Only jobs that ended before this instant.
  let before: Timestamp?
  /// Where to go on; `nil` at the end.
  var next: Int64? = 1
  /// The most jobs and the most of their units in one transaction, so that others can write soon.
  var jobs = 2_000
  var units: Int64 = 20_000

  /// Jobs whose numbers are further from the newest one leave as new ones are created.
  static let keptNumbers: Int64 = 10_000
}

extension Transaction {
  /// The newest ended job but for some that stay.
  fileprivate func newestEndedJob(after kept: Int) throws(StoreError) -> Int64? {
    try database.row(
      "SELECT id FROM jobs WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET ?1", kept
    ) { row throws(StoreError) in row.integer() }
  }

  fileprivate func countJobs(of pruning: JobPruning) throws(StoreError) -> Int {
    Int(
      clamping: try database.integer(
        """
        SELECT count(*) FROM jobs WHERE id <= ?1 AND finished_at IS NOT NULL
          AND (?2 IS NULL OR finished_at < ?2)
          AND id NOT IN (SELECT retry_of FROM jobs
            WHERE retry_of IS NOT NULL AND finished_at IS NULL)
        """, pruning.last, pruning.before))
  }

  /// A new job was created: some of those leave that are far enough from it.
  func pruneJobs(farFrom newest: JobID) throws(StoreError) {
    let last = newest.rawValue - JobPruning.keptNumbers
    guard last > 0 else { return }
    _ = try pruneJobs(JobPruning(last: last, before: nil, jobs: 16, units: 2_000), from: 1)
  }

  /// Removes some jobs.
  /// - Returns: How many, and where to go on.
  func pruneJobs(
    _ pruning: JobPruning, from first: Int64
  ) throws(StoreError) -> (removed: Int, next: Int64?) {
    // A job that an unfinished one tries again stays, so that the reference leads somewhere.
    let ids = try database.rows(
      """
      SELECT id FROM jobs WHERE id BETWEEN ?1 AND ?2 AND finished_at IS NOT NULL
        AND (?3 IS NULL OR finished_at < ?3)
        AND id NOT IN (SELECT retry_of FROM jobs
          WHERE retry_of IS NOT NULL AND finished_at IS NULL)
      ORDER BY id LIMIT ?4
      """, first, pruning.last, pruning.before, pruning.jobs
    ) { row throws(StoreError) in row.integer() }
    var (removed, left) = (0, pruning.units)
    for id in ids {
      guard try deleteUnits(of: id, atMost: &left) else { return (removed, id) }
      try database.run("DELETE FROM job_stages WHERE job = ?1", id)
      try database.run("DELETE FROM job_attempts WHERE job = ?1", id)
      try database.run("DELETE FROM import_groups WHERE job = ?1", id)
      try database.run("DELETE FROM jobs WHERE id = ?1", id)
      noteRemoval(.job, String(id))
      removed += 1
    }
    return (removed, ids.count < pruning.jobs ? nil : ids.last.map { $0 + 1 })
  }

  /// Deletes units of a job, the last ones first.
  /// - Returns: Whether none is left.
  private func deleteUnits(of job: Int64, atMost left: inout Int64) throws(StoreError) -> Bool {
    let count = try database.integer(
      "SELECT coalesce(max(position) + 1, 0) FROM job_units WHERE job = ?1", job)
    guard count > 0 else { return true }
    guard left > 0 else { return false }
    try database.run(
      "DELETE FROM job_units WHERE job = ?1 AND position >= ?2", job, max(count - left, 0))
    noteHousekeeping()
    defer { left -= count }
    return count <= left
  }
}
