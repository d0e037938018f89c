import Dispatch
import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem
import Synchronization

/// A worker's hold on one job: it counts units, hears of a cancel, and ends the job.
///
/// Used by one thread at a time, beside the watch of the job. Progress is written at most every 50
/// milliseconds, no later than that after a unit, and at once with the last unit of a stage; every
/// change of state is synced.
final class JobSession: Sendable {
  /// The claim this session works under.
  let claim: JobClaim
  /// Whether and when to stop.
  let cancellation = JobCancellation()
  let writer: StoreWriter
  /// The frozen unit that is being worked on: the one to be named if the work fails.
  let unitAtWork = UnitAtWork()
  private let pause: (@Sendable (JobPoint) -> Void)?
  private let isCancelWished = Atomic<Bool>(false)
  private let state: Mutex<State>

  /// Units of one stage that are done and not yet written.
  struct Batch: Sendable {
    var stage = 0
    var units = 0
    var skipped = 0
  }

  private struct State {
    var progress: WeightedProgress
    /// How many units of each stage are left.
    var left: [Int]
    /// The stage at work.
    var stage = 0
    var pending = Batch()
    var lastFlush = MonotonicTime.now

    init(_ progress: WeightedProgress) {
      self.progress = progress
      left = progress.stages.map { $0.total - $0.done }
    }

    /// The next unit of the stages before the final commit; `nil` when none is left.
    mutating func nextUnit() -> JobRunner.Unit? {
      while stage < left.count - 1 {
        if left[stage] > 0 {
          let index = progress.stages[stage].total - left[stage]
          return JobRunner.Unit(stage: stage, index: index)
        }
        stage += 1
      }
      return nil
    }
  }

  /// The work was told to stop, or its claim has ended.
  struct Stop: Error {
    let signal: JobSignal
  }

  init(
    _ writer: StoreWriter, _ claim: JobClaim, _ progress: WeightedProgress,
    pause: (@Sendable (JobPoint) -> Void)?
  ) {
    self.writer = writer
    self.claim = claim
    self.pause = pause
    state = Mutex(State(progress))
  }

  /// How far the job was when it was claimed, or frozen.
  var progress: WeightedProgress { state.withLock { $0.progress } }

  /// Freezes stages and units, unless an earlier attempt has.
  func freeze(_ stages: [WeightedProgress.Stage], _ units: [JobUnit]) throws {
    try state.withLock { state in
      guard state.progress.stages.isEmpty else { return }
      let claim = claim
      let answer = try writer.perform(.duty) { tx throws(StoreError) in
        try tx.transaction.freezeJob(claim, stages: stages, units: units)
      }.value
      guard answer == .proceed else { throw Stop(signal: answer) }
      state = State(WeightedProgress(stages))
    }
  }

  // MARK: Cancelling

  /// Notes in this process that the job is to be cancelled, which stops its work, and says so in
  /// its row as soon as other writers allow.
  func requestCancel() {
    isCancelWished.store(true, ordering: .relaxed)
    cancellation.request()
    DispatchQueue.global().async { [self] in
      // If this fails, the worker does it when it stops.
      _ = try? hear()
    }
  }

  /// What the job's row says; a wish to cancel the job is put into it.
  private func hear() throws(StoreError) -> JobSignal {
    let (claim, isWished) = (claim, isCancelWished.load(ordering: .relaxed))
    return try writer.perform(.duty) { tx throws(StoreError) in
      try tx.transaction.signal(claim, isCancelWished: isWished)
    }.value
  }

  /// Before each unit: goes on only if nobody has asked to stop.
  func check() throws {
    FaultPoint.beforeUnit.reach()
    pause?(.beforeUnit)
    try stopIfCancelled()
  }

  private func stopIfCancelled() throws {
    guard cancellation.isRequested else { return }
    let signal = try hear()
    guard signal == .proceed else { throw Stop(signal: signal) }
  }

  // MARK: Counting

  /// Says how many units were found so far, not too often: there is no percentage yet.
  func noteCounted(_ count: Int) throws {
    try state.withLock { state in
      guard MonotonicTime.now >= state.lastFlush.advanced(byMilliseconds: 100) else { return }
      let claim = claim
      _ = try writer.perform(.progress) { tx throws(StoreError) in
        try tx.transaction.noteCounted(claim, count)
      }
      state.lastFlush = .now
    }
  }

