import Foundation
import SharedStoreTesting
import TestSupport
import Testing

extension ProcessTests {
  /// Processes that write once and end, in order or not: the log stays short all the same.
  @Suite struct OneShotTests {
    /// 1 000 frames and the largest transaction that stays in the log, in bytes.
    private static let bound = 8_300_000

    @Test func theLogStaysShortHoweverShortItsWritersLive() throws {
      let bench = try Workbench()
      try bench.makeFiles(3)
      var random = Campaign.oneshot.random
      var (times, longest) = ([Duration](), 0)
      for round in Campaign.oneshot.rounds(30, of: 10_000) {
        let isKilled = Int.random(in: 0..<3, using: &random) == 0
        let outcome = try bench.run(
          .app, ["count", "set", "todo", "\(round)"],
          fault: isKilled ? "after-notice=kill" : nil)
        #expect(outcome.status == (isKilled ? .killed(signal: 9) : .exited(0)))
        if !isKilled { times.append(outcome.duration) }
        if round % 500 == 20 {
          try bench.app("import", bench.files).expectSuccess()
          #expect(try logBytes(bench) == 0)
        }
        let bytes = try logBytes(bench)
        longest = max(longest, bytes)
        #expect(bytes <= OneShotTests.bound)
        if !isKilled { #expect(bytes == 0) }
      }
      try bench.app("count", "set", "todo", "-1").expectSuccess()
      let status: StatusReport = try bench.extension("status", "--json").decoded()
      #expect(status.logBytes == 0)
      guard times.count >= 1_000 else { return }
      // Of one run, so that the machine's speed does not matter.
      let (first, last) = (median(times.prefix(100)), median(times.suffix(100)))
      print("oneshot: longest log \(longest) bytes, median first \(first), last \(last)")
      #expect(last <= first * 1.2)
    }

    private func logBytes(_ bench: Workbench) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: bench.store.log)
      return try #require(attributes[.size] as? Int)
    }

    private func median(_ times: ArraySlice<Duration>) -> Duration {
      times.sorted()[times.count / 2]
    }
  }
}
