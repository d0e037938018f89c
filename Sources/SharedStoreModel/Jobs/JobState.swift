/// What a job is at, apart from how far it is: one at 100 % has not succeeded until its state says
/// so, and nothing leaves a state in which a job has ended.
public enum JobState: String, Hashable, Sendable, CaseIterable {
  /// Nobody has begun it.
  case pending
  /// A worker has claimed it.
  case running
  /// A cancel was asked for; the worker has not stopped yet.
  case cancelling
  /// It has ended after a cancel, and nothing of its final commit is there.
  case cancelled
  /// It has ended with an error, or its worker was lost.
  case failed
  /// It has ended, and its final commit is there.
  case succeeded

  /// What can happen to a job.
  public enum Event: Hashable, Sendable, CaseIterable {
    /// A worker takes a pending job.
    case claimed
    /// A cancel is asked for.
    case cancelRequested
    /// The worker ended its work and commits it.
    case workSucceeded
    /// The worker ended its work with an error.
    case workFailed
    /// The worker saw the cancel and stopped.
    case workStopped
    /// The worker is proven dead, and another goes on with the job.
    case resumed
    /// The worker is proven dead, and nobody goes on.
    case workerLost
  }

  /// Whether nothing can happen any more.
  public var isTerminal: Bool { self == .cancelled || self == .failed || self == .succeeded }

  /// The state after an event; `nil` when it cannot happen in this state.
  ///
  /// An ending reached while cancelling is `cancelled`, whatever the work returned: the cancel was
  /// acknowledged, and an acknowledged cancel is never taken back.
  public func after(_ event: Event) -> JobState? {
    switch (self, event) {
    case (.pending, .claimed): .running
    case (.pending, .cancelRequested): .cancelled
    case (.running, .cancelRequested): .cancelling
    case (.running, .workSucceeded): .succeeded
    case (.running, .workFailed), (.running, .workerLost): .failed
    case (.running, .resumed): .running
    case (.cancelling, .workSucceeded), (.cancelling, .workFailed), (.cancelling, .workStopped),
      (.cancelling, .workerLost):
      .cancelled
    case (.cancelling, .cancelRequested): .cancelling
    default: nil
    }
  }
}
