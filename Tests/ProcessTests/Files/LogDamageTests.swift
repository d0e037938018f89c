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

    @Test func aFlippedByteInTheLogIsNotAQuietOldAnswerToWhoeverSawMore() throws {
      try flip(bench.store.log, at: 0.5)
      let failure = try bench.extension(
        "snapshot", "todo", "--at-least", "\(last)", "--json"
      ).expectFailure(13, "behind")
      #expect(failure?.message.contains("revision \(last) was not reached") == true)
      // What is left is a whole older revision, and the writer goes on from there.
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision < last && record.count == record.revision)
      let next: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      #expect(next.revision == record.revision + 1)
      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok)
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

    @Test func aDeletedLogIsNotAQuietOldAnswerToWhoeverSawMore() throws {
      try FileManager.default.removeItem(atPath: bench.store.log)
      try bench.extension("snapshot", "todo", "--at-least", "\(last)", "--json")
        .expectFailure(13, "behind")
      try bench.extension("status", "--json").expectSuccess()
      let next: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision == next.revision && record.count == record.revision)
    }
  }
}
