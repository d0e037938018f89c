import Dispatch
import SharedStore
import TestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One side of a race between the success of a job and its cancel, for the process tests: it opens
/// a store, stops itself until a signal continues it, and then runs its part of the races.
///
/// `JobRacer CONTAINER APP-GROUP ROLE COUNT FOLDER`; it prints the number and the state of each
/// job, as this side heard it. Roles:
/// - `work` imports the file `1.txt` of the folder, then `2.txt` …, one job for each;
/// - `cancel` asks for a cancel of each job while it runs;
/// - `background` is `work` behind a main thread that has ended.
@main
enum JobRacer {
  static func main() {
    guard CommandLine.arguments.contains("background") else { return run() }
    DispatchQueue.global().async {
      run()
      exit(0)
    }
    pthread_exit(nil)
  }

  private static func run() {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let count = Int64(arguments[4]) else { exit(64) }
    do {
      // Relaxed: who comes first must not be the disk's choice alone.
      let options = WriterOptions(
        writer: WriterIdentity(program: "job-racer", version: "1"), timeout: .milliseconds(60_000),
        durability: .relaxed)
      let location = StoreLocation.container(arguments[1], appGroup: arguments[2])
      let racer = Racer(
        writer: try StoreWriter(location, options: options), location: location)
      raise(SIGSTOP)
      switch arguments[3] {
      case "work", "background": try racer.work(count, arguments[5])
      case "cancel": try racer.cancel(count)
      default: exit(64)
      }
    } catch {
      print(error)
      exit((error as? StoreError)?.code.exitStatus ?? 1)
    }
  }
}

private struct Racer {
  let writer: StoreWriter
  let location: StoreLocation

  func work(_ count: Int64, _ folder: String) throws {
    let runner = JobRunner(writer)
    for number in 1...count {
      let id = try runner.create(ImportJob(paths: ["\(folder)/\(number).txt"]))
      print(id, try runner.runImport(id).rawValue)
    }
  }

  func cancel(_ count: Int64) throws {
    let reader = StoreReader(location)
    let clock = ContinuousClock()
    var delay = 1_000.0
    for id in (1...count).compactMap({ JobID(rawValue: $0) }) {
      while try !isAtWork(id, reader) {}
      let moment = clock.now + .microseconds(delay * .random(in: 0.5...1.5))
      while clock.now < moment {}
      let state = try writer.cancelJob(id)
      print(id, state.rawValue)
      // Moments drift to where either side may be first, however fast the machine is just now.
      delay *= state == .succeeded ? 0.9 : 1.1
    }
  }

  private func isAtWork(_ id: JobID, _ reader: StoreReader) throws -> Bool {
    do throws(StoreError) {
      return try reader.job(id).job.state != .pending
    } catch {
      guard error.code == .notFound else { throw error }
      return false
    }
  }
}
