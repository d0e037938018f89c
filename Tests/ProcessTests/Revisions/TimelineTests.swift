import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct TimelineTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    private func timeline(_ arguments: String...) throws -> TimelineReport {
      try bench.run(.extension, ["timeline", "todo", "--json"] + arguments).decoded()
    }

    private func milliseconds(_ date: String) throws -> Int64 {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      return Int64((try style.parse(date).timeIntervalSince1970 * 1_000).rounded())
    }

    @Test(arguments: [
      // Clocks in Europe go back an hour at 01:00 UTC, and forward on the second date.
      "2026-10-25T00:50:00Z", "2026-03-29T00:50:00Z", "2026-10-25T02:59:59.999+02:00",
      "1970-01-01T00:00:00Z", "9998-12-31T23:59:59.999Z",
    ])
    func aValueGivesExactlyTwoEntries900000MillisecondsApart(now: String) throws {
      try bench.app("count", "set", "todo", "3").expectSuccess()
      let timeline = try timeline("--now", now)
      try #require(timeline.entries.count == 2)
      let dates = try timeline.entries.map { try milliseconds($0.date) }
      #expect(dates[1] - dates[0] == 900_000)
      #expect(timeline.refreshDate == timeline.entries[1].date)
      #expect(timeline.entries.map(\.revision) == [1, 1])
    }

    @Test func theSameInputGivesTheSameBytesInAnyTimeZoneAndWritesNothing() throws {
      try bench.app("count", "set", "todo", "3").expectSuccess()
      let before = try FolderImage(bench.store.directory)
      let zones = [
        "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "nowhere", "",
      ]
      for format in ["json", "text"] {
        let outputs = try (zones + zones).map { zone in
          let arguments = ["timeline", "todo", "--now", "2026-10-25T00:50:00Z", "--format", format]
          let outcome = try bench.run(.extension, arguments, environment: ["TZ": zone])
          outcome.expectSuccess()
          return outcome.output
        }
        #expect(Set(outputs).count == 1)
        #expect(outputs[0].contains("2026-10-25T01:05:00.000Z"))
      }
      let after = try FolderImage(bench.store.directory)
      // The index of the log is memory that readers share, not content.
      #expect(
        after.entries.filter { $0.key != "store.sqlite-shm" }
          == before.entries.filter { $0.key != "store.sqlite-shm" })
      #expect(after.names == before.names)
    }

    @Test func everyReasonGivesADefaultEntryAndItsExitCode() throws {
      try expectDefault(3, "not-found")
      // The tool commits what it was told to, and says that it cannot read it back.
      let newer = try bench.app("publish", "todo", "--payload-format", "2", input: "[1]")
      #expect(newer.exitCode == 7)
      try expectDefault(7, "unsupported-format")
      try FileManager.default.moveItem(atPath: bench.store.store, toPath: bench.folder + "/away")
      try expectDefault(4, "store-missing")
      try Data("no database, but long enough to be one".utf8)
        .write(to: URL(filePath: bench.store.store))
      try expectDefault(7, "incompatible")
    }

    @Test func aLogWithoutItsIndexGivesADefaultEntry() throws {
      try bench.run(.app, ["count", "set", "todo", "3"], fault: "after-commit=kill")
      try FileManager.default.removeItem(atPath: bench.store.logIndex)
      try expectDefault(17, "recovery-needed")
    }

    @Test(.needsSQLiteShell) func aRecordThatDoesNotMatchItsChecksumGivesADefaultEntry() throws {
      try bench.app("count", "set", "todo", "3").expectSuccess()
      try SQLiteShell.run(bench.store.store, "UPDATE snapshots SET count = 4")
      try expectDefault(8, "damaged")
    }

    private func expectDefault(
      _ exitCode: Int32, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let outcome = try bench.extension(
        "timeline", "todo", "--now", "2026-10-25T00:50:00Z", "--json")
      let timeline = try JSONDecoder().decode(
        TimelineReport.self, from: Data(outcome.output.utf8))
      #expect(outcome.exitCode == exitCode, sourceLocation: sourceLocation)
      #expect(outcome.failure?.code == reason, sourceLocation: sourceLocation)
      #expect(
        timeline.state == "unavailable" && timeline.reason == reason,
        sourceLocation: sourceLocation)
      let entry = TimelineReport.Entry(
        date: "2026-10-25T00:50:00.000Z", state: "unavailable", reason: reason, revision: nil,
        count: nil)
      #expect(timeline.entries == [entry], sourceLocation: sourceLocation)
      #expect(timeline.policy == "after", sourceLocation: sourceLocation)
      #expect(timeline.refreshDate == "2026-10-25T00:55:00.000Z", sourceLocation: sourceLocation)
    }

    @Test(arguments: [
      ["--now", "1969-12-31T23:59:59Z"], ["--now", "9999-01-01T00:00:00Z"], ["--now", "tomorrow"],
      ["--now", "2026-02-30T00:00:00Z"], ["--interval", "59s"], ["--interval", "366d"],
      ["--interval", "15"], ["--policy", "sometimes"],
      ["--policy", "never", "--refresh-after", "2026-10-25T00:50:00Z"],
    ])
    func anArgumentOutOfRangeIsAUsageError(arguments: [String]) throws {
      try bench.app("count", "set", "todo", "3").expectSuccess()
      try bench.run(.extension, ["timeline", "todo", "--json"] + arguments)
        .expectFailure(64, "usage")
    }
  }
}
