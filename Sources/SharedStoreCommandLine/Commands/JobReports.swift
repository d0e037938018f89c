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
  /// How many more there are.
  let moreNotes: Int?
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
  let elapsedMilliseconds: Int64?
  /// The stage at work.
  let stage: String?
  let unitsPerSecond: Double?
  let stageRemainingMilliseconds: Int64?
  let remainingMilliseconds: Int64?

  package init(
    _ job: StoreJob, at token: StoreToken? = nil, notes: [JobUnitNote] = [], moreNotes: Int = 0,
    now: Timestamp = .now
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
    self.moreNotes = moreNotes > 0 ? moreNotes : nil
    switch job.worker {
    case .none: (worker, pid) = ("none", nil)
    case .alive(let process): (worker, pid) = ("alive", process)
    case .stopped(let process): (worker, pid) = ("stopped", process)
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
    elapsedMilliseconds = job.elapsedMilliseconds(now: now)
    let current = job.state == .running ? job.progress.current : nil
    stage = current?.name
    // In thousandths: more of a measured time would be noise.
    unitsPerSecond = current?.unitsPerSecond(now: now).map { ($0 * 1_000).rounded() / 1_000 }
    let remaining = job.remaining(now: now)
    stageRemainingMilliseconds = remaining?.stage
    remainingMilliseconds = remaining?.job
  }

  /// One line for people.
  package var line: String {
    "\(id)  \(kind.displayable)  \(JobText.status(self))\(JobText.time(self))"
  }

  /// Its lines for people.
  package var text: String {
    let status = JobText.status(self) + JobText.time(self)
    var lines = ["job \(id): \(kind.displayable), \(status), attempt \(attempt)"]
    for stage in stages {
      lines.append("  \(stage.name.displayable) \(stage.done)/\(stage.total) (\(stage.weight) %)")
    }
    if let pid { lines.append("worker \(worker), process \(pid)") }
    if worker == "stopped", let pid { lines.append("'kill -CONT \(pid)' lets it go on.") }
    if worker == "gone" {
      lines.append(JobText.whenGone(id, isOfTools: StoreJob.isOfTools(kind)))
    }
    if skipped > 0 { lines.append("\(skipped) skipped") }
    for note in notes ?? [] { lines.append("  \(note.unit.displayable): \(note.note.displayable)") }
    if let moreNotes { lines.append("  and \(moreNotes) more: job show \(id) --notes all") }
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
    case "succeeded": return "succeeded" + (job.result.map { ": \($0.displayable)" } ?? "")
    case "failed": return "failed\(at)" + (job.error.map { ": \(reason($0))" } ?? "")
    case "cancelled": return "cancelled\(at)"
    case "pending": return "pending"
    default: return work(job)
    }
  }

  private static func work(_ job: JobReport) -> String {
    if job.worker == "gone" || job.worker == "stopped" {
      return job.state + (job.percent.map { " at \($0) %" } ?? "") + ", worker \(job.worker)"
    }
    guard let percent = job.percent else {
      return "\(job.state), counting" + (job.counted.map { $0 > 0 ? " \($0)" : "" } ?? "")
    }
    if job.state == "cancelling" { return "cancelling at \(percent) %" }
    // Whatever is done but the final commit.
    if job.stages.dropLast().allSatisfy({ $0.done == $0.total }), job.stages.count > 1 {
      return "\(percent) %, finishing"
    }
    return "\(percent) %" + timeLeft(job) + (job.unitsPerSecond.map { ", \(rate($0))" } ?? "")
  }

  private static func timeLeft(_ job: JobReport) -> String {
    if let whole = job.remainingMilliseconds { return ", \(duration(whole)) left" }
    guard let part = job.stageRemainingMilliseconds, let stage = job.stage else { return "" }
    return ", \(duration(part)) left of \(stage.displayable)"
  }

  private static func rate(_ unitsPerSecond: Double) -> String {
    if unitsPerSecond >= 10 { return "\(Int64(min(unitsPerSecond, 1e15)))/s" }
    if unitsPerSecond >= 0.1 { return "\((unitsPerSecond * 10).rounded() / 10)/s" }
    return "\((unitsPerSecond * 600).rounded() / 10)/min"
  }

  /// How long a job has been at work, or was.
  static func time(_ job: JobReport) -> String {
    guard let elapsed = job.elapsedMilliseconds else { return "" }
    return ", " + (job.finishedAt == nil ? "for " : "took ") + duration(elapsed)
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
      hint: .init(whenGone(job.id.rawValue, isOfTools: job.isOfTools)))
  }

  private static func duration(_ milliseconds: Int64) -> String {
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    let seconds = milliseconds / 1_000 + (milliseconds % 1_000 > 0 ? 1 : 0)
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
  }

  /// How a command ends that waited for a job.
  package static func failure(_ job: StoreJob) -> StoreError? {
    switch job.state {
    case .failed:
      StoreError(
        .jobFailed, "The job failed: \(job.error ?? "no reason was noted")",
        hint: job.isOfTools ? .init("'app job retry \(job.id)' makes a new one.") : nil)
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
