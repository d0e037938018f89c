import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct DamageTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "3", "--title", "before").expectSuccess()
      try bench.app("count", "set", "todo", "4", "--title", "SENTINEL").expectSuccess()
    }

    private func expectDamaged(
      _ commands: [(Tool, [String])], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let before = try FolderImage.Entry(path: bench.store.store)
      for (tool, arguments) in commands {
        let outcome = try bench.run(tool, arguments + ["--json"])
        outcome.expectFailure(8, "damaged", sourceLocation: sourceLocation)
        #expect(outcome.duration < .seconds(2), sourceLocation: sourceLocation)
      }
      #expect(
        try FolderImage.Entry(path: bench.store.store) == before, sourceLocation: sourceLocation)
      #expect(try FolderImage(bench.folder).names.isEmpty, sourceLocation: sourceLocation)
    }

    private static let reading: [(Tool, [String])] = [
      (.app, ["snapshot", "todo"]), (.extension, ["snapshot", "todo"]),
      (.app, ["count", "add", "todo", "1"]), (.app, ["backup", "copy.sqlite"]),
    ]

    @Test(arguments: [1, 2, 4])
    func aTruncatedFileIsDamagedInBothToolsAndLeftAlone(divisor: UInt64) throws {
      let file = try FileHandle(forUpdating: URL(filePath: bench.store.store))
      let size = try file.seekToEnd()
      // All but the last page; a half; a quarter.
      try file.truncate(atOffset: divisor == 1 ? size - 4_096 : size / divisor)
      try file.close()
      try expectDamaged(
        DamageTests.reading + [(.app, ["status"]), (.extension, ["status"]), (.app, ["init"])])
    }

    @Test(
      .needsSQLiteShell,
      arguments: [
        "payload = replace(payload, '4', '5')", "count = 5", "title = 'other'",
        "changed_at = changed_at + 1", "revision = 99", "kind = 'other'",
      ])
    func aRecordThatWasChangedByHandDoesNotMatchItsChecksum(change: String) throws {
      try SQLiteShell.run(
        bench.store.store, "UPDATE snapshots SET \(change) WHERE revision = 2")
      let kind = change.hasPrefix("kind") ? "other" : "todo"
      try expectDamaged([
        (.app, ["snapshot", kind]), (.extension, ["snapshot", kind]),
        (.app, ["count", "add", kind, "1"]), (.app, ["backup", "copy.sqlite"]),
      ])
      try expectOneFault()
    }

    @Test func aFlippedByteOfAPayloadIsFoundInBothTools() throws {
      let path = URL(filePath: bench.store.store)
      var bytes = try Data(contentsOf: path)
      var flipped = 0
      // The title stands in its column and in the payload; one bit of each place is turned.
      while let range = bytes.range(of: Data("SENTINEL".utf8)) {
        bytes[range.lowerBound] ^= 1
        flipped += 1
      }
      try #require(flipped >= 2)
      try bytes.write(to: path)
      try expectDamaged(DamageTests.reading)
      try expectOneFault()
    }

    private func expectOneFault(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let check = try bench.app("check", "--json")
      #expect(check.exitCode == 8, sourceLocation: sourceLocation)
      let report = try JSONDecoder().decode(CheckReport.self, from: Data(check.output.utf8))
      #expect(
        report.finding("records") == .init(name: "records", examined: 2, faults: 1),
        sourceLocation: sourceLocation)
      #expect(!report.ok, sourceLocation: sourceLocation)
    }

    @Test(.needsSQLiteShell) func olderVersionsOfADamagedRecordStayAndPublishingHealsIt() throws {
      try SQLiteShell.run(
        bench.store.store, "UPDATE snapshots SET count = 5 WHERE revision = 2")
      let older: RecordReport = try bench.extension(
        "snapshot", "todo", "--revision", "1", "--json"
      ).decoded()
      #expect(older.count == 3 && older.title == "before")
      let receipt: ReceiptReport = try bench.app("count", "set", "todo", "4", "--json").decoded()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(receipt.changed && receipt.revision == 3)
      #expect(record.revision == 3 && record.count == 4)
    }

    @Test(.needsSQLiteShell) func aStoreWithoutItsIdentityRowIsDamaged() throws {
      try SQLiteShell.run(bench.store.store, "DELETE FROM store")
      try expectDamaged(DamageTests.reading + [(.app, ["init"]), (.extension, ["status"])])
    }
  }
}
