package import SharedStoreModel
import SharedStoreReader

/// A job as every command shows it that shows one.
package struct JobReport: Encodable {
  struct Stage: Encodable {
    let name: String
    let weight: Int
    let done: Int
    let total: Int
  }

  struct Note: Encodable {
    let unit: String
    let note: String
  }

  let id: Int64
  let kind: String
  let state: String
  let attempt: Int
  let percent: Int?
  let counted: Int?
  let done: Int
  let total: Int
  let skipped: Int
  let stages: [Stage]
  let notes: [Note]?
  let worker: String
  let pid: Int32?
  let result: String?
  let error: String?
  let errorCode: String?
  let retryOf: Int64?
  let tick: Int64
  let revision: Revision
  let storeRevision: Revision?
  let createdAt: String
  let startedAt: String?
  let finishedAt: String?
  let remainingMilliseconds: Int64?

  package init(
    _ job: StoreJob, at token: StoreToken? = nil, notes: [JobUnitNote] = [], now: Timestamp = .now
  ) {
    id = job.id.rawValue
    kind = job.kind
    state = job.state.rawValue
    attempt = job.attempt
    percent = job.progress.percent
    let isCounting = job.state == .running && job.progress.percent == nil
    counted = isCounting ? job.counted : nil
    done = job.progress.done
    total = job.progress.total
    skipped = job.skipped
    stages = job.progress.stages.map {
      Stage(name: $0.name, weight: $0.weight, done: $0.done, total: $0.total)
    }
    self.notes = notes.isEmpty ? nil : notes.map { Note(unit: $0.unit, note: $0.note) }
    switch job.worker {
    case .none: (worker, pid) = ("none", nil)
    case .alive(let process): (worker, pid) = ("alive", process)
    case .gone(let process): (worker, pid) = ("gone", process)
    case .unknown(let process): (worker, pid) = ("unknown", process)
    }
    // While an export runs its row holds a note for recovery, which is no result.
    result = job.state.isTerminal ? job.result.flatMap { $0.hasPrefix("file ") ? nil : $0 } : nil
    error = job.error
    errorCode = job.errorCode
    retryOf = job.retryOf?.rawValue
    tick = job.tick
    revision = job.revision
    storeRevision = token?.revision
    createdAt = DateText.format(job.createdAt)
    startedAt = job.startedAt.map(DateText.format)
    finishedAt = job.finishedAt.map(DateText.format)
    remainingMilliseconds = job.remainingMilliseconds(now: now)
  }

  /// One line for people.
  package var line: String {
    "\(id)  \(kind.displayable)  \(JobText.status(self))"
  }

  /// Its lines for people.
  package var text: String {
    var lines = ["job \(id): \(kind.displayable), \(JobText.status(self)), attempt \(attempt)"]
    for stage in stages {
      lines.append("  \(stage.name.displayable) \(stage.done)/\(stage.total) (\(stage.weight) %)")
    }
    if let pid { lines.append("worker \(worker), process \(pid)") }
    if worker == "gone" {
      lines.append(JobText.whenGone(id, isOfTools: StoreJob.isOfTools(kind)))
    }
    if skipped > 0 { lines.append("\(skipped) skipped") }
    for note in notes ?? [] { lines.append("  \(note.unit.displayable): \(note.note)") }
    if let retryOf { lines.append("tries job \(retryOf) again") }
    return lines.joined(separator: "\n")
  }
}

/// What is said of a job's state, in the bar and in lists.
package enum JobText {
  /// Such as `running, 45 %` or `failed at 45 %: …`.
  package static func status(_ job: JobReport) -> String {
    let at = job.percent.map { " at \($0) %" } ?? ""
    switch job.state {
    case "succeeded": return "succeeded" + (job.result.map { ": \($0)" } ?? "")
    case "failed": return "failed\(at)" + (job.error.map { ": \(reason($0))" } ?? "")
    case "cancelled": return "cancelled\(at)"
    case "pending": return "pending"
    default: return work(job)
    }
  }

  private static func work(_ job: JobReport) -> String {
    if job.worker == "gone" {
      return job.state + (job.percent.map { " at \($0) %" } ?? "") + ", worker gone"
    }
    guard let percent = job.percent else {
      return "\(job.state), counting" + (job.counted.map { $0 > 0 ? " \($0)" : "" } ?? "")
    }
    if job.state == "cancelling" { return "cancelling at \(percent) %" }
    if job.total - job.done <= 1 && job.total > 1 { return "\(percent) %, finishing" }
    return "\(percent) %" + (job.remainingMilliseconds.map { ", \(remaining($0)) left" } ?? "")
  }

  /// A sentence as a part of another one.
  private static func reason(_ error: String) -> String {
    (error.hasSuffix(".") ? String(error.dropLast()) : error).displayable
  }

  /// What can be done about a job whose worker is gone.
  static func whenGone(_ id: Int64, isOfTools: Bool) -> String {
    (isOfTools ? "'app job resume \(id)' goes on with it, " : "")
      + "'app job recover \(id)' ends it."
  }

  /// How a command ends that gives up on a job: the job may go on, or nobody works on it.
  package static func givenUp(
    _ code: StoreError.Code, _ what: String, _ job: StoreJob
  ) -> StoreError {
    guard job.isOrphaned else { return StoreError(code, "\(what); the job goes on.") }
    return StoreError(
      code, "\(what); the job's worker is gone.",
      hint: whenGone(job.id.rawValue, isOfTools: job.isOfTools))
  }

  private static func remaining(_ milliseconds: Int64) -> String {
    let seconds = (milliseconds + 999) / 1_000
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }

  /// How a command ends that waited for a job.
  package static func failure(_ job: StoreJob) -> StoreError? {
    switch job.state {
    case .failed:
      StoreError(
        .jobFailed, "The job failed: \(job.error ?? "no reason was noted")",
        hint: job.isOfTools ? "'app job retry \(job.id)' makes a new one." : nil)
    case .cancelled: StoreError(.jobCancelled, "The job was cancelled; nothing of it is visible.")
    default: nil
    }
  }
}

/// The jobs of a store.
struct JobsReport: Encodable {
  let storeRevision: Revision
  let jobs: [JobReport]

  init(_ jobs: [StoreJob], at token: StoreToken) {
    storeRevision = token.revision
    self.jobs = jobs.map { JobReport($0) }
  }

  var text: String { jobs.isEmpty ? "no jobs" : jobs.map(\.line).joined(separator: "\n") }
}
