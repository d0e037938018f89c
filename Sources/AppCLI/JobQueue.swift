import SharedStore
import SharedStoreCommandLine

/// Runs the jobs that wait, oldest first, until none is left or somebody asks to stop.
struct JobQueue {
  private let call: JobCall

  init(_ call: JobCall) {
    self.call = call
  }

  /// Runs them.
  /// - Throws: `jobFailed` or `jobCancelled` when one of them ended so: the others have run too,
  ///   unless somebody asked to stop.
  func work() throws(StoreError) {
    defer { call.close() }
    try sayWhoRunsJobs()
    var (ran, failure): (Int, StoreError?) = (0, nil)
    var last: JobID?
    while !call.isStopped, let id = try next(after: last) {
      last = id
      do throws(StoreError) {
        try call.workOn(id, resuming: false)
        ran += 1
      } catch {
        switch error.code {
        case .jobFailed, .jobCancelled:
          ran += 1
          if failure == nil { failure = error }
        case .conflict:
          say("Another process has taken job \(id).")
        case .notFound:
          // It was cancelled and removed meanwhile.
          continue
        default: throw error
        }
      }
    }
    call.end()
    if let failure { throw failure }
    if ran == 0 { say("No job was waiting.") }
  }

  /// The oldest pending job that this tool can run.
  private func next(after last: JobID?) throws(StoreError) -> JobID? {
    try call.run.reader().jobs(limit: .max, state: .pending).jobs
      .last { job in job.isOfTools && last.map { job.id > $0 } ?? true }?.id
  }

  /// Two runners share the jobs; who starts the second one may not know of the first.
  private func sayWhoRunsJobs() throws(StoreError) {
    for job in try call.run.reader().jobs(limit: .max, state: .running).jobs.reversed() {
      switch job.worker {
      case .alive(let process): say("Job \(job.id) is being run by process \(process).")
      case .stopped(let process):
        say("Job \(job.id) is being run by process \(process), which is stopped.")
      case .none, .gone, .unknown: break
      }
    }
  }

  private func say(_ text: String) {
    if call.run.output == .text { StandardStreams.error(text) }
  }
}
