import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// What the counting of a job's units tells others: how many were found so far.
public struct JobCounting: Sendable {
  let session: JobSession

  /// Says how many units were found so far, and waits for other writers on the calling thread.
  /// - Throws: An error that ends the job, when it is to be cancelled: let it pass.
  public func found(_ count: Int) throws {
    try session.check()
    try session.noteCounted(count)
  }
}

extension JobSession {
  /// Ends a job of one's own; a job for which there was nothing to do says so.
  func commit(
    _ work: @Sendable (inout WriteTransaction) throws(StoreError) -> Void
  ) throws -> JobState {
    let stages = progress.stages.dropLast()
    let isEmpty = !stages.isEmpty && stages.allSatisfy { $0.total == 0 }
    return try commit(result: isEmpty ? "nothing to do" : nil, work)
  }

  /// Removes what jobs of this kind have left outside the store that did not succeed.
  func cleanUp(_ body: (JobID) -> Void) throws {
    let claim = claim
    let left = try writer.perform(.duty) { tx throws(StoreError) in
      try tx.transaction.jobsWithLeftovers(like: claim.job)
    }.value
    guard !left.isEmpty else { return }
    for id in left { body(id) }
    _ = try writer.perform(.duty) { tx throws(StoreError) in
      for id in left { try tx.transaction.noteCleanedUp(id) }
    }
  }
}

extension Transaction {
  /// The jobs of a job's kind that have ended without success and were not cleaned up after.
  func jobsWithLeftovers(like id: JobID) throws(StoreError) -> [JobID] {
    let kind = try job(id).kind
    return try database.rows(
      "SELECT id FROM jobs WHERE kind = ?1 AND has_leftovers = 1 ORDER BY id", kind
    ) { row throws(StoreError) in
      guard let id = JobID(rawValue: row.integer()) else { throw .damagedRow }
      return id
    }
  }

  func noteCleanedUp(_ id: JobID) throws(StoreError) {
    try database.run("UPDATE jobs SET has_leftovers = 0 WHERE id = ?1", id)
    noteHousekeeping()
  }
}
