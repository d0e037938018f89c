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
  /// task that called asks for a cancel of the job.
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
  public func runJob(
    _ id: JobID, stages: [(name: String, weight: Int, units: Int)], resuming: Bool = false,
    unit: @escaping @concurrent @Sendable (JobRunner.Unit) async throws -> Void,
    commit: @Sendable (inout WriteTransaction) throws(StoreError) -> Void = {
      _ throws(StoreError) in
    }
  ) async throws -> JobState {
    let stages = try JobRunner.frozen(stages)
    let session = try JobRunner(self).claim(id, resuming: resuming)
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
}
