import Foundation
import SharedStoreTesting
import TestSupport
import Testing

/// A line of `watch`.
struct WatchReport: Decodable, Hashable {
  let state: String
  let reason: String?
  let storeRevision: Int64?
  let revision: Int64?
  let count: Int64?
}

extension Child {
  /// The lines of a watch so far; one that is being written is none yet.
  func watched() throws -> [WatchReport] {
    let whole = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return try whole.map { try JSONDecoder().decode(WatchReport.self, from: Data($0.utf8)) }
  }

  /// Waits until the last line of a watch is as it should be; what nobody announces is found by a
  /// look once a second.
  func expectLast(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ isSo: (WatchReport) -> Bool
  ) throws {
    do {
      try eventually("the watch shows \(what)", patience: .seconds(8)) {
        try watched().last.map(isSo) ?? false
      }
    } catch {
      Issue.record("\(what): \(output)\(self.error)", sourceLocation: sourceLocation)
    }
  }
}

extension ProcessTests {
  /// `watch` beside the processes that change the store.
  @Suite struct StoreWatchTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "1").expectSuccess()
    }

    /// Starts a watch and waits for its first line.
    private func watch(_ arguments: String...) throws -> Child {
      let watcher = try bench.start(.extension, ["watch"] + arguments + ["--json"])
      try watcher.expectLast("what is there") { $0.state == "value" }
      return watcher
    }

    private func set(_ count: Int) throws {
      try bench.app("count", "set", "todo", "\(count)").expectSuccess()
    }

    @Test func eachChangeIsALineUntilThereAreAsManyAsWereAskedFor() throws {
      let watcher = try watch("todo", "--count", "3")
      try set(2)
      try watcher.expectLast("the change") { $0.count == 2 }
      try bench.app("count", "set", "other", "7").expectSuccess()
      try set(3)
      let outcome = try watcher.wait()
      #expect(outcome.exitCode == 0 && outcome.error.isEmpty)
      #expect(try watcher.watched().map(\.count) == [1, 2, 3])
      #expect(try watcher.watched().map(\.revision) == [1, 2, 4])
    }

    @Test func aWatchThatEndsTooSoonIsTimedOutAndOneWithoutACountIsNot() throws {
      let counting = try bench.extension("watch", "--count", "2", "--for", "50ms")
      #expect(counting.exitCode == 13 && counting.output == "store revision 1\n")
      let other = try bench.extension("watch", "todo", "--for", "50ms")
      #expect(other.exitCode == 0)
      #expect(other.output == "todo: 1  revision 1, store revision 1\n")
    }

    @Test func anInterruptedWatchSaysSo() throws {
      let watcher = try watch()
      watcher.interrupt()
      #expect(try watcher.wait().exitCode == 130)
    }

    @Test func aStoreThatComesIsSeenAndAPlaceThatIsNoneIsRefused() throws {
      let empty = try Workbench(initialized: false)
      let watcher = try empty.start(.extension, ["watch", "--count", "1", "--json"])
      try watcher.expectLast("that there is no store") { $0.reason == "store-missing" }
      try empty.app("init").expectSuccess()
      #expect(try watcher.wait().exitCode == 0)
      #expect(try watcher.watched().map(\.reason) == ["store-missing", nil])
      try empty.extension("watch", "--app-group", "a/b", "--json")
        .expectFailure(78, "configuration")
    }

    @Test func aStoppedWatcherThatGoesOnShowsTheNewestOnce() throws {
      let watcher = try watch("todo")
      try watcher.stop()
      let writer = try bench.contentionWriter(milliseconds: 300)
      writer.resume()
      #expect(try writer.wait().exitCode == 0)
      let newest: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(newest.revision > 10)
      watcher.resume()
      try watcher.expectLast("the newest record") { $0.revision == newest.revision }
      #expect(try watcher.watched().map(\.revision) == [1, newest.revision])
    }

    @Test func aCommitWhoseWriterWasKilledBeforeTheNoticeIsSeen() throws {
      let watcher = try watch("todo")
      let killed = try bench.app("count", "set", "todo", "2", fault: "after-commit=kill")
      try #require(killed.status == .killed(signal: SIGKILL))
      try watcher.expectLast("the commit") { $0.revision == 2 }
    }

    @Test func aNoticeThatIsDeletedRenamedOrCutIsNoticedAllTheSame() throws {
      let watcher = try watch("todo")
      let notice = bench.store.notice
      let faults: [() -> Int32] = [
        { unlink(notice) }, { rename(notice, notice + ".old") }, { truncate(notice, 3) },
      ]
      for (index, fault) in faults.enumerated() {
        try #require(fault() == 0)
        try set(index + 2)
        try watcher.expectLast("the change") { $0.count == Int64(index) + 2 }
      }
      #expect(try watcher.watched().map(\.revision) == [1, 2, 3, 4])
    }

    @Test func aDirectoryInTheNoticesPlaceDelaysWhatAnOpenWriterCommits() throws {
      let watcher = try watch("todo")
      let writer = try bench.contentionWriter(milliseconds: 200, acknowledging: true)
      try #require(unlink(bench.store.notice) == 0 && mkdir(bench.store.notice, 0o700) == 0)
      writer.resume()
      #expect(try writer.wait().exitCode == 0)
      let last = try #require(
        writer.output.split(separator: "\n").filter { !$0.hasPrefix("{") }.last.flatMap {
          Int64($0)
        })
      try watcher.expectLast("the last commit") { $0.revision == last }
    }

    /// Two writers and three watchers; at length it is ten thousand revisions and more.
    @Test func twoWritersAreSeenInOrderToTheLastRevision() throws {
      let watchers = try (0..<3).map { _ in try watch() }
      let time = Campaign.watchers.count(1_000, of: 60_000)
      let writers = try ["todo", "other"].map {
        try bench.contentionWriter(kind: $0, milliseconds: time)
      }
      for writer in writers { writer.resume() }
      for writer in writers { #expect(try writer.wait(patience: .seconds(300)).exitCode == 0) }
      let status: StatusReport = try bench.extension("status", "--json").decoded()
      for watcher in watchers {
        try watcher.expectLast("the last revision") { $0.storeRevision == status.storeRevision }
        let revisions = try watcher.watched().compactMap(\.storeRevision)
        #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 })
        #expect(try watcher.watched().allSatisfy { $0.state == "value" })
      }
      // A thousand frames of log, and what is committed before they are copied.
      #expect(try #require(status.logBytes) <= 2_000 * 4_120 + 32)
    }

    @Test func aFollowedTimelineIsANewOneForEachNewRecord() throws {
      let follower = try bench.start(.extension, ["timeline", "todo", "--follow", "--json"])
      func timelines() throws -> [TimelineReport] {
        try follower.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .map { try JSONDecoder().decode(TimelineReport.self, from: Data($0.utf8)) }
      }
      try eventually("the first is shown") { try timelines().count == 1 }
      try bench.app("count", "set", "other", "7").expectSuccess()
      try set(2)
      try eventually("the second is shown") { try timelines().count == 2 }
      try FileManager.default.removeItem(atPath: bench.store.directory)
      try eventually("the default state is shown") { try timelines().count == 3 }
      #expect(try timelines().map(\.reason) == [nil, nil, "removed"])
      #expect(try timelines().map(\.revision) == [1, 3, nil])
      follower.interrupt()
      #expect(try follower.wait().exitCode == 130)
    }
  }
}
