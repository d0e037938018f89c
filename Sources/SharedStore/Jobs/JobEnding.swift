import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem
import Synchronization

/// How a worker ends its job after the work has stopped or failed: everything it needs to know, so
/// that it can be written later if it cannot be written now.
struct JobEnding: Sendable {
  let claim: JobClaim
  /// Units that were done and are not yet written.
  var batch = JobSession.Batch()
  /// The frozen unit that was being worked on.
  var unit: Int?
  /// Why the work failed; `nil` when it was told to stop.
  let failure: StoreError?
  /// Whether the work ended as work does that can be interrupted.
  var isInterruption = false
  /// Whether this process was told to cancel the job.
  var isCancelWished = false

  /// Ends the job.
  /// - Returns: The state it reached; `nil` when the claim had ended.
  func write(in transaction: Transaction) throws(StoreError) -> JobState? {
    // Units that were done before the failure are done; after a cancel they count no more.
    if batch.units > 0 {
      _ = try transaction.tick(
        claim, stage: batch.stage, units: batch.units, skipped: batch.skipped)
    }
    let signal = try transaction.signal(claim, isCancelWished: isCancelWished)
    // Work that was told to stop, and did, has not failed.
    let isStopped = signal == .cancel && isInterruption
    if let unit, let failure, signal == .proceed {
      try transaction.noteUnit(claim.job, unit, UnitNote.reason(failure))
    }
    return try transaction.endJob(
      claim, failure == nil || isStopped ? .workStopped : .workFailed, result: nil,
      error: isStopped ? nil : failure)
  }
}

/// Endings of this process's jobs that could not be written when they came: with a full disk, or
/// when the store could not be read.
///
/// The process lives on, so nobody else may end such a job for it. They are written before the
/// next transaction of any writer of the process.
enum OwedEndings {
  private struct Debt {
    let location: StoreLocation
    let ending: JobEnding
  }

  private static let debts = Mutex<[Debt]>([])
  private static let count = Atomic<Int>(0)

  static func add(_ ending: JobEnding, at location: StoreLocation) {
    debts.withLock { debts in
      debts.append(Debt(location: location, ending: ending))
      count.store(debts.count, ordering: .relaxed)
    }
  }

  /// Writes the endings that are owed to a store; one that fails again stays owed.
  /// - Parameters:
  ///   - location: The store.
  ///   - perform: Runs a transaction of that store.
  static func write(
    at location: StoreLocation,
    _ perform: (@escaping @Sendable (inout WriteTransaction) throws -> Void) throws -> Void
  ) {
    guard count.load(ordering: .relaxed) > 0 else { return }
    for debt in take(at: location) {
      do {
        try perform { tx in _ = try debt.ending.write(in: tx.transaction) }
      } catch  where (error as? StoreError)?.code != .notFound {
        add(debt.ending, at: location)
      } catch {
        // The job has been removed.
      }
    }
  }

  private static func take(at location: StoreLocation) -> [Debt] {
    debts.withLock { debts in
      let due = debts.filter { $0.location == location }
      debts.removeAll { $0.location == location }
      count.store(debts.count, ordering: .relaxed)
      return due
    }
  }
}
