import Dispatch
import SharedStore
import SharedStoreCommandLine
import Synchronization

/// Runs jobs in the foreground: with a bar, and with Ctrl-C asking for a cancel.
struct JobCall {
  let run: Invocation
  let runner: JobRunner
  private let stop = JobCancellation()
  private let interruption: Interruption
  private let writer: StoreWriter

  init(_ run: Invocation) throws(StoreError) {
    self.run = run
    interruption = try Interruption(stop)
    writer = try run.writer()
    runner = JobRunner(writer, stop: stop)
    guard !stop.isRequested else {
      throw StoreError(.interrupted, "Interrupted; nothing was changed.")
    }
  }

  /// Whether somebody asked to stop.
  var isStopped: Bool { stop.isRequested }

  /// Runs a job that was just created, or only says its number.
  func start(_ id: JobID, enqueued: Bool) throws(StoreError) {
    if enqueued {
      defer { close() }
      let (job, token) = try run.reader().job(id)
      let report = JobReport(job, at: token)
      return try run.output.show(report, report.line)
    }
    try work(id, resuming: false)
  }

  /// Runs a job to its end, shows how it ended, and closes the writer.
  func work(_ id: JobID, resuming: Bool, showsResult: Bool = true) throws(StoreError) {
    defer { close() }
    try workOn(id, resuming: resuming, showsResult: showsResult)
  }

  /// An orderly end leaves an empty log: here, and not whenever the timers have let go of the writer.
  func close() { writer.close() }

  /// Runs a job to its end and shows how it ended; others may follow.
  /// - Parameters:
  ///   - id: The job.
  ///   - resuming: Whether to go on with a job whose worker is dead.
  ///   - showsResult: Whether the job is shown; without it only an error is.
  /// - Throws: `jobFailed` or `jobCancelled` as the job ended, or why it was not run.
  func workOn(_ id: JobID, resuming: Bool, showsResult: Bool = true) throws(StoreError) {
    let reader = try run.reader()
    let before = try reader.job(id).job
    try JobCall.checkKind(before.kind)
    let display = ProgressDisplay(reader, id, run.output)
    do {
      if before.kind == ImportJob.kind {
        _ = try runner.runImport(id, resuming: resuming)
      } else {
        _ = try runner.runExport(id, resuming: resuming)
      }
    } catch {
      // A job that failed by its work says so itself. Another may be another process's; how that
      // one goes on is not this command's to show.
      guard let job = try? reader.job(id).job, job.state == .failed, job.attempt > before.attempt
      else {
        display.stop()
        throw error as? StoreError ?? StoreError(.failed, "The job ended for an unknown reason.")
      }
    }
    display.finish()
    guard showsResult else {
      if let failure = JobText.failure(try reader.job(id).job) { throw failure }
      return
    }
    try JobCall.show(id, run)
  }

  /// From now on signals mean nothing: what is left to do is short and ends by itself.
  func end() {
    interruption.end()
  }

  /// - Throws: `failed` for a kind of job that some app made for itself.
  static func checkKind(_ kind: String) throws(StoreError) {
    guard [ImportJob.kind, ExportJob.kind].contains(kind) else {
      throw StoreError(.failed, "Only the app that made a job of that kind can run it.")
    }
  }

  /// Shows a job that has ended, and fails as it did.
  static func show(_ id: JobID, _ run: Invocation) throws(StoreError) {
    let job = try JobReaderCommands.show(id, run)
    if let failure = JobText.failure(job) { throw failure }
  }
}

/// Turns a signal into a request to cancel; the work then stops after its unit.
private final class Interruption: Sendable {
  private let signal: StopSignal
  private let isOver = Atomic<Bool>(false)

  init(_ stop: JobCancellation) throws(StoreError) {
    signal = try StopSignal()
    DispatchQueue(label: "SharedStore.interruption").async { [self] in
      while !isOver.load(ordering: .relaxed) {
        if signal.wait(milliseconds: nil) { return stop.request() }
      }
    }
  }

  func end() {
    isOver.store(true, ordering: .relaxed)
    signal.wake()
  }
}

/// Repaints the bar ten times a second while the work's own thread is busy.
private final class ProgressDisplay {
  private let timer: any DispatchSourceTimer
  private let line: LineBox
  private let queue = DispatchQueue(label: "SharedStore.progress")
  private let reader: StoreReader
  private let id: JobID

  init(_ reader: StoreReader, _ id: JobID, _ output: Output) {
    (self.reader, self.id) = (reader, id)
    timer = DispatchSource.makeTimerSource(queue: queue)
    line = LineBox(ProgressLine(for: output))
    let line = line
    timer.setEventHandler {
      if let job = try? reader.job(id).job { line.show(job) }
    }
    timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    timer.resume()
  }

  /// Shows how the job ended, and ends the line.
  func finish() {
    stopTimer()
    if let job = try? reader.job(id).job { line.finish(job) }
    line.finish()
  }

  /// Ends the line.
  func stop() {
    stopTimer()
    line.finish()
  }

  private func stopTimer() {
    timer.cancel()
    queue.sync {}
  }
}

private final class LineBox: Sendable {
  private let line: Mutex<ProgressLine>

  init(_ line: sending ProgressLine) {
    self.line = Mutex(line)
  }

  func show(_ job: StoreJob) { line.withLock { $0.show(job) } }
  func finish(_ job: StoreJob) { line.withLock { $0.finish(job) } }
  func finish() { line.withLock { $0.finish() } }
}
