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
      struct Library: Decodable {
        let version: String
      }
      let library: Library
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

    @Test(.needsSQLiteShell, arguments: Sickness.allCases)
    func ofEachSicknessAllIsShownThatCanBeSeenAndSomethingToDo(sickness: Sickness) throws {
      try sickness.fall(upon: bench)
      let none = ["SHARED_STORE_APP_GROUP": "", "SHARED_STORE_CONTAINER": "", "HOME": bench.folder]
      let environment = sickness == .noAppGroup ? none : [:]
      for tool in Tool.forPeople {
        let outcome = try bench.run(tool, ["status", "--json"], environment: environment)
        let failure = outcome.expectFailure(sickness.exitCode, sickness.reason)
        #expect(failure?.hint?.isEmpty == false, "\(outcome.testDescription)")
        let found = try report(outcome)
        #expect(found.reason == sickness.reason && found.storeUUID == nil)
        #expect(found.path == (sickness == .noAppGroup ? nil : bench.store.store))
        #expect((found.databaseBytes != nil) == sickness.leavesAFile)
        #expect(found.library.version.isEmpty == false)
      }
      let outcome = try bench.run(
        .extension, ["diagnose", "todo", "--json"], environment: environment)
      #expect(outcome.exitCode == sickness.exitCode && outcome.failure?.code == sickness.reason)
      let diagnosis = try DiagnoseReport(outcome)
      #expect(diagnosis.firstFailure == "store" && diagnosis.steps[0].next.isEmpty == false)
    }

    @Test(.needsSQLiteShell, arguments: [Sickness.text, .pipe, .directory, .otherApplication])
    func whatIsInTheStoresPlaceIsMovedAsideByTheCommandThatIsNamed(sickness: Sickness) throws {
      try sickness.fall(upon: bench)
      let hint = try bench.run(.extension, ["status", "--json"]).failure?.hint ?? ""
      let command = try #require(hint.firstMatch(of: /'app (reset [^']*)'/)?.1)
      let words = command.replacing("DIR", with: bench.folder + "/aside").split(separator: " ")
      try bench.run(.app, words.map(String.init)).expectSuccess()
      try bench.app("init").expectSuccess()
      #expect(try report(bench.extension("status", "--json")).notices.isEmpty)
    }

    @Test(.needsRoot) func aFolderThatMayOnlyBeReadIsReadAllTheSame() throws {
      let tools = try PublicTools()
      for path in [bench.store.log, bench.store.logIndex] {
        try FileManager.default.removeItem(atPath: path)
      }
      for folder in [bench.store.container, bench.store.directory] {
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
      }
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: bench.store.store)
      let found = try report(tools.run(.extension, "status", "--json", in: bench))
      #expect(found.reason == nil && found.storeUUID != nil)
      try tools.run(.extension, "diagnose", "todo", in: bench).expectSuccess()
      // Where no report can be left, the timeline is shown all the same.
      try tools.run(.extension, "timeline", "todo", "--report", "widget", in: bench)
        .expectSuccess()
    }

    @Test(.needsRoot) func ofAFolderThatMayNotBeEnteredTheReasonIsSaid() throws {
      let outcome = try PublicTools().run(.extension, "status", "--json", in: bench)
      #expect(outcome.expectFailure(6, "unreadable")?.hint?.isEmpty == false)
      #expect(try report(outcome).path == bench.store.store)
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
