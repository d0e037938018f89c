import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// The ways back that Documentation/Format.md names, each gone as it says.
  @Suite(.needsSQLiteShell) struct WaysBackTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "3").expectSuccess()
      for name in ["a", "b", "c"] {
        try bench.app("document", "create", name, "text=words of \(name)").expectSuccess()
        try bench.app("document", "edit", name, "stars=2").expectSuccess()
      }
    }

    private static let page = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Documentation/Format.md")

    /// Runs a script with the tools on its path, as a person would.
    private func shell(_ script: String) throws -> Outcome {
      var launch = Launch(["/bin/sh", "-ec", script])
      launch.environment = bench.store.environment
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      launch.environment["PATH"] = Tool.folder.path(percentEncoded: false) + ":" + path
      launch.workingDirectory = bench.folder
      return try Child(launch).wait()
    }

    private func expectWhole(revision: Int64? = nil) throws {
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == 3)
      let document = try bench.extension("document", "show", "b")
      #expect(document.output.contains("words of b") && document.output.contains("undo 1"))
      #expect(try bench.extension("search", "words").output.contains("c"))
      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok)
      try bench.app("document", "undo", "b").expectSuccess()
    }

    @Test func pagesThatAreDamagedAreSavedByTheRecipeOfThePage() throws {
      // An index, which a dump does not need.
      let number = try SQLiteShell.run(
        bench.store.store,
        "SELECT rootpage FROM sqlite_schema WHERE name GLOB 'sqlite_auto*documents*'",
        readOnly: true)
      let page = try #require(UInt64(number.split(separator: "\n").first ?? ""))
      let file = try FileHandle(forUpdating: URL(filePath: bench.store.store))
      try file.seek(toOffset: (page - 1) * 4_096)
      try file.write(contentsOf: Data(repeating: 0x55, count: 4_096))
      try file.close()
      try bench.app("check", "--full", "--json").expectDamage()
      let text = try String(contentsOf: WaysBackTests.page, encoding: .utf8)
      let recipe = try #require(
        text.components(separatedBy: "```sh\n").last?.components(separatedBy: "```").first)
      try shell(recipe).expectSuccess()
      try expectWhole()
    }

    @Test func aSchemaThatWasAlteredIsAlteredBack() throws {
      try SQLiteShell.run(bench.store.store, "CREATE INDEX my_index ON snapshots (type)")
      try bench.extension("snapshot", "todo", "--json").expectFailure(7, "incompatible")
      try SQLiteShell.run(bench.store.store, "DROP INDEX my_index")
      try expectWhole()
    }

    @Test func aStoreOutOfLogModeIsOpenedOnce() throws {
      try SQLiteShell.run(bench.store.store, "PRAGMA journal_mode = delete")
      try bench.extension("snapshot", "todo", "--json").expectFailure(17, "recovery-needed")
      try bench.app("init").expectSuccess()
      try expectWhole()
    }

    @Test func aLogThatIsLostIsSettledByInit() throws {
      let killed = try bench.app("count", "set", "todo", "4", fault: "after-notice=kill")
      try #require(killed.status == .killed(signal: 9))
      for path in [bench.store.log, bench.store.logIndex] {
        try FileManager.default.removeItem(atPath: path)
      }
      try bench.extension("snapshot", "todo", "--json").expectFailure(9, "rewound")
      try bench.app("init").expectSuccess()
      try expectWhole()
    }

    /// `cp -a` of a folder whose writer was killed: both go on, each on a line of its own.
    @Test func aCopiedContainerAndItsOriginalAreTwoLines() throws {
      let killed = try bench.app(
        "count", "set", "todo", "3", "--title", "T", fault: "after-commit=kill")
      try #require(killed.status == .killed(signal: 9))
      let copy = bench.folder + "/copy"
      let cp = Launch(["/bin/cp", "-a", bench.store.container, copy])
      try #require(try Child(cp).wait().exitCode == 0)
      try expectWhole()
      let there = ["SHARED_STORE_CONTAINER": copy]
      let record: RecordReport = try bench.run(
        .extension, ["snapshot", "todo", "--json"], environment: there
      ).decoded()
      #expect(record.title == "T")
      try bench.run(.app, ["count", "set", "todo", "9"], environment: there).expectSuccess()
      let check: CheckReport = try bench.run(
        .app, ["check", "--full", "--json"], environment: there
      ).decoded()
      #expect(check.ok)
      #expect(try incarnation([:]) != incarnation(there))
    }

    /// A move to another file system is a copy and a removal.
    @Test func aContainerMovedToAnotherFileSystemGoesOn() throws {
      let killed = try bench.app(
        "count", "set", "todo", "3", "--title", "T", fault: "after-commit=kill")
      try #require(killed.status == .killed(signal: 9))
      let target = "/dev/shm/shared-store-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: target) }
      let mv = Launch(["/bin/mv", bench.store.container, target])
      try #require(try Child(mv).wait().exitCode == 0)
      let there = ["SHARED_STORE_CONTAINER": target]
      let record: RecordReport = try bench.run(
        .extension, ["snapshot", "todo", "--json"], environment: there
      ).decoded()
      #expect(record.title == "T" && record.count == 3)
      try bench.run(.app, ["count", "add", "todo", "1"], environment: there).expectSuccess()
    }

    private func incarnation(_ environment: [String: String]) throws -> String {
      struct Status: Decodable { let incarnation: String }
      return try bench.run(.extension, ["status", "--json"], environment: environment)
        .decoded(Status.self).incarnation
    }
  }
}

extension Outcome {
  /// Expects that a check, which may show what it found, says damage.
  fileprivate func expectDamage() {
    #expect(exitCode == 8, "\(testDescription)")
  }
}
