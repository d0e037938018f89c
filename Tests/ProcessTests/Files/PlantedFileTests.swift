import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// Files of the folder that are not what the store makes there.
  @Suite struct PlantedFileTests {
    let bench: Workbench
    let foreign: String

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "1").expectSuccess()
      foreign = bench.folder + "/foreign"
      try Data("untouched".utf8).write(to: URL(filePath: foreign))
    }

    private func expectRefused(_ outcome: Outcome) {
      outcome.expectFailure(78, "configuration")
      #expect(outcome.duration < .seconds(2), "\(outcome.testDescription)")
    }

    private func expectUntouched() throws {
      #expect(try FolderImage(bench.folder).names == ["foreign"])
      #expect(try Data(contentsOf: URL(filePath: foreign)) == Data("untouched".utf8))
    }

    @Test(
      arguments: ["store.sqlite-wal", "store.sqlite-shm", "store.notice"],
      LockFileTests.Plant.allCases)
    func whatIsNoPlainFileIsNeitherOpenedNorWritten(
      name: String, plant: LockFileTests.Plant
    ) throws {
      try plant.put(at: bench.store.directory + "/" + name, foreign: foreign)
      for arguments in [["count", "add", "todo", "1"], ["init"], ["status"]] {
        try expectRefused(bench.run(.app, arguments + ["--json"]))
      }
      try expectRefused(bench.extension("snapshot", "todo", "--json"))
      try expectUntouched()
    }

    @Test(.needsRoot, arguments: ["store.sqlite-wal", "store.sqlite-shm", "store.notice"])
    func whatBelongsToAnotherUserIsRefused(name: String) throws {
      try OtherUser.own(bench.store.directory + "/" + name)
      try expectRefused(bench.app("count", "add", "todo", "1", "--json"))
      try expectRefused(bench.extension("snapshot", "todo", "--json"))
    }

    @Test func aJournalBesideTheStoreWaitsForAWriter() throws {
      try Data().write(to: URL(filePath: bench.store.store + "-journal"))
      try bench.extension("snapshot", "todo", "--json").expectFailure(17, "recovery-needed")
      try bench.app("init").expectSuccess()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == 1)
    }

    @Test(.needsSQLiteShell) func aStoreThatAnotherProgramTookOutOfLogModeWaitsForAWriter() throws {
      try SQLiteShell.run(bench.store.store, "PRAGMA journal_mode = delete")
      try bench.extension("snapshot", "todo", "--json").expectFailure(17, "recovery-needed")
      try bench.app("init").expectSuccess()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == 1)
    }

    @Test(arguments: ["000", "277", "777"])
    func foldersAndFilesHaveTheirModesWhateverTheUmask(mask: String) throws {
      let bench = try Workbench(initialized: false)
      for arguments in [["init"], ["count", "set", "todo", "1"]] {
        try bench.run(
          .app, arguments, prefix: ["/bin/sh", "-c", #"umask "$0" && exec "$@""#, mask]
        ).expectSuccess()
      }
      let files = FileManager.default
      let folder = bench.store.directory
      for name in try [""] + files.contentsOfDirectory(atPath: folder) {
        let attributes = try files.attributesOfItem(atPath: folder + "/" + name)
        #expect(attributes[.posixPermissions] as? Int == (name.isEmpty ? 0o700 : 0o600), "\(name)")
      }
    }
  }
}
