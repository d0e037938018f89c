public import SharedStoreModel

extension StoreWriter {
  /// Creates a pending job.
  /// - Returns: Its id, which never comes back.
  /// - Throws: A reason the store cannot be written.
  public func createJob(kind: String, arguments: String = "{}") throws(StoreError) -> JobID {
    try JobRunner(writer).create(kind: kind, arguments: arguments)
  }

  /// Runs a pending job whose units wait for something: a download, another actor.
  ///
  /// ```swift
  /// let id = try await store.createJob(kind: "thumbnails")
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
  /// task that called asks for a cancel of the job (contract J4).
  /// - Parameters:
  ///   - id: The job.
  ///   - stages: Name, weight and number of units of each stage; the last one is the final commit
  ///     and has one unit. The weights sum to 100.
  ///   - resuming: Go on with a job whose worker is proven dead; units that are done stay done.
  ///   - unit: Does one unit. It counts once this has returned.
  ///   - commit: Makes the outcome visible, in the transaction that ends the job.
  /// - Returns: The state the job reached.
  /// - Throws: `usage` for stages that cannot be, `conflict` when the job cannot be claimed, `stale`
  ///   when another attempt took over, or a reason the store cannot be written. What `unit` throws
  ///   ends the job as failed; the row keeps the text of a `StoreError`, and of others the type.
  @discardableResult
  public func runJob(
    _ id: JobID, stages: [(name: String, weight: Int, units: Int)], resuming: Bool = false,
    unit: @escaping @concurrent @Sendable (JobRunner.Unit) async throws -> Void,
    commit: @Sendable (inout WriteTransaction) throws(StoreError) -> Void = {
      _ throws(StoreError) in
    }
  ) async throws -> JobState {
    let stages = try JobRunner.frozen(stages)
    let session = try JobRunner(writer).claim(id, resuming: resuming)
    do {
      try session.freeze(stages, [])
      for (stage, progress) in session.progress.stages.enumerated().dropLast() {
        for index in progress.done..<progress.total {
          try Task.checkCancellation()
          try session.check()
          let task = Task { try await unit(JobRunner.Unit(stage: stage, index: index)) }
          session.cancellation.onCancel { task.cancel() }
          try await withTaskCancellationHandler {
            try await task.value
          } onCancel: {
            task.cancel()
          }
          session.cancellation.forgetHandlers()
          try session.countUnit(stage: stage)
        }
      }
      try Task.checkCancellation()
      return try session.commit(result: nil, commit)
    } catch {
      if Task.isCancelled { try session.requestCancel() }
      return try session.end(error)
    }
  }

  /// Asks for a cancel.
  /// - Returns: The state the job reached; see ``WriteTransaction/cancelJob(_:)``.
  /// - Throws: `notFound`, or a reason the store cannot be written.
  @discardableResult
  public func cancelJob(_ id: JobID) throws(StoreError) -> JobState {
    try writer.cancelJob(id)
  }

  /// Ends a job whose worker is proven dead.
  /// - Returns: The state it reached; see ``WriteTransaction/recoverJob(_:force:)``.
  /// - Throws: `notFound`, `busy`, or a reason the store cannot be written.
  @discardableResult
  public func recoverJob(_ id: JobID, force: Bool = false) throws(StoreError) -> JobState {
    try writer.recoverJob(id, force: force)
  }

  /// Creates a new job that does what a failed or cancelled one was to do.
  /// - Returns: The new job's id.
  /// - Throws: `notFound`, `conflict`, or a reason the store cannot be written.
  public func retryJob(_ id: JobID) throws(StoreError) -> JobID {
    try writer.retryJob(id)
  }

  /// Removes jobs that have ended.
  /// - Returns: How many; see ``WriteTransaction/pruneJobs(before:keep:dryRun:)``.
  /// - Throws: A reason the store cannot be written.
  @discardableResult
  public func pruneJobs(
    before: Timestamp? = nil, keep: Int = 0, dryRun: Bool = false
  ) throws(StoreError) -> Int {
    try writer.pruneJobs(before: before, keep: keep, dryRun: dryRun)
  }
}
