import SharedStoreSystem

import Foundation

/// The two tools as whole processes: from being started to having ended.
struct ToolCase {
  /// The folder that has `app` and `extension`.
  let tools: String

  /// The folder of this program.
  static var besideThis: String {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// Processes before the clock starts: the programs are in memory then.
  private static let warmUp = 5

  /// One reading by a process of its own, beside the `sqlite3` shell that selects the same row.
  ///
  /// Without the shell on the search path there is no ratio.
  func coldStart(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let workspace = try Workspace()
    let path = try workspace.makeStore()
    var publisher = try StorePublisher(workspace.directory, synchronous: .full, create: false)
    try publisher.publish(7)
    let shell = Self.onSearchPath("sqlite3")
    let query =
      """
      SELECT kind, revision, count, title, payload FROM snapshots
      WHERE kind = 'todo' ORDER BY revision DESC LIMIT 1
      """
    let starts = settings.roundMilliseconds / 25
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      for contender in [Contender.ours, .same].shuffled() {
        if contender == .ours {
          rates[.ours, default: []].append(
            try Self.rate(starts, tools + "/extension", ["snapshot", "todo"] + place(workspace)))
        } else if let shell {
          rates[.same, default: []].append(
            try Self.rate(starts, shell, ["-readonly", path, query]))
        }
      }
    }
    var result = CaseResult("coldstart.extension", unit: "starts/s", rates)
    result.notes = shell == nil ? "no sqlite3 to compare with" : "beside the sqlite3 shell"
    return result
  }

  /// Publishes by processes that write once and end.
  func oneShot(settings: Settings) throws(BenchmarkError) -> CaseResult {
    let workspace = try Workspace()
    let log = try workspace.makeStore() + "-wal"
    var times: [Double] = []
    var longestLog: UInt64 = 0
    for number in 1...settings.processes {
      let started = MonotonicTime.now
      try ChildProcess(
        tools + "/app", ["count", "set", "todo", "\(number)"] + place(workspace)
      ).result()
      times.append(Double(MonotonicTime.now.nanoseconds - started.nanoseconds) / 1e9)
      if let status = try? FileStatus(path: log) { longestLog = max(longestLog, status.size) }
    }
    let some = settings.processes / 3 < 100 ? settings.processes / 3 : 100
    let (first, last) = (Array(times.prefix(some)).median, Array(times.suffix(some)).median)
    var result = CaseResult("oneshot", unit: "publishes/s", [.ours: times.map { 1 / $0 }])
    result.notes =
      "the last \(some) of \(settings.processes) took \((last / first * 100).rounded() / 100)"
      + " of the first \(some), longest log \(longestLog) bytes"
    return result
  }

  private func place(_ workspace: borrowing Workspace) -> [String] {
    ["--container", workspace.directory, "--app-group", "group.benchmark"]
  }

  private static func rate(
    _ starts: Int64, _ path: String, _ arguments: [String]
  ) throws(BenchmarkError) -> Double {
    for _ in 0..<warmUp { try ChildProcess(path, arguments).result() }
    let started = MonotonicTime.now
    for _ in 0..<starts { try ChildProcess(path, arguments).result() }
    return Double(starts) / (Double(MonotonicTime.now.nanoseconds - started.nanoseconds) / 1e9)
  }

  private static func onSearchPath(_ name: String) -> String? {
    (Environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
