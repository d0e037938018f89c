import Dispatch
public import SharedStoreModel

extension StoreWriter {
  /// Runs a pending job whose units wait for something: a download, another actor.
  ///
  /// ```swift
  /// let id = try await store.write { tx in try tx.jobs.create(kind: "thumbnails") }.value
  /// let state = try await store.runJob(
  ///   id, stages: [("fetch", 95, urls.count), ("publish", 5, 1)]
  /// ) { unit in
  ///   try await fetch(urls[unit.index])
  /// } commit: { tx throws(StoreError) in
  ///   try tx.publish(CountSnapshot(count: 7), kind: "thumbnails")
  /// }
  /// ```
  ///
  /// Each unit runs in a task of its own, away from the writer, which serves other calls
  /// meanwhile. Asking for a cancel of the job, from any process, cancels that task; cancelling the
  /// task that called asks for a cancel of the job, which says `cancelling` until the unit has
  /// returned.
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
  public func runJob(
    _ id: JobID, stages: JobRunner.Stages, resuming: Bool = false,
    unit: @escaping @concurrent @Sendable (JobRunner.Unit) async throws -> Void,
    commit: @escaping @Sendable (inout WriteTransaction) throws(StoreError) -> Void = {
      _ throws(StoreError) in
    },
    cleanUp: (@Sendable (JobID) -> Void)? = nil
  ) async throws -> JobState {
    _ = try JobRunner.frozen(stages)
    return try await runJob(
      id, resuming: resuming, counting: { _ in stages }, unit: unit, commit: commit,
      cleanUp: cleanUp)
  }

  /// Runs a pending job whose units wait for something, and have to be counted first: while they
  /// are, the job shows how many were found, and no percentage.
  /// - Parameters:
  ///   - id: The job.
  ///   - resuming: Go on with a job whose worker is proven dead; units that are done stay done.
  ///   - counting: Finds out how much there is to do; not called again when it has been frozen by
  ///     an earlier attempt.
  ///   - unit: Does one unit. It counts once this has returned.
  ///   - commit: Makes the outcome visible, in the transaction that ends the job.
  ///   - cleanUp: As in ``runJob(_:stages:resuming:unit:commit:cleanUp:)``.
  /// - Returns: `succeeded` or `cancelled`.
  /// - Throws: As ``runJob(_:stages:resuming:unit:commit:cleanUp:)``, and what `counting` throws.
  @discardableResult
  public func runJob(
    _ id: JobID, resuming: Bool = false,
    counting: @escaping @concurrent @Sendable (JobCounting) async throws -> JobRunner.Stages,
    unit: @escaping @concurrent @Sendable (JobRunner.Unit) async throws -> Void,
    commit: @escaping @Sendable (inout WriteTransaction) throws(StoreError) -> Void = {
      _ throws(StoreError) in
    },
    cleanUp: (@Sendable (JobID) -> Void)? = nil
  ) async throws -> JobState {
    let duties = JobDuties()
    let (runner, pause) = (JobRunner(self), JobPoint.pause)
    let session = try await duties.run {
      let session = try runner.claim(id, resuming: resuming, pause: pause)
      if let cleanUp { try session.cleanUp(cleanUp) }
      return session
    }
    let watch = JobWatch(session)
    let ended: Result<JobState, any Error> = await withTaskCancellationHandler {
      do {
        let work = JobWork(session: session, duties: duties)
        return .success(try await work.run(counting, unit, commit))
      } catch {
        return await duties.result { try session.end(error) }
      }
    } onCancel: {
      session.requestCancel()
    }
    withExtendedLifetime(watch) {}
    if let cleanUp { try? await duties.run { try session.cleanUp(cleanUp) } }
    return try ended.get()
  }
}

/// Where a job's own writes wait for other processes, so that no thread of the cooperative pool
/// does.
struct JobDuties: Sendable {
  private let queue = DispatchQueue(label: "SharedStore.job")

  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await result(body).get()
  }

  func result<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result { try body() }) }
    }
  }
}

/// The work of a job whose units wait.
private struct JobWork {
  let session: JobSession
  let duties: JobDuties

  func run(
    _ counting: @escaping @concurrent @Sendable (JobCounting) async throws -> JobRunner.Stages,
    _ unit: @escaping @concurrent @Sendable (JobRunner.Unit) async throws -> Void,
    _ commit: @escaping @Sendable (inout WriteTransaction) throws(StoreError) -> Void
  ) async throws -> JobState {
    let session = session
    if session.progress.stages.isEmpty {
      let counting = Task { try await counting(JobCounting(session: session)) }
      let stages = try JobRunner.frozen(try await interruptible(counting))
      try await duties.run { try session.freeze(stages, []) }
    }
    while let next = try await duties.run({ try session.nextUnit() }) {
      try await interruptible(Task { try await unit(next) })
      try await duties.run { try session.done(next) }
    }
    return try await duties.run { try session.commit(commit) }
  }

  /// What a task of the work returns, which a cancel of the job cancels.
  private func interruptible<Value: Sendable>(
    _ task: Task<Value, any Error>
  ) async throws -> Value {
    session.cancellation.onCancel { task.cancel() }
    defer { session.cancellation.forgetHandlers() }
    return try await task.value
  }
}
