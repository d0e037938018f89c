import SharedStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A writer for the process tests: it opens a store, stops itself until a signal continues it, and
/// then adds to a count, one transaction after the other, for a given time.
///
/// `ContentionWriter CONTAINER APP-GROUP KIND MILLISECONDS` writes a line for each acknowledged
/// revision only if a fifth argument says `acknowledge`, and at its end one JSON object. If it says
/// `unasked`, no display is asked for a new timeline.
@main
enum ContentionWriter {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 5, let kind = Kind(arguments[3]), let time = Int64(arguments[4]) else {
      exit(64)
    }
    let location = StoreLocation.container(arguments[1], appGroup: arguments[2])
    do {
      let options = WriterOptions(
        writer: WriterIdentity(program: "contention-writer", version: "1"),
        requestsRefresh: arguments.last != "unasked")
      let writer = try StoreWriter(location, options: options)
      raise(SIGSTOP)
      print(
        try run(
          writer, kind, for: .milliseconds(time), acknowledges: arguments.last == "acknowledge"))
    } catch {
      write("\(error)\n", to: STDERR_FILENO)
      exit((error as? StoreError)?.code.exitStatus ?? 1)
    }
  }

  private static func run(
    _ writer: StoreWriter, _ kind: Kind, for time: Duration, acknowledges: Bool
  ) throws -> String {
    let clock = ContinuousClock()
    let end = clock.now + time
    var (commits, busy, longest, revision) = (0, 0, Duration.zero, Revision.zero)
    repeat {
      let started = clock.now
      do {
        let written = try writer.write { tx in try tx.counts.add(1, to: kind) }
        (commits, revision) = (commits + 1, written.storeRevision)
        if acknowledges { write("\(revision)\n", to: STDOUT_FILENO) }
      } catch let error as StoreError where error.code == .busy {
        busy += 1
      }
      longest = max(longest, started.duration(to: clock.now))
    } while clock.now < end
    let milliseconds = Int(longest / .milliseconds(1))
    return """
      {"busy":\(busy),"commits":\(commits),"lastRevision":\(revision),\
      "longestWait":\(milliseconds)}
      """
  }

  /// Writes without a buffer, so that a line that is there was acknowledged, and one that a kill
  /// took away was not.
  private static func write(_ line: String, to descriptor: Int32) {
    let bytes = Array(line.utf8)
    #if canImport(Darwin)
      _ = Darwin.write(descriptor, bytes, bytes.count)
    #else
      _ = Glibc.write(descriptor, bytes, bytes.count)
    #endif
  }
}
