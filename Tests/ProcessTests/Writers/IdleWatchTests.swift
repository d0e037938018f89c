import Foundation
import SharedStoreTesting
import TestSupport
import Testing

extension ProcessTests {
  /// What a watcher costs while nobody writes.
  @Suite(.needsLockList, .alone) struct IdleWatchTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "0").expectSuccess()
    }

    /// Nanoseconds that a process has run, and how often it has gone to sleep, by the kernel's count.
    private func spent(by process: Child) throws -> (nanoseconds: Int, sleeps: Int) {
      var (nanoseconds, sleeps) = (0, 0)
      let tasks = "/proc/\(process.processID)/task"
      for task in try FileManager.default.contentsOfDirectory(atPath: tasks) {
        let schedule = try String(contentsOfFile: "\(tasks)/\(task)/schedstat", encoding: .utf8)
        nanoseconds += Int(schedule.split(separator: " ").first ?? "") ?? 0
        let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        sleeps += Int(line?.split(separator: "\t").last ?? "") ?? 0
      }
      return (nanoseconds, sleeps)
    }

    @Test func itLooksOnceASecondHoldsNoLockAndCostsNextToNothing() throws {
      let watcher = try bench.start(.extension, ["watch", "todo", "--json"])
      try watcher.expectLast("what is there") { $0.state == "value" }
      // The first look may still be under way.
      let begun = try spent(by: watcher).sleeps
      try eventually("it has looked once more") { try spent(by: watcher).sleeps > begun }
      let seconds = Campaign.idle.count(3, of: 60)
      let before = try spent(by: watcher)
      let locks = try KernelLocks()
      for name in try FolderImage(bench.store.directory).names {
        let held = try locks.held(by: watcher, of: bench.store.directory + "/" + name)
        #expect(!held.contains { $0.isExclusive || (120...127).contains($0.firstByte) })
      }
      Thread.sleep(forTimeInterval: Double(seconds))
      let after = try spent(by: watcher)
      #expect(after.sleeps - before.sleeps <= seconds + 1)
      let share = Double(after.nanoseconds - before.nanoseconds) / (Double(seconds) * 1e9)
      #if FAULT_INJECTION
        // Code that is not optimized takes three times as long.
        let limit = 0.0006
      #else
        let limit = 0.0002
      #endif
      #expect(share < limit, "\(share * 100) % of a core")
      #expect(try watcher.watched().count == 1)
    }

    @Test func itsOwnReadingsAreNoNewsToIt() throws {
      let watcher = try bench.start(.extension, ["watch", "todo", "--json"])
      try watcher.expectLast("what is there") { $0.state == "value" }
      let others = try (0..<3).map { _ in
        try bench.start(.extension, ["watch", "todo", "--count", "1"])
      }
      for other in others { #expect(try other.wait().exitCode == 0) }
      let begun = try spent(by: watcher).sleeps
      try eventually("it has looked once more") { try spent(by: watcher).sleeps > begun }
      let before = try spent(by: watcher).sleeps
      for _ in 0..<20 { try bench.extension("snapshot", "todo").expectSuccess() }
      let seconds = 1
      Thread.sleep(forTimeInterval: Double(seconds))
      // Twenty readings took a second or two as well.
      #expect(try spent(by: watcher).sleeps - before < 10)
    }
  }
}
