import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// What an input costs the debounce machine: nanoseconds, beside a loop that only looks at the
/// text.
enum DebounceCase {
  static func run(settings: Settings) throws(BenchmarkError) -> CaseResult {
    var costs: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      for contender in [Contender.ours, .same].shuffled() {
        let cost = contender == .ours ? try machine(settings) : try loop(settings)
        costs[contender, default: []].append(cost)
      }
    }
    return CaseResult("debounce.input", unit: "ns/input, not a rate: less is better", costs)
  }

  /// What a person types on the way to a word, a blank field included.
  private static let inputs = ["s", "sw", "swi", "swif", "swift", " swift ", "swift lang", ""]

  private static func machine(_ settings: Settings) throws(BenchmarkError) -> Double {
    var debounce = SearchDebounce()
    var time: Int64 = 0
    do throws(SearchDebounce.TimeRefusal) {
      let cost = try nanoseconds(settings) { text throws(SearchDebounce.TimeRefusal) in
        time += 1
        try debounce.inputReceived(text, at: time)
      }
      guard debounce.generation.number > 0 else { throw .negative(time) }
      return cost
    } catch {
      throw BenchmarkError(error.description)
    }
  }

  private static func loop(_ settings: Settings) throws(BenchmarkError) -> Double {
    var sum = 0
    let cost = nanoseconds(settings) { text in sum &+= text.utf8.count }
    guard sum > 0 else { throw BenchmarkError("nothing was counted") }
    return cost
  }

  private static func nanoseconds<Failure: Error>(
    _ settings: Settings, _ input: (String) throws(Failure) -> Void
  ) throws(Failure) -> Double {
    let inputs = inputs
    let started = MonotonicTime.now
    let end = started.advanced(byMilliseconds: settings.roundMilliseconds)
    var count = 0
    while MonotonicTime.now < end {
      for _ in 0..<1_000 {
        for text in inputs { try input(text) }
      }
      count += 1_000 * inputs.count
    }
    return Double(MonotonicTime.now.nanoseconds - started.nanoseconds) / Double(count)
  }
}