  /// The next unit of the stages before the final commit; `nil` when none is left.
  func nextUnit() throws -> JobRunner.Unit? {
    let unit = state.withLock { $0.nextUnit() }
    if unit != nil { try check() }
    return unit
  }

  /// Counts the unit that ``nextUnit()`` gave, unless a cancel came before it was done.
  func done(_ unit: JobRunner.Unit) throws {
    cancellation.forgetHandlers()
    if cancellation.isRequested { try stopIfCancelled() }
    try countUnit(stage: unit.stage)
  }

  /// Counts a unit whose work needs no transaction; it is written with those before it.
  func countUnit(stage: Int, isSkipped: Bool = false) throws {
    try state.withLock { state in
      state.pending.stage = stage
      state.pending.units += 1
      state.pending.skipped += isSkipped ? 1 : 0
      state.left[stage] -= 1
      if state.left[stage] == 0 || isDue(state) { try flush(&state) }
    }
  }

  /// Writes units that have waited long enough; without waiting for the worker's own writes.
  func flushLate() {
    _ = state.withLockIfAvailable { state in
      guard state.pending.units > 0, isDue(state) else { return }
      // What stops it here is heard by the worker at its next write.
      try? flush(&state)
    }
  }

  private func isDue(_ state: State) -> Bool {
    MonotonicTime.now >= state.lastFlush.advanced(byMilliseconds: 50)
  }

  private func flush(_ state: inout State) throws {
    let batch = state.pending
    try count(&state, batch) { _ throws(StoreError) in }
  }

  /// Counts units together with the work they did, in one transaction.
  func commitUnits(
    stage: Int, units: Int, skipped: Int,
    _ work: @Sendable (inout WriteTransaction) throws(StoreError) -> Void
  ) throws {
    try state.withLock { state in
      state.left[stage] -= units
      try count(&state, Batch(stage: stage, units: units, skipped: skipped), work)
    }
  }

  private func count(
    _ state: inout State, _ batch: Batch,
    _ work: @Sendable (inout WriteTransaction) throws(StoreError) -> Void
  ) throws {
    let claim = claim
    let kind: TransactionKind = state.left[batch.stage] > 0 ? .progress : .duty
    let signal = try writer.perform(kind) { tx throws(StoreError) in
      // First the count, which knows whether this worker may still write.
      let answer = try tx.transaction.tick(
        claim, stage: batch.stage, units: batch.units, skipped: batch.skipped)
      if answer == .proceed { try work(&tx) }
      return answer
    }.value
    // Only now: units of a write that failed are still to be written.
    state.pending = Batch()
    state.lastFlush = .now
    guard signal == .proceed else {
      // Also when it was not the worker who wrote: it hears of it before its next unit.
      cancellation.request()
      throw Stop(signal: signal)
    }
  }

  // MARK: The end

  /// Ends the job with its last unit, in one transaction with what makes its outcome visible.
  /// - Returns: The state it reached: `cancelled` when a cancel came before.
  func commit(
    result: String?, _ work: @Sendable (inout WriteTransaction) throws(StoreError) -> Void
  ) throws -> JobState {
    FaultPoint.beforeFinalCommit.reach()
    pause?(.beforeFinalCommit)
    return try state.withLock { state in
      let (claim, last) = (claim, state.progress.stages.count - 1)
      let isEmpty = state.progress.stages.last?.total == 0
      let isWished = isCancelWished.load(ordering: .relaxed)
      return try writer.perform(.duty) { tx throws(StoreError) in
        let transaction = tx.transaction
        var answer = try transaction.signal(claim, isCancelWished: isWished)
        if answer == .proceed, !isEmpty {
          answer = try transaction.tick(claim, stage: last, units: 1)
        }
        return try transaction.commitJob(claim, answer, result: result) { () throws(StoreError) in
          try work(&tx)
        }
      }.value
    }
  }

  /// The ending that this session has to write after its work has ended with an error.
  func ending(after error: any Error) -> JobEnding {
    state.withLock { state in
      defer { state.pending = Batch() }
      return JobEnding(
        claim: claim, batch: state.pending, unit: unitAtWork.position,
        failure: error is Stop ? nil : (error as? StoreError) ?? StoreError.workFailed(error),
        isInterruption: error is CancellationError,
        isCancelWished: isCancelWished.load(ordering: .relaxed))
    }
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
