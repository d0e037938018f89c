import SharedStore
import SharedStoreCommandLine

/// `job …`: what both tools can show, and what only a writer does.
enum JobCommand {
  private static let id = JobReaderCommands.id
  private static let force = Argument.flag(
    "force", help: "Also when the worker lives, or cannot be seen.")
  private static let runID = Argument.positional(
    "job", help: "The job's number.", required: false)
  private static let all = Argument.flag(
    "all", help: "Run every pending import and export, one after the other.")
  private static let olderThan = Argument.option(
    "older-than", value: "duration", help: "Only jobs that ended that long ago.")
  private static let keep = Argument.option(
    "keep", value: "number", help: "Keep the newest ended jobs.", default: "0")
  private static let dryRun = Argument.flag("dry-run", help: "Only say how many.")

  static var command: Command {
    Command(
      "job", abstract: "Run, cancel, watch and show jobs.",
      subcommands: [
        Command(
          "run", abstract: "Run a pending job, or all of them, oldest first.",
          arguments: [runID, all], action: Action(run)),
        Command(
          "cancel", abstract: "Ask a job to stop; one that has ended stays as it is.",
          arguments: [id], action: Action(cancel)),
        Command(
          "resume", abstract: "Go on with a job whose worker is dead.", arguments: [id],
          action: Action(resume)),
        Command(
          "retry", abstract: "Make a new job of a failed or cancelled one, and run it.",
          arguments: [id], action: Action(retry)),
        Command(
          "recover", abstract: "End a job whose worker is dead; another stays as it is.",
          arguments: [id, force],
          action: Action(recover)),
        Command(
          "undo", abstract: "Take back what an import did, unless it was built on since.",
          arguments: [id], action: Action(undo)),
        Command(
          "watch", abstract: "Show how far a job is, until it ends.", arguments: [id],
          action: Action(watch)),
        Command(
          "wait", abstract: "Wait for a job to end: without --timeout, as long as that takes.",
          arguments: [id],
          action: Action(wait)),
        Command(
          "prune", abstract: "Remove jobs that have ended.", arguments: [olderThan, keep, dryRun],
          action: Action(prune)),
      ] + JobReaderCommands.subcommands)
  }

  private static func run(_ run: Invocation) throws(StoreError) {
    let isForAll = run.arguments.isSet(all)
    guard isForAll != (run.arguments[runID] != nil) else {
      throw StoreError(run.arguments.usageError("Give a job's number, or --all"))
    }
    guard isForAll else {
      return try JobCall(run).work(run.arguments.jobID(runID), resuming: false)
    }
    try JobQueue(JobCall(run)).work()
  }

  private static func resume(_ run: Invocation) throws(StoreError) {
    try JobCall(run).work(run.arguments.jobID(), resuming: true)
  }

  private static func retry(_ run: Invocation) throws(StoreError) {
    let failed = try run.arguments.jobID()
    // Before there is a row that nobody here can run.
    try JobCall.checkKind(run.reader().job(failed).job.kind)
    let id = try run.writer().perform { tx throws(StoreError) in try tx.jobs.retry(failed) }.value
    try JobCall(run).work(id, resuming: false)
  }

  private static func cancel(_ run: Invocation) throws(StoreError) {
    let id = try run.arguments.jobID()
    let written = try run.writer().perform { tx throws(StoreError) in try tx.jobs.cancel(id) }
    try run.shown(written.storeRevision) { () throws(StoreError) in
      try JobReaderCommands.show(id, run)
    }
  }

  private static func undo(_ run: Invocation) throws(StoreError) {
    let id = try run.arguments.jobID()
    let writer = try run.writer()
    let written = try writer.perform { tx throws(StoreError) in try tx.jobs.undo(id) }
    writer.removeLeftovers()
    try run.shown(written.storeRevision) { () throws(StoreError) in
      try JobReaderCommands.show(id, run)
    }
  }

  private static func recover(_ run: Invocation) throws(StoreError) {
    let id = try run.arguments.jobID()
    let force = run.arguments.isSet(force)
    let written = try run.writer().perform { tx throws(StoreError) in
      try tx.jobs.recover(id, force: force)
    }
    try run.shown(written.storeRevision) { () throws(StoreError) in
      try JobReaderCommands.show(id, run)
    }
  }

  private static func watch(_ run: Invocation) throws(StoreError) {
    let (id, reader) = (try run.arguments.jobID(), try run.reader())
    let stop = try StopSignal()
    var line = ProgressLine()
    var last: StoreJob?
    while true {
      let job = try reader.job(id).job
      if run.output == .json, job != last { try run.output.show(JobReport(job), "") }
      // On every look: the time that is left and the terminal's width change by themselves.
      if run.output == .text { line.show(job) }
      last = job
      if job.state.isTerminal { break }
      if stop.wait(milliseconds: 100) {
        line.finish()
        throw JobText.givenUp(.interrupted, "Watching stopped", job)
      }
    }
    line.finish()
    guard let job = last else { return }
    if run.output == .text { try run.output.show(JobReport(job), JobReport(job).text) }
    if let failure = JobText.failure(job) { throw failure }
  }

  private static func wait(_ run: Invocation) throws(StoreError) {
    let (id, reader) = (try run.arguments.jobID(), try run.reader())
    let stop = try StopSignal()
    // The option of every command is this one's point; without it the wait has no end.
    let timeout =
      try run.arguments.isGiven(Common.timeout)
      ? run.arguments.milliseconds(Common.timeout) : nil
    var waited: Int64 = 0
    while true {
      let job = try reader.job(id).job
      if job.state.isTerminal { break }
      if let timeout, waited >= timeout {
        throw JobText.givenUp(.timedOut, "The job has not ended within \(timeout) ms", job)
      }
      if stop.wait(milliseconds: 50) {
        throw JobText.givenUp(.interrupted, "Waiting stopped", job)
      }
      waited += 50
    }
    try JobCall.show(id, run)
  }

  private static func prune(_ run: Invocation) throws(StoreError) {
    let age = try run.arguments.milliseconds(olderThan)
    let before = age.map { Timestamp(clampingMilliseconds: Timestamp.now.milliseconds - $0) }
    guard let kept = try run.arguments.integer(keep), kept >= 0, let count = Int(exactly: kept)
    else { throw StoreError(run.arguments.invalid(keep, "It is not negative.")) }
    let isDry = run.arguments.isSet(dryRun)
    let removed = try run.writer().pruneJobs(before: before, keep: count, dryRun: isDry)
    let report = PruneReport(removed: removed, dryRun: isDry)
    try run.output.show(report, "\(removed) jobs \(isDry ? "would be " : "")removed")
  }

  private struct PruneReport: Encodable {
    let removed: Int
    let dryRun: Bool
  }
}
