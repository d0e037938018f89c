import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct IdentityTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "3").expectSuccess()
    }

    @Test(arguments: Impostor.files)
    func whatIsNoDatabaseIsRefusedAndLeftAlone(impostor: Impostor) throws {
      try expectRefused(impostor)
    }

    @Test(.needsSQLiteShell, arguments: Impostor.databases)
    func aDatabaseThatIsNoStoreOfOursIsRefusedAndLeftAlone(impostor: Impostor) throws {
      try expectRefused(impostor)
    }

    private func expectRefused(_ impostor: Impostor) throws {
      try impostor.put(in: bench)
      let before = try FolderImage.Entry(path: bench.store.store)
      let commands: [(Tool, [String])] = [
        (.app, ["init"]), (.app, ["count", "add", "todo", "1"]), (.app, ["status"]),
        (.app, ["check"]), (.app, ["backup", "copy.sqlite"]), (.app, ["snapshot", "todo"]),
        (.extension, ["snapshot", "todo"]), (.extension, ["kinds"]), (.extension, ["status"]),
      ]
      for (tool, arguments) in commands {
        let outcome = try bench.run(tool, arguments + ["--json"])
        outcome.expectFailure(7, "incompatible")
        #expect(outcome.duration < .seconds(2))
      }
      #expect(try bench.extension("timeline", "todo").exitCode == 7)
      #expect(try FolderImage.Entry(path: bench.store.store) == before)
      #expect(try FolderImage(bench.folder).names.isEmpty)
    }

    @Test(.needsSQLiteShell) func bothVersionsOfANewerSchemaAreNamed() throws {
      try Impostor.newerSchema.put(in: bench)
      let failure = try bench.extension("snapshot", "todo", "--json")
        .expectFailure(7, "incompatible")
      #expect(failure?.message.contains("version 99;") == true)
      #expect(failure?.message.contains("knows 1 to ") == true)
      #expect(failure?.hint == "Update this program.")
    }

    @Test(.needsSQLiteShell) func aTriggerPlantedUnderARunningReaderIsRefused() throws {
      let reader = try bench.start(
        .extension,
        ["snapshot", "todo", "--at-least", "99", "--wait", "60s", "--json", "--log-level", "info"])
      try eventually("the reader has read") { reader.error.contains("event=read ") }
      try Impostor.plantedTrigger.put(in: bench)
      let outcome = try reader.wait()
      #expect(outcome.exitCode == 7 && outcome.error.contains(#""code":"incompatible""#))
    }

    @Test(.needsSQLiteShell) func aTriggerPlantedUnderAnOpenWriterNeverRuns() throws {
      let writer = try bench.contentionWriter(milliseconds: 60_000)
      try Impostor.plantedTrigger.put(in: bench)
      writer.resume()
      #expect(try writer.wait().exitCode == 7)
      let rows = try SQLiteShell.run(
        bench.store.store, "SELECT count(*) FROM changes WHERE revision > 0")
      #expect(rows == "1")
    }

    @Test(.needsSQLiteShell) func theStatisticsOfAPersonsAnalyzeAreNoReasonToRefuse() throws {
      try SQLiteShell.run(bench.store.store, "ANALYZE")
      let receipt: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(receipt.revision == 2 && record.revision == 2 && record.count == 4)
      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok)
    }

    @Test func anEmptyFileIsNeverTakenForANewStore() throws {
      let empty = try Workbench(initialized: false)
      try FileManager.default.createDirectory(
        atPath: empty.store.directory, withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: empty.store.store))
      try empty.app("init", "--json").expectFailure(7, "incompatible")
      #expect(try Data(contentsOf: URL(filePath: empty.store.store)).isEmpty)
    }
  }
}
