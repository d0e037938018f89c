import SharedStore
import SharedStoreReader
import SharedStoreSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How soon a watcher in another process has read what was committed, and what watching costs while
/// nothing is.
enum NoticeCase {
  /// From the return of a synced publish to the moment at which the watcher has read its revision
  /// or a later one; the writer rests for four to ten milliseconds in between.
  static func run(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let workspace = try Workspace()
    _ = try workspace.makeStore()
    let commits = Int(settings.roundMilliseconds) * settings.rounds / 8
    let reader = StoreReader(.container(workspace.directory, appGroup: "group.benchmark"))
    var watch = StoreWatch(reader)
    guard let last = try? reader.token().revision.rawValue else {
      throw BenchmarkError("the store could not be read")
    }
    let writer = try Worker.spawn(["publish", workspace.directory, String(commits)])
    var seen: [(revision: Int64, time: UInt64)] = []
    while (seen.last?.revision ?? 0) < last + Int64(commits) {
      guard watch.wait(until: .now.advanced(byMilliseconds: 10_000)) == .changed,
        let revision = try? reader.token().revision.rawValue
      else { throw BenchmarkError("the watcher saw nothing for ten seconds") }
      seen.append((revision, MonotonicTime.now.nanoseconds))
    }
    let written = try writer.result().split(separator: "\n").compactMap { UInt64($0) }
    let delays = delays(of: written, from: last + 1, seen)
    guard delays.count == commits else { throw BenchmarkError("the writer failed") }
    var result = CaseResult(
      "notice", unit: "µs from commit to having read, not a rate: less is better",
      [.ours: [percentile(50, delays)]])
    result.notes = "p99 \(Int(percentile(99, delays))) µs, \(commits) commits"
    return result
  }

  private static func delays(
    of written: [UInt64], from first: Int64, _ seen: [(revision: Int64, time: UInt64)]
  ) -> [Double] {
    var place = 0
    return written.enumerated().compactMap { offset, time in
      while place < seen.count, seen[place].revision < first + Int64(offset) { place += 1 }
      guard place < seen.count else { return nil }
      // A watcher on another core may be done before the writer's call returns.
      return seen[place].time > time ? Double(seen[place].time - time) / 1e3 : 0
    }
  }

  private static func percentile(_ percent: Int, _ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count * percent / 100, sorted.count - 1)]
  }

  /// What one of several watchers costs while nobody writes, by the clock of its own CPU time.
  static func idle(watchers: Int, settings: Settings) throws(BenchmarkError) -> CaseResult {
    let workspace = try Workspace()
    _ = try workspace.makeStore()
    let milliseconds = settings.roundMilliseconds * 5
    var children: [ChildProcess] = []
    for _ in 0..<watchers {
      children.append(
        try Worker.spawn(["watch", workspace.directory, String(milliseconds)]))
    }
    var (shares, wakes): ([Double], [Double]) = ([], [])
    for child in children {
      let numbers = try child.result().split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      guard numbers.count == 2 else { throw BenchmarkError("a watcher failed") }
      shares.append(Double(numbers[0]) / Double(milliseconds) / 1e4)
      wakes.append(Double(numbers[1]) * 1e3 / Double(milliseconds))
    }
    var result = CaseResult(
      "watch.idle.\(watchers)", unit: "millionths of a core a watcher, not a rate: less is better",
      [.ours: [shares.median * 1e4]])
    result.notes = "\((wakes.median * 10).rounded() / 10) wakes a second"
    return result
  }

  // MARK: The other processes

  /// Publishes and prints when each call returned.
  static func publish(_ directory: String, _ count: Int) throws(BenchmarkError) {
    var publisher = try StorePublisher(directory, synchronous: .full, create: false)
    usleep(200_000)
    var times: [UInt64] = []
    for number in 1...max(count, 1) {
      usleep(UInt32.random(in: 4_000...10_000))
      try publisher.publish(Int64(number))
      times.append(MonotonicTime.now.nanoseconds)
    }
    for time in times { print(time) }
  }

  /// Watches and prints nanoseconds of CPU time and how often it slept, its beginning not counted.
  static func watch(_ directory: String, _ milliseconds: Int64) throws(BenchmarkError) {
    let reader = StoreReader(.container(directory, appGroup: "group.benchmark"))
    var watch = StoreWatch(reader)
    let begun = MonotonicTime.now.advanced(byMilliseconds: 2_500)
    while watch.wait(until: begun) == .changed { _ = try? reader.token() }
    let (before, end) = (spent(), begun.advanced(byMilliseconds: milliseconds))
    while watch.wait(until: end) == .changed { _ = try? reader.token() }
    let after = spent()
    print(after.nanoseconds - before.nanoseconds, after.sleeps - before.sleeps)
  }

  private static func spent() -> (nanoseconds: Int, sleeps: Int) {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    return (time.tv_sec * 1_000_000_000 + time.tv_nsec, usage.ru_nvcsw)
  }
}
