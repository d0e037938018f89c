public import SharedStoreModel

extension BlockingStoreWriter {
  /// Asks for a cancel.
  /// - Returns: The state the job reached; see ``WriteTransaction/cancelJob(_:)``.
  /// - Throws: `notFound`, or a reason the store cannot be written.
  @discardableResult
  public func cancelJob(_ id: JobID) throws(StoreError) -> JobState {
    try perform(unbounded: true) { tx throws(StoreError) in try tx.cancelJob(id) }.value
  }

  /// Ends a job whose worker is proven dead.
  /// - Returns: The state the job reached; see ``WriteTransaction/recoverJob(_:force:)``.
  /// - Throws: `notFound`, `busy`, or a reason the store cannot be written.
  @discardableResult
  public func recoverJob(_ id: JobID, force: Bool = false) throws(StoreError) -> JobState {
    try perform(unbounded: true) { tx throws(StoreError) in
      try tx.recoverJob(id, force: force)
    }.value
  }

  /// Creates a new job that does what a failed or cancelled one was to do.
  /// - Returns: The new job's id.
  /// - Throws: `notFound`, `conflict`, or a reason the store cannot be written.
  public func retryJob(_ id: JobID) throws(StoreError) -> JobID {
    try perform { tx throws(StoreError) in try tx.retryJob(id) }.value
  }

  /// Removes jobs that have ended.
  /// - Returns: How many; see ``WriteTransaction/pruneJobs(before:keep:dryRun:)``.
  /// - Throws: A reason the store cannot be written.
  @discardableResult
  public func pruneJobs(
    before: Timestamp? = nil, keep: Int = 0, dryRun: Bool = false
  ) throws(StoreError) -> Int {
    try perform(unbounded: true) { tx throws(StoreError) in
      try tx.pruneJobs(before: before, keep: keep, dryRun: dryRun)
    }.value
  }
}
