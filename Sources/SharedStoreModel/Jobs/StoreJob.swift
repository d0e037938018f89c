/// The number of a job; it never comes back, not even after the job was pruned.
public struct JobID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, 1 or more.
  public let rawValue: Int64

  /// Creates an id, or `nil` for a number below 1.
  public init?(rawValue: Int64) {
    guard rawValue > 0 else { return nil }
    self.rawValue = rawValue
  }

  /// Whether one job was created before another.
  public static func < (left: JobID, right: JobID) -> Bool { left.rawValue < right.rawValue }
}

extension JobID: CustomStringConvertible {
  /// The number.
  public var description: String { String(rawValue) }
}

/// What is to be said of one unit of a job: that it was passed over, or failed, and why.
public struct JobUnitNote: Hashable, Sendable {
  /// The unit, such as a file's path below the argument of an import.
  public let unit: String
  /// A word of the error's vocabulary, such as `bad-input`, or a few words.
  public let note: String

  package init(unit: String, note: String) {
    self.unit = unit
    self.note = note
  }
}

/// A job as it was read.
public struct StoreJob: Hashable, Sendable {
  /// Whether the worker of a running job is still there.
  public enum Worker: Hashable, Sendable {
    /// The job has no worker now.
    case none
    /// It is running.
    case alive(Int32)
    /// It is there, and does nothing until somebody lets it go on.
    case stopped(Int32)
    /// It has ended without ending the job: the job can be resumed or recovered.
    case gone(Int32)
    /// It cannot be seen from here; that is no proof of anything.
    case unknown(Int32)
  }

  /// Its id.
  public let id: JobID
  /// What kind of work it is, such as `import`.
  public let kind: String
  /// What it is at.
  public let state: JobState
  /// What to do, as canonical JSON of the kind.
  public let arguments: String
  /// How often it was claimed.
  public let attempt: Int
  /// How far it is.
  public package(set) var progress: WeightedProgress
  /// How many units were found so far, while they are being counted.
  public let counted: Int
  /// How many inputs were passed over.
  public let skipped: Int
  /// What came of it, such as `nothing to do`.
  public let result: String?
  /// Why it failed.
  public let error: String?
  /// The code of the failure.
  public let errorCode: String?
  /// Who works on it.
  public let worker: Worker
  /// The job that this one tries again.
  public let retryOf: JobID?
  /// Grows with every progress write.
  public let tick: Int64
  /// The store revision of the last change of state.
  public let revision: Revision
  /// When it was created.
  public let createdAt: Timestamp
  /// When its current attempt began.
  public let startedAt: Timestamp?
  /// When it ended.
  public let finishedAt: Timestamp?

  package init(
    id: JobID, kind: String, state: JobState, arguments: String, attempt: Int,
    progress: WeightedProgress, counted: Int, skipped: Int, result: String?, error: String?,
    errorCode: String?, worker: Worker, retryOf: JobID?, tick: Int64, revision: Revision,
    createdAt: Timestamp, startedAt: Timestamp?, finishedAt: Timestamp?
  ) {
    self.id = id
    self.kind = kind
    self.state = state
    self.arguments = arguments
    self.attempt = attempt
    self.progress = progress
    self.counted = counted
    self.skipped = skipped
    self.result = result
    self.error = error
    self.errorCode = errorCode
    self.worker = worker
    self.retryOf = retryOf
    self.tick = tick
    self.revision = revision
    self.createdAt = createdAt
    self.startedAt = startedAt
    self.finishedAt = finishedAt
  }

  /// Whether the tools can run a job of this kind; any other only the app that made it.
  package var isOfTools: Bool { StoreJob.isOfTools(kind) }

  package static func isOfTools(_ kind: String) -> Bool { kind == "import" || kind == "export" }

  /// Whether the job is at work without a worker.
  public var isOrphaned: Bool {
    if case .gone = worker { true } else { false }
  }

  /// The time that is left; `nil` before the stage at work has shown a rate of its own, and when
  /// the job is not at work.
  public func remaining(now: Timestamp) -> RemainingTime? {
    state == .running ? progress.remaining(now: now) : nil
  }

  /// How long its current attempt has taken so far, or took.
  public func elapsedMilliseconds(now: Timestamp) -> Int64? {
    startedAt.map { max((finishedAt ?? now).milliseconds - $0.milliseconds, 0) }
  }
}
