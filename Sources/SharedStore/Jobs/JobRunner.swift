public import SharedStoreModel
import SharedStoreReader
import Synchronization

/// Runs jobs to their end: claims, freezes, works unit by unit, and commits, so that progress,
/// cancel and final state can be trusted.
///
/// It is for work that blocks, as tools do; work that waits is run by
/// ``StoreWriter/runJob(_:stages:resuming:unit:commit:cleanUp:)``.
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
  private let stop: JobCancellation?

  /// Creates a runner over a writer; its work runs on the thread that calls.
  public init(_ writer: StoreWriter) {
    self.writer = writer
    stop = nil
  }

  /// Creates a runner whose jobs are cancelled when somebody outside of them says so.
  package init(_ writer: StoreWriter, stop: JobCancellation) {
    self.writer = writer
    self.stop = stop
  }

  var location: StoreLocation { writer.location }

  /// The stages of a job: name, weight and number of units of each.
  ///
  /// The last one is the final commit and has one unit. The weights sum to 100.
  public typealias Stages = [(name: String, weight: Int, units: Int)]

  /// Which unit is to be done.
  public struct Unit: Hashable, Sendable {
    /// The stage's place, from 0.
    public let stage: Int
    /// The unit's place in its stage, from 0.
    public let index: Int
  }

  /// Creates a pending job, in a transaction of its own.
  /// - Parameters:
  ///   - kind: What kind of work it is; a name as a kind's.
  ///   - arguments: What to do, as JSON.
  /// - Returns: Its id, which never comes back.
  /// - Throws: `badInput` for a kind that is no name, or a reason the store cannot be written.
  public func create(kind: String, arguments: String = "{}") throws(StoreError) -> JobID {
    try writer.perform { tx throws(StoreError) in
      try tx.jobs.create(kind: kind, arguments: arguments)
    }.value
  }

  /// Runs a pending job whose units are known.
  /// - Parameters:
  ///   - id: The job.
  ///   - stages: The stages.
  ///   - resuming: Go on with a job whose worker is proven dead; units that are done stay done.
  ///   - unit: Does one unit. It counts once this has returned.
  ///   - commit: Makes the outcome visible, in the transaction that ends the job.
  ///   - cleanUp: Removes what a job of this kind has left outside the store that did not succeed:
  ///     this one, or one whose worker was lost. It may be called more than once for a job.
  /// - Returns: `succeeded` or `cancelled`.
  /// - Throws: What `unit` or `commit` throws, after the job has ended as failed; its row keeps the
  ///   text of a `StoreError`, and of others the type. `usage` for stages that cannot be,
  ///   `conflict` when the job cannot be claimed, `stale` when another attempt took over, or a
  ///   reason the store cannot be written.
  @discardableResult
  public func run(
    _ id: JobID, stages: Stages, resuming: Bool = false,
    unit: (Unit, JobCancellation) throws -> Void,
    commit: @Sendable (inout WriteTransaction) throws(StoreError) -> Void = {
      _ throws(StoreError) in
    },
    cleanUp: ((JobID) -> Void)? = nil
  ) throws -> JobState {
    _ = try JobRunner.frozen(stages)
    return try run(
      id, resuming: resuming, counting: { _ in stages }, unit: unit, commit: commit,
      cleanUp: cleanUp)
  }

  /// Runs a pending job whose units have to be counted first: while they are, it shows how many
  /// were found, and no percentage.
  ///
  /// A job for which nothing was found makes its final commit, and says that there was nothing to
  /// do.
  /// - Parameters:
  ///   - id: The job.
  ///   - resuming: Go on with a job whose worker is proven dead; units that are done stay done.
  ///   - counting: Finds out how much there is to do; not called again when it has been frozen by
  ///     an earlier attempt.
  ///   - unit: Does one unit. It counts once this has returned.
  ///   - commit: Makes the outcome visible, in the transaction that ends the job.
  ///   - cleanUp: As in ``run(_:stages:resuming:unit:commit:cleanUp:)``.
  /// - Returns: `succeeded` or `cancelled`.
  /// - Throws: As ``run(_:stages:resuming:unit:commit:cleanUp:)``, and what `counting` throws.
  @discardableResult
  public func run(
    _ id: JobID, resuming: Bool = false, counting: (JobCounting) throws -> Stages,
    unit: (Unit, JobCancellation) throws -> Void,
    commit: @Sendable (inout WriteTransaction) throws(StoreError) -> Void = {
      _ throws(StoreError) in
    },
    cleanUp: ((JobID) -> Void)? = nil
  ) throws -> JobState {
    try run(id, resuming: resuming, cleanUp: cleanUp) { session in
      if session.progress.stages.isEmpty {
        try session.freeze(try JobRunner.frozen(try counting(JobCounting(session: session))), [])
      }
      while let next = try session.nextUnit() {
        try unit(next, session.cancellation)
        try session.done(next)
      }
      return try session.commit(commit)
    }
  }

  /// Claims a job and runs work that ends it; whatever the work throws ends the job too.
  func run(
    _ id: JobID, resuming: Bool, cleanUp: ((JobID) -> Void)? = nil,
    _ work: (JobSession) throws -> JobState
  ) throws -> JobState {
    let session = try claim(id, resuming: resuming, pause: JobPoint.pause)
    if let cleanUp { try session.cleanUp(cleanUp) }
    defer { if let cleanUp { try? session.cleanUp(cleanUp) } }
    let watch = JobWatch(session)
    return try withExtendedLifetime(watch) {
      do {
        return try work(session)
      } catch {
        return try session.end(error)
      }
    }
  }

  /// Claims a job.
  /// - Throws: `notFound`, `conflict` when the job cannot be claimed.
  func claim(
    _ id: JobID, resuming: Bool, pause: (@Sendable (JobPoint) -> Void)?
  ) throws(StoreError) -> JobSession {
    let made = Mutex<JobClaim?>(nil)
    do throws(StoreError) {
      let (claim, progress) = try writer.perform(.duty) { tx throws(StoreError) in
        guard let claim = try tx.transaction.claimJob(id, resuming: resuming) else {
          throw StoreError.notClaimable(try tx.jobs.current(id), resuming: resuming)
        }
        made.withLock { $0 = claim }
        return (claim, try tx.jobs.current(id).progress)
      }.value
      let session = JobSession(writer, claim, progress, pause: pause)
      stop?.onCancel { [weak session] in session?.requestCancel() }
      return session
    } catch {
      // Whether its commit took effect may be unknown; then this process would hold it for ever.
      if let claim = made.withLock({ $0 }) {
        OwedEndings.add(JobEnding(claim: claim, failure: error), at: location)
      }
      throw error
    }
  }

  static func frozen(_ stages: Stages) throws(StoreError) -> [WeightedProgress.Stage] {
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
}

extension StoreError {
  static func notClaimable(_ job: StoreJob, resuming: Bool) -> StoreError {
    let (id, state) = (job.id, job.state.rawValue)
    if resuming && job.state == .running {
      return StoreError(
        .conflict, "The job's worker is not proven dead; only then can the job be resumed.",
        hint: Hint(
          "jobs.cancel(_:) cancels it instead.",
          command: "'app job cancel \(id)' cancels it instead."))
    }
    let hint: Hint? =
      switch job.state {
      case .failed, .cancelled:
        Hint(
          "jobs.retry(_:) makes a new one.",
          command: job.isOfTools ? "'app job retry \(id)' makes a new one." : nil)
      case .pending:
        Hint("JobRunner runs it.", command: job.isOfTools ? "'app job run \(id)' runs it." : nil)
      case .running, .cancelling:
        Hint(
          "StoreReader.job(_:) shows how far it is.",
          command: "'app job watch \(id)' shows how far it is.")
      case .succeeded: nil
      }
    return StoreError(
      .conflict,
      "The job is \(state); only a \(resuming ? "running" : "pending") one can be "
        + "\(resuming ? "resumed" : "run").", hint: hint)
  }
}
