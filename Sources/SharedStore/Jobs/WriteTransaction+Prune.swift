public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension WriteTransaction {
  /// Removes jobs that have ended; their ids never come back.
  /// - Parameters:
  ///   - before: Only jobs that ended before this instant.
  ///   - keep: How many of the newest ended jobs stay in any case.
  ///   - dryRun: Whether to count only.
  /// - Returns: How many jobs were, or would be, removed.
  /// - Throws: A reason the store cannot be written.
  public mutating func pruneJobs(
    before: Timestamp? = nil, keep: Int = 0, dryRun: Bool = false
  ) throws(StoreError) -> Int {
    let ids = try StoreError.mapping("find the jobs") { () throws(SQLiteError) in
      // A job that an unfinished one tries again stays, so that the reference leads somewhere.
      let rows = try core.connection.statement(
        """
        SELECT id, finished_at FROM jobs AS j
        WHERE state IN ('cancelled', 'failed', 'succeeded') AND NOT EXISTS (SELECT 1 FROM jobs
          AS r WHERE r.retry_of = j.id AND r.state NOT IN ('cancelled', 'failed', 'succeeded'))
        ORDER BY id DESC LIMIT -1 OFFSET ?1
        """)
      try rows.bind(Int64(max(keep, 0)), at: 1)
      var ids: [Int64] = []
      while try rows.step() {
        if let before, rows.integer(1) >= before.milliseconds { continue }
        ids.append(rows.integer(0))
      }
      return ids
    }
    if dryRun { return ids.count }
    for id in ids { try remove(id) }
    return ids.count
  }

  private mutating func remove(_ id: Int64) throws(StoreError) {
    try StoreError.mapping("remove the job") { () throws(SQLiteError) in
      for sql in [
        "DELETE FROM job_units WHERE job = ?1", "DELETE FROM job_stages WHERE job = ?1",
        "DELETE FROM job_attempts WHERE job = ?1", "DELETE FROM jobs WHERE id = ?1",
      ] as [StaticString] {
        let delete = try core.connection.statement(sql)
        try delete.bind(id, at: 1)
        try delete.run()
      }
    }
    noteRemoval(ofJob: id)
  }
}
