import SharedStoreSystem

/// What apps use today to share a value with their extensions, beside the store: how fast, and what
/// is lost.
///
/// Defaults and files are those of Foundation on this system; Apple's defaults go through a daemon
/// and differ.
enum TodayCase {
  /// How often each of two writers adds one.
  private static let increments: Int64 = 500

  static func all(settings: Settings) throws(BenchmarkError) -> [CaseResult] {
    var results: [CaseResult] = []
    for keeper in KeeperName.allCases { results.append(try run(keeper, settings)) }
    return results
  }

  private static func run(
    _ keeper: KeeperName, _ settings: Settings
  ) throws(BenchmarkError) -> CaseResult {
    var rates: [Double] = []
    for _ in 0..<settings.rounds { rates.append(try rate(keeper, settings)) }
    var result = CaseResult("today.\(keeper.rawValue)", unit: "values/s", [.ours: rates])
    let torn = try tornReads(keeper, settings)
    let lost = try lostIncrements(keeper)
    let killed = try killedWriters(keeper, settings)
    result.notes =
      "\(torn.bad) of \(torn.reads) reads torn or missing, \(lost) of \(2 * increments) increments"
      + " lost, \(killed) of \(settings.kills) killed writers lost their last value"
    return result
  }

  private static func rate(
    _ keeper: KeeperName, _ settings: Settings
  ) throws(BenchmarkError) -> Double {
    let workspace = try Workspace()
    let child = try TodayWorker.spawn(
      keeper, .set, workspace.directory, amount: settings.roundMilliseconds)
    return Double(try numbers(child)[0]) / (Double(settings.roundMilliseconds) / 1e3)
  }

  private static func tornReads(
    _ keeper: KeeperName, _ settings: Settings
  ) throws(BenchmarkError) -> (reads: Int64, bad: Int64) {
    let workspace = try Workspace()
    // There is a value before anybody reads.
    try TodayWorker.spawn(keeper, .increment, workspace.directory, amount: 1).result()
    let start = MonotonicTime.now.advanced(byMilliseconds: 300)
    let time = settings.roundMilliseconds
    let writer = try TodayWorker.spawn(
      keeper, .set, workspace.directory, from: start, amount: time + 200)
    let reader = try TodayWorker.spawn(
      keeper, .read, workspace.directory, from: start.advanced(byMilliseconds: 100), amount: time)
    let read = try numbers(reader)
    try writer.result()
    return (read[0], read[1])
  }

  private static func lostIncrements(_ keeper: KeeperName) throws(BenchmarkError) -> Int64 {
    let workspace = try Workspace()
    let start = MonotonicTime.now.advanced(byMilliseconds: 300)
    let first = try TodayWorker.spawn(
      keeper, .increment, workspace.directory, from: start, amount: increments)
    let second = try TodayWorker.spawn(
      keeper, .increment, workspace.directory, from: start, amount: increments)
    try first.result()
    try second.result()
    let last = try numbers(TodayWorker.spawn(keeper, .last, workspace.directory))[0]
    return 2 * increments - max(last, 0)
  }

  /// How many writers, killed at any moment, left less than what they had said was set.
  private static func killedWriters(
    _ keeper: KeeperName, _ settings: Settings
  ) throws(BenchmarkError) -> Int {
    var lost = 0
    for _ in 0..<settings.kills {
      let workspace = try Workspace()
      let writer = try TodayWorker.spawn(keeper, .announce, workspace.directory)
      pause(microseconds: .random(in: 100_000...300_000))
      let announced = writer.end().split(separator: "\n").last.flatMap { Int64($0) } ?? 0
      let last = try numbers(TodayWorker.spawn(keeper, .last, workspace.directory))[0]
      if announced > 0, last < announced { lost += 1 }
    }
    return lost
  }

  private static func numbers(_ child: ChildProcess) throws(BenchmarkError) -> [Int64] {
    let numbers = try child.result().split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
    guard !numbers.isEmpty else { throw BenchmarkError("a process said nothing") }
    return numbers
  }
}
