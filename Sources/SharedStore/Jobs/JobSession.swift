import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem
import Synchronization

/// A worker's hold on one job: it counts units, hears of a cancel, and ends the job.
///
/// Used by one thread at a time. Progress is written at most every 50 milliseconds, and at once
/// with the last unit of a stage; every change of state is synced.
final class JobSession {
  /// The claim this session works under.
  let claim: JobClaim
  /// Whether and when to stop.
  let cancellation = JobCancellation()
  let writer: StoreWriter
  private var monitor: CancelMonitor?
  private var signal = JobSignal.proceed
  private var pending = (stage: 0, units: 0, skipped: 0)
  private var lastFlush = MonotonicTime.now
  private var left: [Int]
  /// The frozen unit that is being worked on: the one to be named if the work fails.
  let unitAtWork = UnitAtWork()
  /// How far the job is, as this session counts.
  private(set) var progress: WeightedProgress

  /// The work was told to stop, or its claim has ended.
  struct Stop: Error {
    let signal: JobSignal
  }

  init(
    _ writer: StoreWriter, _ claim: JobClaim, _ progress: WeightedProgress
  ) {
    self.writer = writer
    self.claim = claim
    self.progress = progress
    left = progress.stages.map { $0.total - $0.done }
    monitor = CancelMonitor(writer.location, claim.job, cancellation)
  }

  /// Freezes stages and units, unless an earlier attempt has.
  func freeze(_ stages: [WeightedProgress.Stage], _ units: [JobUnit]) throws {
    guard progress.stages.isEmpty else { return }
    let claim = claim
    let answer = try writer.perform(.duty) { tx throws(StoreError) in
      try tx.transaction.freezeJob(claim, stages: stages, units: units)
    }.value
    guard answer == .proceed else { throw Stop(signal: answer) }
    progress = WeightedProgress(stages)
    left = stages.map { $0.total - $0.done }
  }

  /// Asks for a cancel of the job, unless another attempt has taken it over.
  func requestCancel() throws(StoreError) {
    let claim = claim
    _ = try writer.perform(.duty) { tx throws(StoreError) in
      if try tx.transaction.signal(claim) == .proceed { try tx.jobs.cancel(claim.job) }
    }
  }

  /// Says how many units were found so far, not too often: there is no percentage yet.
  func noteCounted(_ count: Int) throws {
    guard MonotonicTime.now >= lastFlush.advanced(byMilliseconds: 100) else { return }
    let claim = claim
    _ = try writer.perform(.progress) { tx throws(StoreError) in
      try tx.transaction.noteCounted(claim, count)
    }
    lastFlush = .now
  }

  /// Before each unit: goes on only if nobody has asked to stop.
  func check() throws {
    FaultPoint.beforeUnit.reach()
    if cancellation.isRequested {
      let claim = claim
      signal = try writer.perform(.duty) { tx throws(StoreError) in
        try tx.transaction.signal(claim)
      }.value
    }
    guard signal == .proceed else { throw Stop(signal: signal) }
  }

  /// Counts a unit whose work needs no transaction; it is written with those before it.
  func countUnit(stage: Int, isSkipped: Bool = false) throws {
    pending.stage = stage
    pending.units += 1
    pending.skipped += isSkipped ? 1 : 0
    left[stage] -= 1
    let isDue = MonotonicTime.now >= lastFlush.advanced(byMilliseconds: 50)
    if isDue || left[stage] == 0 { try flush() }
  }

  private func flush() throws {
    let batch = pending
    pending.units = 0
    pending.skipped = 0
    try count(stage: batch.stage, units: batch.units, skipped: batch.skipped) {
      _ throws(StoreError) in
    }
  }

  /// Counts units together with the work they did, in one transaction.
  func commitUnits(
    stage: Int, units: Int, skipped: Int,
    _ work: @Sendable (inout WriteTransaction) throws(StoreError) -> Void
  ) throws {
    left[stage] -= units
    try count(stage: stage, units: units, skipped: skipped, work)
  }

  private func count(
    stage: Int, units: Int, skipped: Int,
    _ work: @Sendable (inout WriteTransaction) throws(StoreError) -> Void
  ) throws {
    let claim = claim
    signal = try writer.perform(left[stage] > 0 ? .progress : .duty) { tx throws(StoreError) in
      // First the count, which knows whether this worker may still write.
      let answer = try tx.transaction.tick(claim, stage: stage, units: units, skipped: skipped)
      if answer == .proceed { try work(&tx) }
      return answer
    }.value
    lastFlush = .now
    guard signal == .proceed else { throw Stop(signal: signal) }
  }

