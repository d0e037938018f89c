import Foundation
import SharedStoreTesting
import TestSupport
import Testing

extension ProcessTests {
  @Suite struct InitTests {
    let bench: Workbench

    /// What an initialized store's folder holds, and nothing else.
    private static let names = [
      "store.lock", "store.sqlite", "store.sqlite-shm", "store.sqlite-wal", "store.turn",
    ]

    init() throws {
      bench = try Workbench(initialized: false)
    }

    @Test func thirtyTwoAtOnceMakeOneStore() throws {
      for _ in Campaign.inits.rounds(3, of: 1_000) { try expectOneStoreOfThirtyTwo() }
    }

    private func expectOneStoreOfThirtyTwo() throws {
      let bench = try Workbench(initialized: false)
      let children = try (0..<32).map { _ in try bench.start(.app, ["init", "--json"]) }
      let reports = try children.map { try $0.wait().decoded(CreatedReport.self) }
      #expect(Set(reports.map(\.storeUUID)).count == 1)
      #expect(reports.contains { $0.created })
      #expect(try FolderImage(bench.store.directory).names == InitTests.names)
    }

    @Test(arguments: ["folder-created", "turn-taken", "store-built"])
    func killedBeforeTheStoreExistsItLeavesNone(point: String) throws {
      let killed = try bench.app("init", fault: point + "=kill")
      #expect(killed.status == .killed(signal: 9))
      try bench.extension("snapshot", "todo", "--json").expectFailure(4, "store-missing")
      try bench.app("count", "add", "todo", "1", "--json").expectFailure(4, "store-missing")
      try expectInitialized()
    }

    @Test func killedOnceTheStoreExistsItLeavesAWholeOne() throws {
      let killed = try bench.app("init", fault: "store-linked=kill")
      #expect(killed.status == .killed(signal: 9))
      let status: StatusReport = try bench.extension("status", "--json").decoded()
      #expect(status.storeRevision == 0)
      try expectInitialized()
      let again: StatusReport = try bench.extension("status", "--json").decoded()
      #expect(again.storeUUID == status.storeUUID)
    }

    @Test func killedBetweenTheLogsFirstBytesAndItsFirstCommitItLeavesAWholeStore() throws {
      try bench.app("init", fault: "store-linked=kill")
      // What SQLite writes first: the log's header, or frames that no commit follows.
      try Data(count: 4_152).write(to: URL(filePath: bench.store.log))
      try Data().write(to: URL(filePath: bench.store.logIndex))
      let status: StatusReport = try bench.extension("status", "--json").decoded()
      #expect(status.storeRevision == 0)
      try expectInitialized()
    }

    @Test func killedAtAnyMomentTheNextOneSucceeds() throws {
      var random = SeededGenerator(seed: 20_261_025)
      var killed = 0
      for _ in 0..<40 {
        let bench = try Workbench(initialized: false)
        let child = try bench.start(.app, ["init"])
        // The moment is random on purpose: every one of them must be survived.
        usleep(.random(in: 0...12_000, using: &random))
        child.kill()
        if try child.wait().exitCode == nil { killed += 1 }
        let reader = try bench.extension("status", "--json")
        if reader.exitCode != 0 { reader.expectFailure(4, "store-missing") }
        try bench.app("init").expectSuccess()
        #expect(try FolderImage(bench.store.directory).names == InitTests.names)
      }
      #expect(killed > 0)
    }

    @Test func anExistingStoreStaysAsItIs() throws {
      let first: CreatedReport = try bench.app("init", "--json").decoded()
      try bench.app("count", "set", "todo", "3").expectSuccess()
      let second: CreatedReport = try bench.app("init", "--json").decoded()
      #expect(first.created && !second.created)
      #expect(second.storeUUID == first.storeUUID && second.storeRevision == 1)
    }

    @Test func theStoreOfAnotherAppGroupIsNotTakenOver() throws {
      try bench.app("init").expectSuccess()
      let before = try FolderImage.Entry(path: bench.store.store)
      try bench.app("init", "--app-group", "group.other", "--json")
        .expectFailure(78, "configuration")
      #expect(try FolderImage.Entry(path: bench.store.store) == before)
    }

    @Test(arguments: ["000", "022", "077"])
    func folderAndFilesAreTheOwnersAloneWhateverTheMask(mask: String) throws {
      let shell = ["/bin/sh", "-c", #"umask "$0"; exec "$@""#, mask]
      try bench.run(.app, ["init"], prefix: shell).expectSuccess()
      try bench.run(.app, ["count", "set", "todo", "3"], prefix: shell).expectSuccess()
      let attributes = try FileManager.default.attributesOfItem(atPath: bench.store.directory)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
      for (name, entry) in try FolderImage(bench.store.directory).entries {
        guard case .file(_, let mode) = entry else {
          Issue.record("\(name) is no file")
          continue
        }
        #expect(mode == 0o600, "\(name)")
      }
    }

    private func expectInitialized(sourceLocation: SourceLocation = #_sourceLocation) throws {
      try bench.app("init").expectSuccess(sourceLocation: sourceLocation)
      #expect(
        try FolderImage(bench.store.directory).names == InitTests.names,
        sourceLocation: sourceLocation)
      let receipt: ReceiptReport = try bench.app("count", "set", "todo", "3", "--json").decoded()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(receipt.revision == 1 && record.revision == 1, sourceLocation: sourceLocation)
    }
  }
}
