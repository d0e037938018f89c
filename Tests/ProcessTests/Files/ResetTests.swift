import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct ResetTests {
    let bench: Workbench
    let evidence: String

    /// What `reset` shows.
    private struct Report: Decodable {
      let files: [String]
      let storeRevision: Int64?
    }

    init() throws {
      bench = try Workbench()
      evidence = bench.folder + "/evidence"
      try bench.app("count", "set", "todo", "3", "--title", "SENTINEL").expectSuccess()
    }

    @Test func theStoreIsMovedAsideWithAReportWithoutContent() throws {
      let before = try FolderImage.Entry(path: bench.store.store)
      let report: Report = try bench.app(
        "reset", "--keep-evidence", evidence, "--yes", "--json"
      ).decoded()
      #expect(
        report.files == ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.notice"])
      #expect(report.storeRevision == nil)
      #expect(try FolderImage.Entry(path: evidence + "/store.sqlite") == before)
      #expect(try FolderImage(bench.store.directory).names == ["store.lock", "store.turn"])
      let text = try String(contentsOfFile: evidence + "/report.txt", encoding: .utf8)
      #expect(text.contains("records: 1 examined, 0 faults") && !text.contains("SENTINEL"))
      try bench.extension("snapshot", "todo", "--json").expectFailure(4, "store-missing")
      try bench.app("init").expectSuccess()
      try bench.extension("snapshot", "todo", "--json").expectFailure(3, "not-found")
    }

    @Test func aLogOfAnotherFileIsMovedAsideAndTheStoreGoesOnAboveIt() throws {
      let backup = bench.folder + "/backup.sqlite"
      try bench.app("backup", backup).expectSuccess()
      let killed = try bench.app("count", "set", "todo", "4", fault: "after-notice=kill")
      try #require(killed.status == .killed(signal: 9))
      // As people restore: the file keeps its inode.
      let copy = Launch(["/bin/cp", backup, bench.store.store])
      try #require(try Child(copy).wait().exitCode == 0)
      let failure = try bench.extension("snapshot", "todo", "--json").expectFailure(9, "replaced")
      #expect(failure?.hint?.contains("app reset --keep-evidence DIR --discard-log") == true)
      let report: Report = try bench.app(
        "reset", "--keep-evidence", evidence, "--discard-log", "--yes", "--json"
      ).decoded()
      #expect(report.files == ["store.sqlite-wal", "store.sqlite-shm"])
      #expect(report.storeRevision == 3)
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == 3 && record.storeRevision == 3)
      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok)
    }

    @Test func aLogWithoutWhichTheStoreDoesNotHoldTogetherStays() throws {
      let file = try FileHandle(forUpdating: URL(filePath: bench.store.store))
      try file.truncate(atOffset: 40_960)
      try file.close()
      let before = try FolderImage(bench.store.directory)
      try bench.app("reset", "--keep-evidence", evidence, "--discard-log", "--yes", "--json")
        .expectFailure(8, "damaged")
      #expect(try FolderImage(bench.store.directory) == before)
    }

    @Test func aFolderThatHoldsSuchFilesIsNotWrittenOver() throws {
      try bench.app("reset", "--keep-evidence", evidence, "--yes").expectSuccess()
      try bench.app("init").expectSuccess()
      let before = try FolderImage(bench.folder)
      try bench.app("reset", "--keep-evidence", evidence, "--yes", "--json")
        .expectFailure(15, "exists")
      #expect(try FolderImage(bench.folder) == before)
      try bench.app("status").expectSuccess()
    }

    @Test func theContainerIsNoPlaceAndNothingIsNoStore() throws {
      try bench.app("reset", "--keep-evidence", bench.store.container + "/aside", "--yes", "--json")
        .expectFailure(78, "configuration")
      try bench.app("reset", "--keep-evidence", evidence, "--json").expectFailure(64, "usage")
      try bench.app("reset", "--keep-evidence", evidence, "--yes").expectSuccess()
      try bench.app("reset", "--keep-evidence", evidence + "2", "--yes", "--json")
        .expectFailure(4, "store-missing")
    }

    @Test func anotherFileSystemIsAPlaceToo() throws {
      let other = "/dev/shm/shared-store-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: other) }
      let before = try FolderImage.Entry(path: bench.store.store)
      try bench.app("reset", "--keep-evidence", other, "--yes").expectSuccess()
      #expect(try FolderImage.Entry(path: other + "/store.sqlite") == before)
      #expect(try FolderImage(bench.store.directory).names == ["store.lock", "store.turn"])
    }

    @Test func aProcessThatHasTheStoreOpenIsTold() throws {
      let writer = try bench.contentionWriter(milliseconds: 60_000)
      try bench.app("reset", "--keep-evidence", evidence, "--yes").expectSuccess()
      writer.resume()
      #expect(try writer.wait().exitCode == 9)
      #expect(!FileManager.default.fileExists(atPath: bench.store.store))
    }
  }
}
