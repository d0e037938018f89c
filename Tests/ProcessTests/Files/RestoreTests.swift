import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct RestoreTests {
    let bench: Workbench
    let backup: String

    /// What `restore` shows.
    private struct Report: Decodable {
      let backupRevision: Int64
      let storeRevision: Int64
    }

    init() throws {
      bench = try Workbench()
      backup = bench.folder + "/backup.sqlite"
      try bench.app("count", "set", "todo", "3").expectSuccess()
      try bench.app("document", "create", "note", "stars=1").expectSuccess()
      try bench.app("backup", backup).expectSuccess()
      try bench.app("document", "edit", "note", "stars=2").expectSuccess()
      try bench.app("count", "set", "todo", "4").expectSuccess()
    }

    private func expectCount(_ count: Int64, storeRevision: Int64) throws {
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == count && record.storeRevision == storeRevision)
      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok && check.storeRevision == storeRevision)
    }

    @Test func theStoreHoldsTheBackupAtARevisionAboveBoth() throws {
      let report: Report = try bench.app("restore", backup, "--yes", "--json").decoded()
      #expect(report.backupRevision == 2 && report.storeRevision == 5)
      try expectCount(3, storeRevision: 5)
      #expect(try bench.extension("document", "show", "note").output.contains("stars=1"))
      let next: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      #expect(next.count == 4 && next.revision == 6)
      // Nothing is left beside the store or the backup.
      #expect(try FolderImage(bench.folder).names == ["backup.sqlite"])
      #expect(
        try FolderImage(bench.store.directory).names.filter { $0.hasPrefix(".") } == [])
    }

    @Test func runningReadersAndWritersGoOnWithIt() throws {
      let writer = try bench.contentionWriter(milliseconds: 200, acknowledging: true)
      let reader = try bench.start(
        .extension,
        [
          "snapshot", "todo", "--at-least", "99999", "--wait", "60s", "--json", "--log-level",
          "info",
        ])
      try eventually("the reader has read") { reader.error.contains("event=read ") }
      try bench.app("restore", backup, "--yes").expectSuccess()
      let told = try reader.wait()
      #expect(told.exitCode == 9 && told.error.contains("rewound"), "\(told.testDescription)")
      writer.resume()
      let outcome = try writer.wait()
      #expect(outcome.exitCode == 0, "\(outcome.testDescription)")
      #expect(outcome.output.hasPrefix("6\n"))
      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok)
    }

    @Test func aMissingStoreIsMadeOfIt() throws {
      try FileManager.default.removeItem(atPath: bench.store.directory)
      let report: Report = try bench.app("restore", backup, "--yes", "--json").decoded()
      #expect(report.storeRevision == 3)
      try expectCount(3, storeRevision: 3)
    }

    @Test func aDamagedStoreIsMovedAsideFirst() throws {
      let file = try FileHandle(forUpdating: URL(filePath: bench.store.store))
      try file.truncate(atOffset: 40_960)
      try file.close()
      let failure = try bench.app("restore", backup, "--yes", "--json").expectFailure(8, "damaged")
      #expect(failure?.hint?.contains("app reset --keep-evidence") == true)
      let evidence = bench.folder + "/evidence"
      try bench.app("reset", "--keep-evidence", evidence, "--yes").expectSuccess()
      try bench.app("restore", backup, "--yes").expectSuccess()
      try expectCount(3, storeRevision: 3)
      #expect(try FolderImage(evidence).names.contains("store.sqlite"))
    }

    /// Files that are no backup of the store.
    enum Impostor: CaseIterable {
      case missing, text, folder, flipped, store, otherGroup, withALog
    }

    @Test(arguments: Impostor.allCases)
    func whatIsNoBackupChangesNothing(impostor: Impostor) throws {
      let files = FileManager.default
      var path = backup
      switch impostor {
      case .missing: path = bench.folder + "/none"
      case .text: try Data("no database".utf8).write(to: URL(filePath: backup))
      case .folder: path = bench.folder
      case .flipped:
        var bytes = try Data(contentsOf: URL(filePath: backup))
        let range = try #require(bytes.range(of: Data(#"{"count":3}"#.utf8)))
        bytes[range.lowerBound + 9] ^= 1
        try bytes.write(to: URL(filePath: backup))
      case .store: path = bench.store.store
      case .otherGroup:
        path = bench.folder + "/other.sqlite"
        let other = ["--container", bench.folder + "/other", "--app-group", "other"]
        try bench.run(.app, ["init"] + other).expectSuccess()
        try bench.run(.app, ["backup", path] + other).expectSuccess()
      case .withALog: try Data("frames".utf8).write(to: URL(filePath: backup + "-wal"))
      }
      let before = try FolderImage.Entry(path: bench.store.store)
      let outcome = try bench.app("restore", path, "--yes", "--json")
      let (code, word): (Int32, String) =
        switch impostor {
        case .missing, .folder, .withALog: (65, "bad-input")
        case .text: (7, "incompatible")
        case .flipped: (8, "damaged")
        case .store, .otherGroup: (78, "configuration")
        }
      outcome.expectFailure(code, word)
      #expect(try FolderImage.Entry(path: bench.store.store) == before)
      try expectCount(4, storeRevision: 4)
      #expect(files.fileExists(atPath: bench.store.log))
    }

    @Test func withoutYesNothingHappens() throws {
      try bench.app("restore", backup, "--json").expectFailure(64, "usage")
      try expectCount(4, storeRevision: 4)
    }
  }
}
