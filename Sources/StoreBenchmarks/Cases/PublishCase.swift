import SharedStoreSQLite
import SharedStoreSystem

/// One writer, flat out.
enum PublishCase {
  /// Publishes before the clock starts: the log has its full size then, for everyone.
  private static let warmUp = 2_500
  /// Publishes in one turn of a contender.
  ///
  /// Turns are short, since a disk is not equally fast all the time, and what one of them meets the
  /// next one meets too.
  private static let turn = 50

  static func run(
    _ name: String, synchronous: Synchronous, settings: Settings
  ) throws(BenchmarkError) -> CaseResult {
    var rates: [Contender: [Double]] = [:]
    for _ in 0..<settings.rounds {
      for (contender, rate) in try round(synchronous, settings) {
        rates[contender, default: []].append(rate)
      }
    }
    return CaseResult(name, unit: "publishes/s", rates)
  }

  /// One contender at work.
  private final class Run {
    let contender: Contender
    private let workspace: Workspace
    private var publisher: any RawPublisher
    var number: Int64 = 0
    var nanoseconds: Int64 = 0

    init(_ contender: Contender, _ synchronous: Synchronous) throws(BenchmarkError) {
      self.contender = contender
      workspace = try Workspace()
      _ = try workspace.makeStore()
      publisher = try contender.publisher(workspace.directory, synchronous: synchronous)
    }

    func publish(_ count: Int) throws(BenchmarkError) {
      let started = MonotonicTime.now
      for _ in 0..<count {
        number += 1
        try publisher.publish(number)
      }
      nanoseconds += Int64(MonotonicTime.now.nanoseconds - started.nanoseconds)
    }
  }

  private static func round(
    _ synchronous: Synchronous, _ settings: Settings
  ) throws(BenchmarkError) -> [(Contender, Double)] {
    var runs: [Run] = []
    for contender in Contender.allCases {
      let run = try Run(contender, synchronous)
      try run.publish(warmUp)
      (run.number, run.nanoseconds) = (Int64(warmUp), 0)
      runs.append(run)
    }
    let time = settings.roundMilliseconds * Int64(runs.count)
    let end = MonotonicTime.now.advanced(byMilliseconds: time)
    while MonotonicTime.now < end {
      for index in runs.indices.shuffled() { try runs[index].publish(turn) }
    }
    return runs.map { run in
      (run.contender, Double(run.number - Int64(warmUp)) * 1e9 / Double(run.nanoseconds))
    }
  }
}
