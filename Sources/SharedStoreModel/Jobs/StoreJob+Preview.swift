extension StoreJob {
  /// A job that no store gave: for previews and for tests of views.
  /// - Parameters:
  ///   - id: Its id.
  ///   - kind: What kind of work it is.
  ///   - state: What it is at.
  ///   - progress: How far it is.
  ///   - error: Why it failed.
  ///   - createdAt: When it was created and started, and ended if it has.
  /// - Returns: A job as a reader would have got it.
  public static func preview(
    _ id: JobID, kind: String, state: JobState, progress: WeightedProgress,
    error: String? = nil, createdAt: Timestamp = .init(clampingMilliseconds: 0)
  ) -> StoreJob {
    let isAtWork = state == .running || state == .cancelling
    return StoreJob(
      id: id, kind: kind, state: state, arguments: "{}", attempt: state == .pending ? 0 : 1,
      progress: progress, counted: 0, skipped: 0, result: nil, error: error,
      errorCode: error == nil ? nil : StoreError.Code.failed.word,
      worker: isAtWork ? .alive(1) : .none, retryOf: nil, tick: 0, revision: .max,
      createdAt: createdAt, startedAt: state == .pending ? nil : createdAt,
      finishedAt: state.isTerminal ? createdAt : nil)
  }
}
