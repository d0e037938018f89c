import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// What units of a stage took when a job of the kind last succeeded.
struct JobPace: Sendable {
  let units: Int64
  let milliseconds: Int64

  /// What that many units take at this pace; `nil` beyond what can be said.
  func milliseconds(of total: Int) -> Int64? {
    let product = milliseconds.multipliedFullWidth(by: Int64(total))
    guard units > 0, product.high < units else { return nil }
    return units.dividingFullWidth(product).quotient
  }
}

extension Transaction {
  /// What is known of the stages of jobs of this one's kind, by their names.
  func paces(like id: JobID) throws(StoreError) -> [String: JobPace] {
    var paces: [String: JobPace] = [:]
    try database.forEachRow(
      """
      SELECT p.stage, p.units, p.milliseconds FROM jobs AS j JOIN job_paces AS p
        ON p.kind = j.kind
      WHERE j.id = ?1
      """, id
    ) { row throws(StoreError) in
      paces[try row.requiredText()] = JobPace(units: row.integer(), milliseconds: row.integer())
    }
    return paces
  }

  /// Notes that the current attempt has come to the first stage that is not done.
  func beginStage(of id: JobID, at now: Timestamp) throws(StoreError) {
    try database.run(
      """
      UPDATE job_stages SET begun_at = ?2, begun_done = done, counted_at = ?2
      WHERE job = ?1 AND position = (SELECT min(position) FROM job_stages
        WHERE job = ?1 AND done < total)
      """, id, now)
  }

  /// Notes what the stages of a job took that has succeeded, for the next of its kind.
  func notePaces(of job: StoreJob) throws(StoreError) {
    // The unit of the last stage was counted before the work of the final commit.
    try database.run(
      """
      UPDATE job_stages SET counted_at = ?2
      WHERE job = ?1 AND position = (SELECT max(position) FROM job_stages WHERE job = ?1)
      """, job.id, Timestamp.now)
    try database.run(
      """
      INSERT INTO job_paces (kind, stage, units, milliseconds)
      SELECT ?2, name, total - begun_done, counted_at - begun_at FROM job_stages
      WHERE job = ?1 AND total > begun_done AND counted_at >= begun_at
      ON CONFLICT (kind, stage) DO UPDATE
        SET units = excluded.units, milliseconds = excluded.milliseconds
      """, job.id, job.kind)
  }
}
