import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite(.needsSQLiteShell) struct MigrationTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench(initialized: false)
      try FileManager.default.createDirectory(
        atPath: bench.store.directory, withIntermediateDirectories: true)
      let id = String(repeating: "a", count: 36)
      try FirstSchema.make(bench.store.store, for: bench.store, id: id)
    }

    @Test func aReaderReadsAnOlderSchemaAndChangesNothing() throws {
      let before = try FolderImage.Entry(path: bench.store.store)
      for tool in Tool.forPeople {
        let status = try bench.run(tool, ["status", "--json"])
        #expect(status.output.contains(#""schema":1,"#), "\(status.testDescription)")
        try bench.run(tool, ["snapshot", "todo", "--json"]).expectFailure(3, "not-found")
      }
      #expect(try FolderImage.Entry(path: bench.store.store) == before)
    }

    @Test func writersAtOnceBringAnOlderSchemaUpToDateOnceAndAReaderIsToldOnce() throws {
      let reader = try bench.start(
        .extension,
        ["snapshot", "todo", "--at-least", "16", "--wait", "60s", "--json", "--log-level", "info"])
      try eventually("the reader has read") { reader.error.contains("not-found") }
      let writers = try (0..<16).map { _ in try bench.start(.app, ["count", "add", "todo", "1"]) }
      for writer in writers { try writer.wait().expectSuccess() }
      // A migration begins another line, at a revision of its own.
      let told = try reader.wait()
      #expect(told.exitCode == 9 && told.error.contains("rewound"), "\(told.testDescription)")
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == 16 && record.revision == 17)
      let status = try bench.extension("status", "--json").output
      #expect(!status.contains(#""schema":1,"#) && status.contains(#""schema":"#))
      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok)
    }
  }
}
