import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension Transaction {
  func pruneJobs(before: Timestamp?, keep: Int, dryRun: Bool) throws(StoreError) -> Int {
    // A job that an unfinished one tries again stays, so that the reference leads somewhere.
    let ids = try database.rows(
      """
      SELECT id FROM (SELECT id, finished_at FROM jobs
        WHERE finished_at IS NOT NULL AND id NOT IN (SELECT retry_of FROM jobs
          WHERE retry_of IS NOT NULL AND finished_at IS NULL)
        ORDER BY id DESC LIMIT -1 OFFSET ?2)
      WHERE ?1 IS NULL OR finished_at < ?1
      """, before, max(keep, 0)
    ) { row throws(StoreError) in row.integer() }
    if dryRun { return ids.count }
    for id in ids {
      try database.run("DELETE FROM job_units WHERE job = ?1", id)
      try database.run("DELETE FROM job_stages WHERE job = ?1", id)
      try database.run("DELETE FROM job_attempts WHERE job = ?1", id)
      try database.run("DELETE FROM jobs WHERE id = ?1", id)
      noteRemoval(.job, String(id))
    }
    return ids.count
  }
}