  /// Ends the job with its last unit, in one transaction with what makes its outcome visible.
  /// - Returns: The state it reached: `cancelled` when a cancel came before.
  func commit(
    result: String?, _ work: @Sendable (inout WriteTransaction) throws(StoreError) -> Void
  ) throws -> JobState {
    FaultPoint.beforeFinalCommit.reach()
    let (claim, last) = (claim, progress.stages.count - 1)
    let isEmpty = progress.stages.last?.total == 0
    return try writer.perform(.duty) { tx throws(StoreError) in
      let transaction = tx.transaction
      let answer =
        isEmpty
        ? try transaction.signal(claim) : try transaction.tick(claim, stage: last, units: 1)
      switch answer {
      case .lost: throw StoreError.claimLost
      case .cancel:
        return try transaction.endJob(claim, .workStopped, result: nil, error: nil) ?? .cancelled
      case .proceed:
        guard try transaction.job(claim.job).progress.isComplete else {
          throw StoreError.unitsAreLeft
        }
        try work(&tx)
        let state = try transaction.endJob(claim, .workSucceeded, result: result, error: nil)
        guard let state else { throw StoreError.claimLost }
        return state
      }
    }.value
  }

  /// What the job made is in its place, and yet the store could not say so.
  struct Unsettled: Error {
    let cause: any Error
  }

  /// Ends the job after the final commit has failed behind what it could not take back.
  ///
  /// A cancel that came in between is too late for the outcome, but it names the state.
  /// - Throws: ``Unsettled`` when that fails too; a recovery will then find the outcome.
  func settle() throws(Unsettled) -> JobState {
    do {
      return try commit(result: nil) { _ throws(StoreError) in }
    } catch {
      throw Unsettled(cause: error)
    }
  }

  /// Ends the job after its work has stopped or failed; what it staged is gone.
  /// - Throws: The cause, when the outcome is in its place already; `stale` when the claim has
  ///   ended.
  func end(_ error: any Error) throws -> JobState {
    let claim = claim
    if let unsettled = error as? Unsettled { throw unsettled.cause }
    if let stop = error as? Stop, stop.signal == .lost { throw StoreError.claimLost }
    let failure =
      error is Stop
      ? nil : (error as? StoreError) ?? StoreError.workFailed(error)
    let (batch, unit) = (pending, unitAtWork.position)
    let state: JobState?
    do throws(StoreError) {
      state = try end(claim, batch, unit, error, failure)
    } catch {
      // What has to be cleaned up needs the lock, and some space.
      throw StoreError(
        error.code, error.message,
        hint: "Job \(claim.job) could not be ended: 'app job resume \(claim.job)' goes on with it, "
          + "'app job recover \(claim.job)' ends it.")
    }
    guard let state else { throw StoreError.claimLost }
    return state
  }

  private func end(
    _ claim: JobClaim, _ batch: (stage: Int, units: Int, skipped: Int), _ unit: Int?,
    _ error: any Error, _ failure: StoreError?
  ) throws(StoreError) -> JobState? {
    let isCancellation = error is CancellationError
    return try writer.perform(.duty) { tx throws(StoreError) in
      let transaction = tx.transaction
      // Units that were done before the failure are done; after a cancel they count no more.
      if batch.units > 0 {
        _ = try transaction.tick(
          claim, stage: batch.stage, units: batch.units, skipped: batch.skipped)
      }
      // Work that was told to stop, and did, has not failed.
      let signal = try transaction.signal(claim)
      let isStopped = signal == .cancel && isCancellation
      if let unit, let failure, signal == .proceed {
        try transaction.noteUnit(claim.job, unit, failure.code.word)
      }
      return try transaction.endJob(
        claim, failure == nil || isStopped ? .workStopped : .workFailed, result: nil,
        error: isStopped ? nil : failure)
    }.value
  }
}

/// The frozen unit that is being worked on, known also inside a transaction.
final class UnitAtWork: Sendable {
  private let place = Mutex<Int?>(nil)

  var position: Int? { place.withLock { $0 } }

  func set(_ position: Int?) {
    place.withLock { $0 = position }
  }
}

extension StoreError {
  static let unitsAreLeft = StoreError(
    .failed, "The job cannot succeed: some of its units are not done.")

  /// Of an error that is not the store's only the type is noted: its text may hold content.
  static func workFailed(_ error: any Error) -> StoreError {
    StoreError(.failed, "The work failed with an error of type \(type(of: error)).")
  }

  static let claimLost = StoreError(
    .stale, "Another attempt has taken over the job; this one's work was discarded.")
}
