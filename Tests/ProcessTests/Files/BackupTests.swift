import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct BackupTests {
    let bench: Workbench
    let target: String

    init() throws {
      bench = try Workbench()
      target = bench.folder + "/backups/copy.sqlite"
      try FileManager.default.createDirectory(
        atPath: bench.folder + "/backups", withIntermediateDirectories: true)
      try bench.app("count", "set", "todo", "3").expectSuccess()
    }

    private func namesBesides() throws -> [String] {
      try FolderImage(bench.folder + "/backups").names
    }

    @Test(.needsSQLiteShell) func aBackupIsOneFileThatOpensAnywhereAtItsRevision() throws {
      let report: BackupReport = try bench.app("backup", target, "--json").decoded()
      #expect(report.storeRevision == 1)
      let before = try FolderImage.Entry(path: target)
      guard case .file(let bytes, let mode) = before else {
        Issue.record("The backup is no file.")
        return
      }
      #expect(bytes.count == report.bytes && mode == 0o600)
      let sql =
        "PRAGMA integrity_check; PRAGMA journal_mode; SELECT max(revision) FROM changes; "
        + "SELECT count FROM snapshots"
      #expect(try SQLiteShell.run(target, sql, readOnly: true) == "ok\ndelete\n1\n3")
      #expect(try FolderImage.Entry(path: target) == before)
      #expect(try namesBesides() == ["copy.sqlite"])
    }

    @Test(.needsSQLiteShell) func backupsWhileTheStoreIsInUseAreEachAtARevisionOfTheirTime() throws
    {
      let writer = try bench.contentionWriter(milliseconds: 60_000, acknowledging: true)
      writer.resume()
      try eventually("the writer has written") { writer.output.contains("\n") }
      var last: Int64 = 0
      for index in 1...10 {
        let path = target + "\(index)"
        let status: StatusReport = try bench.extension("status", "--json").decoded()
        let report: BackupReport = try bench.app("backup", path, "--json").decoded()
        #expect(report.storeRevision >= status.storeRevision && report.storeRevision >= last)
        last = report.storeRevision
        let sql =
          "PRAGMA integrity_check; SELECT max(revision) FROM changes; "
          + "SELECT count - 2 FROM snapshots ORDER BY revision DESC LIMIT 1"
        #expect(
          try SQLiteShell.run(path, sql, readOnly: true) == "ok\n\(last)\n\(last)")
      }
      #expect(last > 1)
      #expect(writer.poll() == nil)
    }

    @Test func aWriterStoppedInsideItsTransactionIsNoObstacle() throws {
      let stopped = try bench.stoppedApp(at: "before-commit", "count", "add", "todo", "1")
      let report: BackupReport = try bench.app("backup", target, "--json").decoded()
      #expect(report.storeRevision == 1)
      #expect(try stopped.resumeToEnd().exitCode == 0)
    }

    @Test(arguments: ["file", "directory", "dangling link"])
    func nothingIsEverOverwritten(kind: String) throws {
      let files = FileManager.default
      switch kind {
      case "file": try Data("precious".utf8).write(to: URL(filePath: target))
      case "directory": try files.createDirectory(atPath: target, withIntermediateDirectories: true)
      default: try files.createSymbolicLink(atPath: target, withDestinationPath: target + "-none")
      }
      let before = try FolderImage(bench.folder)
      try bench.app("backup", target, "--json").expectFailure(15, "exists")
      #expect(try FolderImage(bench.folder) == before)
    }

    @Test func aPlaceInsideTheContainerIsRefused() throws {
      let link = bench.folder + "/link"
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: bench.store.directory)
      let before = try FolderImage(bench.store.container).names
      for folder in [
        bench.store.container, bench.store.directory, link, link + "/..",
        bench.folder + "/../" + (bench.store.container as NSString).lastPathComponent,
      ] {
        try bench.app("backup", folder + "/copy.sqlite", "--json")
          .expectFailure(78, "configuration")
      }
      #expect(try FolderImage(bench.store.container).names == before)
    }

    @Test(arguments: ["/none/copy.sqlite", "/backups/"])
    func aPlaceThatIsNoFileInAFolderIsRefused(path: String) throws {
      let before = try FolderImage(bench.folder)
      try bench.app("backup", bench.folder + path, "--json").expectFailure(78, "configuration")
      #expect(try FolderImage(bench.folder) == before)
    }

    @Test func aKilledBackupLeavesNothingUnderItsNameAndTheNextTidiesUp() throws {
      let killed = try bench.app("backup", target, fault: "backup-written=kill")
      #expect(killed.status == .killed(signal: 9))
      #expect(try !namesBesides().contains("copy.sqlite"))
      try bench.app("backup", target).expectSuccess()
      #expect(try namesBesides() == ["copy.sqlite"])
    }

    @Test func twoBackupsIntoOneFileMakeOne() throws {
      let first = try bench.start(.app, ["backup", target], fault: "backup-written=stop")
      try first.waitUntilStopped()
      try bench.app("backup", target).expectSuccess()
      let before = try FolderImage.Entry(path: target)
      #expect(try first.resumeToEnd().exitCode == 15)
      #expect(try FolderImage.Entry(path: target) == before)
      #expect(try namesBesides() == ["copy.sqlite"])
    }
  }
}
