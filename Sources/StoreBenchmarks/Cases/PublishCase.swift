import SharedStoreSQLite

/// One writer, flat out.
enum PublishCase {
  static func run(
    _ name: String, synchronous: Synchronous, settings: Settings
  ) throws(BenchmarkError) -> CaseResult {
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      for contender in Contender.allCases.shuffled() {
        let rate = try round(contender, synchronous, settings)
        rates[contender, default: []].append(rate)
      }
    }
    return CaseResult(name, unit: "publishes/s", rates)
  }

  private static func round(
    _ contender: Contender, _ synchronous: Synchronous, _ settings: Settings
  ) throws(BenchmarkError) -> Double {
    let workspace = try Workspace()
    _ = try workspace.makeStore()
    var publisher = try contender.publisher(workspace.directory, synchronous: synchronous)
    var number: Int64 = 0
    // The log has its full size before the clock starts, for everyone.
    for _ in 0..<2_500 {
      number += 1
      try publisher.publish(number)
    }
    let started = MonotonicTime.now
    let end = started.advanced(byMilliseconds: settings.roundMilliseconds)
    let first = number
    while MonotonicTime.now < end {
      for _ in 0..<50 {
        number += 1
        try publisher.publish(number)
      }
    }
    let seconds = Double(MonotonicTime.now.nanoseconds - started.nanoseconds) / 1e9
    return Double(number - first) / seconds
  }
}
