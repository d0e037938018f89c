import Foundation
import SharedStoreSystem

/// One process of the case `today`: this program again, in an environment of its own, since a
/// suite of defaults lies in the home directory.
enum TodayWorker {
  static let name = "today"

  enum Role: String {
    /// Sets one number after the other; prints how many.
    case set
    /// Reads; prints how often, and how often the value was missing or torn.
    case read
    /// Adds one, a number of times.
    case increment
    /// Reads once; prints the number, or -1 for none that is whole.
    case last
    /// Sets one number after the other until it is killed; prints each that is set.
    case announce
  }

  static func spawn(
    _ keeper: KeeperName, _ role: Role, _ directory: String, from start: MonotonicTime = .now,
    amount: Int64 = 0
  ) throws(BenchmarkError) -> ChildProcess {
    try ChildProcess(
      ChildProcess.this,
      [
        "--worker", name, keeper.rawValue, role.rawValue, directory, "\(start.nanoseconds)",
        "\(amount)",
      ],
      environment: [
        "HOME=\(directory)", "CFFIXED_USER_HOME=\(directory)",
        "XDG_CONFIG_HOME=\(directory)/.config",
      ], keepsOutput: true)
  }

  static func run(_ arguments: [String]) throws(BenchmarkError) {
    guard arguments.count == 6, let name = KeeperName(rawValue: arguments[1]),
      let role = Role(rawValue: arguments[2]), let start = UInt64(arguments[4]),
      let amount = Int64(arguments[5])
    else { throw BenchmarkError("bad worker arguments") }
    let keeper = try name.open(arguments[3])
    while MonotonicTime.now.nanoseconds < start { pause(microseconds: 200) }
    do {
      try run(role, keeper, amount)
    } catch {
      throw BenchmarkError("\(name.rawValue): \(error)")
    }
  }

  private static func run(_ role: Role, _ keeper: any Keeper, _ amount: Int64) throws {
    switch role {
    case .set:
      let end = MonotonicTime.now.advanced(byMilliseconds: amount)
      var count: Int64 = 0
      while MonotonicTime.now < end {
        count += 1
        try keeper.set(count)
      }
      print(count)
    case .read:
      let end = MonotonicTime.now.advanced(byMilliseconds: amount)
      var (count, bad) = (0, 0)
      while MonotonicTime.now < end {
        count += 1
        if keeper.value()?.isWhole != true { bad += 1 }
      }
      print(count, bad)
    case .increment:
      for _ in 0..<amount { try keeper.increment() }
    case .last:
      print(keeper.value().flatMap { $0.isWhole ? $0.number : nil } ?? -1)
    case .announce:
      for number in 1...Int64.max { try keeper.announce(number) }
    }
  }
}

extension Keeper {
  /// Sets a number and then says so, past every buffer: it holds for whoever reads that.
  fileprivate func announce(_ number: Int64) throws {
    try set(number)
    let line = "\(number)\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }
}
