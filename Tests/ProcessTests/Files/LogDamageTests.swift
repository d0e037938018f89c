import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct LogDamageTests {
    let bench: Workbench
    /// What was committed, and lies in the log alone.
    let last: Int64

    init() throws {
      bench = try Workbench()
      let writer = try bench.contentionWriter(milliseconds: 60_000, acknowledging: true)
      writer.resume()
      try eventually("fifty revisions are acknowledged") {
        writer.output.split(separator: "\n").count >= 50
      }
      writer.kill()
      let lines = try writer.wait().output.split(separator: "\n")
      // A checkpoint comes at 1000 frames, far beyond these.
      last = try #require(lines.last.flatMap { Int64($0) })
    }

    private func flip(_ path: String, at fraction: Double) throws {
      var bytes = try Data(contentsOf: URL(filePath: path))
      let middle = Int(Double(bytes.count) * fraction)
      for index in middle..<middle + 4 { bytes[index] ^= 0xff }
      try bytes.write(to: URL(filePath: path))
    }

    /// What was announced is not there any more: said to everybody until a writer has settled it,
    /// who goes on above it.
    private func expectRewound() throws {
      for _ in 0..<2 {
        try bench.extension("snapshot", "todo", "--json").expectFailure(9, "rewound")
        try bench.extension("snapshot", "todo", "--at-least", "\(last)", "--json")
          .expectFailure(9, "rewound")
      }
      let status: StatusReport = try bench.app("status", "--json").decoded()
      let announced = try #require(status.announcedRevision)
      #expect(announced >= last && status.storeRevision < announced)
      // What is left is a whole older revision.
      let old: RecordReport = try bench.extension("snapshot", "todo", "--as-is", "--json").decoded()
      #expect(old.revision <= status.storeRevision && old.count == old.revision)
      let check: CheckReport = try bench.app("check", "--json").decoded(exitCode: 8)
      #expect(check.findings.filter { $0.faults > 0 }.map(\.name) == ["notice"])
      let next: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      #expect(next.revision == announced + 2 && next.count == old.revision + 1)
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision == next.revision && record.count == next.count)
      let sound: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(sound.ok)
    }

    @Test func aFlippedByteInTheLogIsNoQuietOldAnswer() throws {
      try flip(bench.store.log, at: 0.5)
      try expectRewound()
    }

    @Test func withoutItsIndexTheLogWaitsForAWriter() throws {
      try FileManager.default.removeItem(atPath: bench.store.logIndex)
      let before = try FolderImage(bench.store.directory)
      let failure = try bench.extension("snapshot", "todo", "--json")
        .expectFailure(17, "recovery-needed")
      #expect(try FolderImage(bench.store.directory) == before)
      // The hint names a command; it is enough.
      let hint = try #require(failure?.hint)
      let command = try #require(hint.split(separator: "'").dropFirst().first)
      try bench.run(.app, command.split(separator: " ").dropFirst().map(String.init))
        .expectSuccess()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision >= last && record.count == record.revision)
    }

    @Test func aForgedIndexIsRebuiltFromTheLog() throws {
      try flip(bench.store.logIndex, at: 0.01)
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision >= last && record.count == record.revision)
    }

    @Test func aDeletedLogIsNoQuietOldAnswer() throws {
      // One record, so that there is something left.
      let copy = bench.folder + "/log"
      try FileManager.default.moveItem(atPath: bench.store.log, toPath: copy)
      try bench.extension("snapshot", "todo", "--json").expectFailure(9, "rewound")
      let next: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision == next.revision && next.revision > last + 1)
      // Put back, it is no longer the store's.
      try FileManager.default.removeItem(atPath: bench.store.log)
      try FileManager.default.moveItem(atPath: copy, toPath: bench.store.log)
      try FileManager.default.removeItem(atPath: bench.store.logIndex)
      try bench.app("init", "--json").expectFailure(9, "replaced")
    }
  }
}
