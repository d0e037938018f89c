public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// One worker's right to write to a job: it ends when another attempt begins, and with the job.
public struct JobClaim: Hashable, Sendable {
  /// The job.
  public let job: JobID
  /// Which attempt this is, from 1.
  public let attempt: Int
  let token: String
}

/// What a worker hears when it writes.
public enum JobSignal: Hashable, Sendable {
  /// Go on.
  case proceed
  /// A cancel was asked for: stop, and end the job.
  case cancel
  /// The claim has ended: stop, and write nothing more.
  case lost
}

extension WriteTransaction {
  /// The state of a job as this claim's worker may act on it.
  func signal(_ claim: JobClaim) throws(StoreError) -> JobSignal {
    try StoreError.mapping("read the job") { () throws(SQLiteError) in
      let row = try core.connection.statement(
        "SELECT state FROM jobs WHERE id = ?1 AND attempt = ?2 AND claim = ?3")
      try row.bind(claim.job.rawValue, at: 1)
      try row.bind(Int64(claim.attempt), at: 2)
      try row.bind(claim.token, at: 3)
      guard try row.step() else { return .lost }
      if row.text(0, equals: "running") { return .proceed }
      return row.text(0, equals: "cancelling") ? .cancel : .lost
    }
  }

  /// Notes how many units were found; a claim that has ended notes nothing.
  mutating func noteCounted(_ claim: JobClaim, _ count: Int) throws(StoreError) {
    try StoreError.mapping("count the units") { () throws(SQLiteError) in
      let update = try core.connection.statement(
        """
        UPDATE jobs SET counted = ?4, tick = tick + 1
        WHERE id = ?1 AND attempt = ?2 AND claim = ?3 AND state = 'running'
        """)
      try update.bind(claim.job.rawValue, at: 1)
      try update.bind(Int64(claim.attempt), at: 2)
      try update.bind(claim.token, at: 3)
      try update.bind(Int64(count), at: 4)
      try update.run()
    }
    noteHousekeeping()
  }

  /// Counts units of a stage as done, by one guarded UPDATE (contract J3).
  /// - Returns: Whether to go on; anything but `proceed` counted nothing.
  mutating func tick(
    _ claim: JobClaim, stage: Int, units: Int, skipped: Int = 0
  ) throws(StoreError) -> JobSignal {
    let counted = try StoreError.mapping("count the units") { () throws(SQLiteError) -> Bool in
      let update = try core.connection.statement(
        """
        UPDATE job_stages SET done = done + ?3
        WHERE job = ?1 AND position = ?2 AND done + ?3 <= total AND EXISTS (SELECT 1 FROM jobs
          WHERE id = ?1 AND attempt = ?4 AND claim = ?5 AND state = 'running')
        """)
      try update.bind(claim.job.rawValue, at: 1)
      try update.bind(Int64(stage), at: 2)
      try update.bind(Int64(units), at: 3)
      try update.bind(Int64(claim.attempt), at: 4)
      try update.bind(claim.token, at: 5)
      try update.run()
      guard core.connection.changedRows == 1 else { return false }
      let note = try core.connection.statement(
        "UPDATE jobs SET tick = tick + 1, skipped = skipped + ?2 WHERE id = ?1")
      try note.bind(claim.job.rawValue, at: 1)
      try note.bind(Int64(skipped), at: 2)
      try note.run()
      return true
    }
    if counted {
      noteHousekeeping()
      return .proceed
    }
    let signal = try signal(claim)
    guard signal != .proceed else {
      throw StoreError(.failed, "More units were counted than the job has; nothing was changed.")
    }
    return signal
  }
}
