import SharedStoreSQLite
import SharedStoreSystem

/// Several writers in processes of their own, all flat out on one store.
enum ContentionCase {
  static func run(writers: Int, settings: Settings) throws(BenchmarkError) -> CaseResult {
    var rates: [Contender: [Double]] = [:]
    var shares: [Double] = []
    var waits: [Double] = []
    var busy = 0
    for _ in 0..<settings.rounds {
      for contender in [Contender.ours, .same].shuffled() {
        let results = try round(contender, writers, settings)
        let commits = results.map { Double($0.commits) }
        rates[contender, default: []].append(
          commits.reduce(0, +) / (Double(settings.contentionMilliseconds) / 1e3))
        guard contender == .ours else { continue }
        shares.append((commits.min() ?? 0) / max(commits.max() ?? 1, 1))
        waits.append(Double(results.map(\.longestWaitMicroseconds).max() ?? 0) / 1e3)
        busy += results.map(\.busy).reduce(0, +)
      }
    }
    var result = CaseResult("contention.\(writers)", unit: "publishes/s", rates)
    result.minimumShare = shares.median
    result.longestWaitMilliseconds = waits.max()
    result.busy = busy
    return result
  }

  private static func round(
    _ contender: Contender, _ writers: Int, _ settings: Settings
  ) throws(BenchmarkError) -> [Worker.Result] {
    let workspace = try Workspace()
    _ = try workspace.makeStore()
    // All begin at one instant, so that nobody publishes alone.
    let start = MonotonicTime.now.advanced(byMilliseconds: 300)
    let end = start.advanced(byMilliseconds: Int64(settings.contentionMilliseconds))
    var children: [ChildProcess] = []
    for _ in 0..<writers {
      children.append(
        try Worker.spawn(
          contender, workspace.directory, from: start.nanoseconds, to: end.nanoseconds))
    }
    var results: [Worker.Result] = []
    for child in children { results.append(try Worker.result(of: child)) }
    return results
  }
}
