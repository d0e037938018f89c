import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One writer process of a contention case: this program again, with other arguments.
enum Worker {
  /// What a writer did.
  struct Result {
    let commits: Int
    let busy: Int
    let longestWaitMicroseconds: Int
  }

  /// Publishes from one instant of the monotonic clock to another and prints what it did.
  static func run(_ arguments: [String]) throws(BenchmarkError) {
    if arguments.first == TodayWorker.name { return try TodayWorker.run(arguments) }
    if arguments.count == 3, let number = Int(arguments[2]) {
      switch arguments[0] {
      case "publish": return try NoticeCase.publish(arguments[1], number)
      case "watch": return try NoticeCase.watch(arguments[1], Int64(number))
      default: break
      }
    }
    guard arguments.count == 4, let contender = Contender(rawValue: arguments[0]),
      let start = UInt64(arguments[2]), let end = UInt64(arguments[3])
    else { throw BenchmarkError("bad worker arguments") }
    var publisher = try contender.publisher(arguments[1], synchronous: .full)
    var (commits, busy, longest): (Int, Int, UInt64) = (0, 0, 0)
    var number = Int64(getpid()) << 32
    while MonotonicTime.now.nanoseconds < start { usleep(200) }
    var last = MonotonicTime.now.nanoseconds
    while last < end {
      number += 1
      do throws(BenchmarkError) {
        try publisher.publish(number)
        commits += 1
      } catch {
        busy += 1
      }
      let now = MonotonicTime.now.nanoseconds
      longest = max(longest, now - last)
      last = now
    }
    print(commits, busy, longest / 1_000)
  }

  static func spawn(
    _ contender: Contender, _ directory: String, from start: UInt64, to end: UInt64
  ) throws(BenchmarkError) -> ChildProcess {
    try spawn([contender.rawValue, directory, String(start), String(end)])
  }

  static func spawn(_ arguments: [String]) throws(BenchmarkError) -> ChildProcess {
    try ChildProcess(ChildProcess.this, ["--worker"] + arguments, keepsOutput: true)
  }

  static func result(of child: ChildProcess) throws(BenchmarkError) -> Result {
    let numbers = try child.result().split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard numbers.count == 3 else { throw BenchmarkError("a writer failed") }
    return Result(commits: numbers[0], busy: numbers[1], longestWaitMicroseconds: numbers[2])
  }
}
