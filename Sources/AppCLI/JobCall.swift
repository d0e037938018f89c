import Dispatch
import SharedStore
import SharedStoreCommandLine
import Synchronization

/// Runs a job in the foreground: with a bar, and with Ctrl-C asking for a cancel.
struct JobCall {
  let run: Invocation
  let runner: JobRunner
  private let writer: StoreWriter

  init(_ run: Invocation) throws(StoreError) {
    self.run = run
    writer = try run.writer()
    runner = JobRunner(writer)
  }

  /// Runs a job that was just created, or only says its number.
  func start(_ id: JobID, enqueued: Bool) throws(StoreError) {
    if enqueued {
      defer { writer.close() }
      let (job, token) = try run.reader().job(id)
      let report = JobReport(job, at: token)
      return try run.output.show(report, report.line)
    }
    try work(id, resuming: false)
  }

  /// Runs a job to its end and shows how it ended.
  func work(_ id: JobID, resuming: Bool) throws(StoreError) {
    // Here and not whenever the timers have let go of it: an orderly end leaves an empty log.
    defer { writer.close() }
    let reader = try run.reader()
    let kind = try reader.job(id).job.kind
    let interruption = Interruption(id, writer)
    let display = ProgressDisplay(reader, id, run.output)
    do {
      switch kind {
      case ImportJob.kind: _ = try runner.runImport(id, resuming: resuming)
      case ExportJob.kind: _ = try runner.runExport(id, resuming: resuming)
      default: try JobCall.checkKind(kind)
      }
    } catch {
      // The job may be another process's; how that one goes on is not this command's to show.
      display.stop()
      throw JobCall.failure(error, id, reader)
    }
    interruption.end()
    display.finish()
    try JobCall.show(id, run)
  }

  /// - Throws: `failed` for a kind of job that some app made for itself.
  static func checkKind(_ kind: String) throws(StoreError) {
    guard [ImportJob.kind, ExportJob.kind].contains(kind) else {
      throw StoreError(.failed, "Only the app that made a job of that kind can run it.")
    }
  }

  private static func failure(
    _ error: any Error, _ id: JobID, _ reader: StoreReader
  ) -> StoreError {
    guard let error = error as? StoreError else {
      return StoreError(.failed, "The job ended for an unknown reason.")
    }
    guard error.code == .busy, (try? reader.job(id).job.state) == .pending else { return error }
    return StoreError(
      error.code, error.message, hint: "The job is there: 'app job run \(id)' runs it.")
  }

  /// Shows a job that has ended, and fails as it did.
  static func show(_ id: JobID, _ run: Invocation) throws(StoreError) {
    let job = try JobReaderCommands.show(id, run)
    if let failure = JobText.failure(job) { throw failure }
  }
}

/// Turns a signal into a request to cancel; the work then stops after its unit.
private final class Interruption {
  private let timer: any DispatchSourceTimer

  init(_ id: JobID, _ writer: StoreWriter) {
    StopSignal.count()
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "SharedStore.interruption"))
    timer.setEventHandler {
      guard StopSignal.hasArrived else { return }
      // A request that fails can be repeated by hand; there is nobody to tell here.
      _ = try? writer.perform { tx throws(StoreError) in try tx.jobs.cancel(id) }
    }
    timer.schedule(deadline: .now(), repeating: .milliseconds(20))
    timer.resume()
  }

  func end() {
    timer.cancel()
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
