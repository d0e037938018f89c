import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// `status` of a store that cannot be read, and what it says of one that can.
  @Suite struct SickStatusTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "3").expectSuccess()
    }

    private struct Report: Decodable {
      struct Notice: Decodable {
        let text: String
        let next: String
        let command: String?
      }
      let path: String?
      let reason: String?
      let storeUUID: String?
      let databaseBytes: Int?
      let totalBytes: Int?
      let notices: [Notice]
    }

    private func report(_ outcome: Outcome) throws -> Report {
      try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    @Test(.needsSQLiteShell, arguments: Tool.forPeople)
    func whatCanBeSeenOfASickStoreIsShownAndTheExitCodeIsTheReasons(tool: Tool) throws {
      try Impostor.plantedIndex.put(in: bench)
      let outcome = try bench.run(tool, ["status", "--json"])
      let failure = outcome.expectFailure(7, "incompatible")
      let found = try report(outcome)
      #expect(found.path == bench.store.store && found.reason == "incompatible")
      #expect(found.storeUUID == nil && (found.databaseBytes ?? 0) > 0)
      #expect((found.totalBytes ?? 0) > (found.databaseBytes ?? 0))
      #expect(failure?.message.contains("index planted") == true)
      let text = try bench.run(tool, ["status"]).output
      #expect(text.contains(bench.store.store) && !text.contains("store UUID"))
    }

    @Test func aSoundStoreHasNothingToNote() throws {
      let found = try report(bench.extension("status", "--json"))
      #expect(found.notices.isEmpty && found.reason == nil)
    }

    @Test func aFolderThatOthersMayEnterIsNotedWithTheCommandThatCloses() throws {
      let manager = FileManager.default
      try manager.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: bench.store.directory)
      let found = try report(bench.extension("status", "--json"))
      let command = try #require(found.notices.first?.command)
      try Child(Launch(["/bin/sh", "-c", command])).wait().expectSuccess()
      #expect(try report(bench.extension("status", "--json")).notices.isEmpty)
    }

    @Test func toolsThatAreNotSafeBesideTheStoreAreNoted() throws {
      try FileManager.default.createDirectory(
        atPath: bench.store.directory + "/.store.sqlite-litestream",
        withIntermediateDirectories: false)
      let found = try report(bench.extension("status", "--json"))
      #expect(found.notices.contains { $0.text.hasPrefix("Litestream") })
    }

    @Test func aWriterThatIsStoppedIsNotedWithTheCommandThatContinuesIt() throws {
      let writer = try bench.stoppedApp(at: "before-commit", "count", "add", "todo", "1")
      let found = try report(bench.extension("status", "--json"))
      let command = try #require(found.notices.first?.command)
      try Child(Launch(["/bin/sh", "-c", command])).wait().expectSuccess()
      #expect(try writer.wait().exitCode == 0)
    }
  }
}
