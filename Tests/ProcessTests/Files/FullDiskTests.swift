import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite(.needsSmallDisk) struct FullDiskTests {
    let bench: Workbench
    let disk: SmallDisk

    init() throws {
      bench = try Workbench(initialized: false)
      disk = try SmallDisk(megabytes: 2)
    }

    private func run(_ tool: Tool, _ arguments: String..., input: String = "") throws -> Outcome {
      let outcome = try bench.run(
        tool, arguments + ["--json"], input: input,
        environment: ["SHARED_STORE_CONTAINER": disk.path])
      // Memory that is mapped from a full disk could end the process by a signal.
      #expect(outcome.exitCode != nil, "\(outcome.testDescription)")
      return outcome
    }

    private let large = "[\"" + String(repeating: "x", count: 300_000) + "\"]"

    @Test func theLastValueStaysReadableAndWritingWorksAgainAfterwards() throws {
      try run(.app, "init").expectSuccess()
      try run(.app, "count", "set", "todo", "3").expectSuccess()
      try disk.fill()
      try run(.app, "publish", "note", input: large).expectFailure(10, "full")
      let record: RecordReport = try run(.extension, "snapshot", "todo").decoded()
      #expect(record.revision == 1 && record.count == 3 && record.storeRevision == 1)
      try run(.extension, "snapshot", "note").expectFailure(3, "not-found")
      let check: CheckReport = try run(.app, "check").decoded()
      #expect(check.ok)

      try disk.free()
      let small: ReceiptReport = try run(.app, "count", "set", "todo", "4").decoded()
      let note: ReceiptReport = try run(.app, "publish", "note", input: large).decoded()
      #expect(small.revision == 2 && note.revision == 3)
      let again: RecordReport = try run(.extension, "snapshot", "todo").decoded()
      #expect(again.revision == 2 && again.count == 4 && again.storeRevision == 3)
    }

    @Test func smallWritesOnAFullDiskAreCommittedWholeOrNotAtAll() throws {
      try run(.app, "init").expectSuccess()
      try disk.fill()
      var revision: Int64 = 0
      var failures = 0
      for _ in 0..<10 {
        let outcome = try run(.app, "count", "add", "todo", "1")
        if outcome.exitCode == 0 {
          revision += 1
        } else {
          outcome.expectFailure(10, "full")
          failures += 1
        }
        let status: StatusReport = try run(.extension, "status").decoded()
        #expect(status.storeRevision == revision)
      }
      #expect(failures > 0)
      try disk.free()
      let receipt: ReceiptReport = try run(.app, "count", "add", "todo", "1").decoded()
      #expect(receipt.revision == revision + 1 && receipt.count == revision + 1)
    }

    @Test func aWriterThatFindsNoRoomForTheLogLeavesTheStoreReadable() throws {
      try run(.app, "init").expectSuccess()
      try run(.app, "count", "set", "todo", "3").expectSuccess()
      let folder = disk.path + "/SharedStore/"
      for name in ["store.sqlite-wal", "store.sqlite-shm"] {
        try FileManager.default.removeItem(atPath: folder + name)
      }
      try disk.fill()
      try run(.app, "count", "set", "todo", "4").expectFailure(10, "full")
      let record: RecordReport = try run(.extension, "snapshot", "todo").decoded()
      #expect(record.revision == 1 && record.count == 3)
      try disk.free()
      let receipt: ReceiptReport = try run(.app, "count", "set", "todo", "4").decoded()
      #expect(receipt.revision == 2)
    }

    @Test func initOnAFullDiskLeavesNoStoreAndWorksAfterwards() throws {
      try disk.fill()
      try run(.app, "init").expectFailure(10, "full")
      try run(.extension, "status").expectFailure(4, "store-missing")
      try disk.free()
      try run(.app, "init").expectSuccess()
      try run(.app, "count", "set", "todo", "3").expectSuccess()
    }

    @Test func aBackupOntoAFullDiskLeavesNothing() throws {
      try bench.app("init").expectSuccess()
      try disk.fill()
      let names = try FolderImage(disk.path).names
      try bench.app("backup", disk.path + "/copy", "--json").expectFailure(10, "full")
      #expect(try FolderImage(disk.path).names == names)
      try disk.free()
      try bench.app("backup", disk.path + "/copy", "--json").expectSuccess()
    }
  }
}
