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

  /// A running writer.
  struct Child {
    let processID: pid_t
    let output: Int32

    /// What it printed, when it has ended.
    func text() throws(BenchmarkError) -> String {
      var text: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        let count = read(output, &buffer, buffer.count)
        guard count > 0 else { break }
        text += buffer[..<count]
      }
      close(output)
      var status: Int32 = 0
      waitpid(processID, &status, 0)
      guard status == 0 else { throw BenchmarkError("a process of the case failed") }
      return String(decoding: text, as: UTF8.self)
    }

    func result() throws(BenchmarkError) -> Result {
      let numbers = try text().split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      guard numbers.count == 3 else { throw BenchmarkError("a writer failed") }
      return Result(commits: numbers[0], busy: numbers[1], longestWaitMicroseconds: numbers[2])
    }
  }

  static func spawn(
    _ contender: Contender, _ directory: String, from start: UInt64, to end: UInt64
  ) throws(BenchmarkError) -> Child {
    try spawn([contender.rawValue, directory, String(start), String(end)])
  }

  static func spawn(_ arguments: [String]) throws(BenchmarkError) -> Child {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchmarkError("pipe") }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    let arguments = [CommandLine.arguments[0], "--worker"] + arguments
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var processID: pid_t = 0
    guard posix_spawn(&processID, "/proc/self/exe", &actions, nil, &pointers, environ) == 0 else {
      throw BenchmarkError("posix_spawn")
    }
    return Child(processID: processID, output: ends[0])
  }
}
