public import SharedStoreModel
import SharedStoreReader

/// Runs jobs to their end: claims, freezes, works unit by unit, and commits, so that progress,
/// cancel and final state can be trusted.
///
/// It is for work that blocks, as tools do; work that waits is run by
/// ``StoreWriter/runJob(_:stages:resuming:unit:commit:)``.
///
/// ```swift
/// let runner = JobRunner(try StoreWriter(location))
/// let id = try runner.create(kind: "thumbnails")
/// let state = try runner.run(id, stages: [("draw", 95, images.count), ("publish", 5, 1)]) {
///   unit, cancellation in try draw(images[unit.index], stopping: cancellation)
/// } commit: { tx throws(StoreError) in
///   try tx.publish(CountSnapshot(count: Int64(images.count)), kind: "thumbnails")
/// }
/// ```
public struct JobRunner: Sendable {
  let writer: StoreWriter

  /// Creates a runner over a writer; its work runs on the thread that calls.
  public init(_ writer: StoreWriter) {
    self.writer = writer
  }

  var location: StoreLocation { writer.location }

  /// Which unit is to be done.
  public struct Unit: Hashable, Sendable {
    /// The stage's place, from 0.
    public let stage: Int
    /// The unit's place in its stage, from 0.
    public let index: Int
  }

  /// Creates a pending job, in a transaction of its own.
  /// - Parameters:
  ///   - kind: What kind of work it is: NFC text of 1 to 200 bytes without control characters.
  ///   - arguments: What to do, as JSON.
  /// - Returns: Its id, which never comes back.
  /// - Throws: `badInput` for a kind that is no name, or a reason the store cannot be written.
  public func create(kind: String, arguments: String = "{}") throws(StoreError) -> JobID {
    try writer.perform { tx throws(StoreError) in
      try tx.jobs.create(kind: kind, arguments: arguments)
    }.value
  }

  /// Runs a pending job.
  /// - Parameters:
  ///   - id: The job.
  ///   - stages: Name, weight and number of units of each stage; the last one is the final commit
  ///     and has one unit. The weights sum to 100.
  ///   - resuming: Go on with a job whose worker is proven dead; units that are done stay done.
  ///   - unit: Does one unit. It counts once this has returned.
  ///   - commit: Makes the outcome visible, in the transaction that ends the job.
  /// - Returns: The state the job reached.
  /// - Throws: `usage` for stages that cannot be, `conflict` when the job cannot be claimed,
  ///   `stale` when another attempt took over, or a reason the store cannot be written. What `unit`
  ///   throws ends the job as failed; the row keeps the text of a `StoreError`, and of others the
  ///   type.
  @discardableResult
  public func run(
    _ id: JobID, stages: [(name: String, weight: Int, units: Int)], resuming: Bool = false,
    unit: (Unit, JobCancellation) throws -> Void,
    commit: @Sendable (inout WriteTransaction) throws(StoreError) -> Void = {
      _ throws(StoreError) in
    }
  ) throws -> JobState {
    let stages = try JobRunner.frozen(stages)
    return try run(id, resuming: resuming) { session in
      try session.freeze(stages, [])
      for (stage, progress) in session.progress.stages.enumerated().dropLast() {
        for index in progress.done..<progress.total {
          try session.check()
          try unit(Unit(stage: stage, index: index), session.cancellation)
          session.cancellation.forgetHandlers()
          try session.countUnit(stage: stage)
        }
      }
      return try session.commit(result: nil, commit)
    }
  }

  static func frozen(
    _ stages: [(name: String, weight: Int, units: Int)]
  ) throws(StoreError) -> [WeightedProgress.Stage] {
    guard stages.last?.units == 1 else {
      throw StoreError(.usage, "The last stage is the final commit and has one unit.")
    }
    let frozen = stages.map {
      WeightedProgress.Stage(name: $0.name, weight: $0.weight, total: $0.units)
    }
    if let complaint = WeightedProgress.complaint(about: frozen) {
      throw StoreError(.usage, complaint)
    }
    return frozen
  }

  /// Claims a job and runs work that ends it; whatever the work throws ends the job too.
  func run(
    _ id: JobID, resuming: Bool, _ work: (JobSession) throws -> JobState
  ) throws -> JobState {
    let session = try claim(id, resuming: resuming)
    do {
      return try work(session)
    } catch {
      return try session.end(error)
    }
  }

  /// Claims a job.
  /// - Throws: `notFound`, `conflict` when the job cannot be claimed.
  func claim(_ id: JobID, resuming: Bool) throws(StoreError) -> JobSession {
    let (claim, progress) = try writer.perform(.duty) { tx throws(StoreError) in
      guard let claim = try tx.transaction.claimJob(id, resuming: resuming) else {
        throw StoreError.notClaimable(try tx.jobs.current(id), resuming: resuming)
      }
      return (claim, try tx.jobs.current(id).progress)
    }.value
    return JobSession(writer, claim, progress)
  }
}

extension StoreError {
  static func notClaimable(_ job: StoreJob, resuming: Bool) -> StoreError {
    let state = job.state.rawValue
    if resuming && job.state == .running {
      return StoreError(
        .conflict, "The job's worker is not proven dead; only then can the job be resumed.",
        hint: "Cancel the job instead.")
    }
    return StoreError(
      .conflict,
      "The job is \(state); only a \(resuming ? "running" : "pending") one can be "
        + "\(resuming ? "resumed" : "run").",
      hint: job.state == .failed || job.state == .cancelled ? "'job retry' makes a new one." : nil)
  }
}
