import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct ReplacedStoreTests {
    let bench: Workbench
    /// Another store of the same app group, closed and whole in one file.
    let other: String

    init() throws {
      bench = try Workbench()
      let second = try Workbench()
      other = bench.folder + "/other.sqlite"
      try second.app("count", "set", "todo", "500").expectSuccess()
      try FileManager.default.moveItem(atPath: second.store.store, toPath: other)
      try bench.app("count", "set", "todo", "1").expectSuccess()
    }

    private func move(_ from: String, to: String) throws {
      if FileManager.default.fileExists(atPath: to) {
        try FileManager.default.removeItem(atPath: to)
      }
      try FileManager.default.moveItem(atPath: from, toPath: to)
    }

    /// A writer that died right after its commit, so that the log holds a revision the file lacks.
    private func leaveALog() throws {
      let killed = try bench.app("count", "set", "todo", "2", fault: "after-commit=kill")
      try #require(killed.status == .killed(signal: 9))
    }

    @Test func aDeletedStoreBesideItsLogIsNotCreatedAnew() throws {
      try leaveALog()
      let away = bench.folder + "/away.sqlite"
      try move(bench.store.store, to: away)
      let names = try FolderImage(bench.store.directory).names
      try bench.extension("snapshot", "todo", "--json").expectFailure(4, "store-missing")
      try bench.app("count", "set", "todo", "3", "--json").expectFailure(4, "store-missing")
      try bench.app("status", "--json").expectFailure(4, "store-missing")
      try bench.app("init", "--json").expectFailure(9, "removed")
      #expect(try FolderImage(bench.store.directory).names == names)
      // Put back, it is whole: nobody applied or removed the log.
      try move(away, to: bench.store.store)
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision == 2 && record.count == 2)
    }

    @Test(arguments: ["transaction-begun", "before-commit"])
    func aStoreDeletedUnderAWriterIsReportedAndNotCreatedAnew(point: String) throws {
      let writer = try bench.stoppedApp(at: point, "count", "set", "todo", "2", "--json")
      try FileManager.default.removeItem(atPath: bench.store.store)
      try writer.resumeToEnd().expectFailure(9, "removed")
      #expect(!FileManager.default.fileExists(atPath: bench.store.store))
    }

    @Test func aStoreDeletedUnderAWriterThatIsOpenIsReported() throws {
      let writer = try bench.contentionWriter(milliseconds: 60_000)
      try FileManager.default.removeItem(atPath: bench.store.store)
      writer.resume()
      #expect(try writer.wait().exitCode == 9)
      #expect(!FileManager.default.fileExists(atPath: bench.store.store))
    }

    @Test func aStoreReplacedUnderAWriterIsReportedAndTheNewOneLeftAlone() throws {
      let writer = try bench.stoppedApp(
        at: "transaction-begun", "count", "set", "todo", "2", "--json")
      try move(other, to: bench.store.store)
      let before = try FolderImage.Entry(path: bench.store.store)
      try writer.resumeToEnd().expectFailure(9, "replaced")
      #expect(try FolderImage.Entry(path: bench.store.store) == before)
      try bench.extension("snapshot", "todo", "--json").expectFailure(9, "replaced")
    }

    @Test func aLogReplacedUnderAWriterIsReportedAndWhatItHeldIsNotCopiedIntoTheStore() throws {
      let writer = try bench.stoppedApp(
        at: "transaction-begun", "count", "set", "todo", "2", "--json")
      try move(bench.store.log, to: bench.folder + "/away-wal")
      try Data().write(to: URL(filePath: bench.store.log))
      let before = try FolderImage.Entry(path: bench.store.store)
      try writer.resumeToEnd().expectFailure(9, "replaced")
      #expect(try FolderImage.Entry(path: bench.store.store) == before)
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.revision == 1 && record.count == 1)
      let next: ReceiptReport = try bench.app("count", "set", "todo", "3", "--json").decoded()
      #expect(next.revision == 2)
    }

    @Test func aLogBesideAStoreThatWasRenamedOverItsOwnIsNeverApplied() throws {
      try leaveALog()
      try move(other, to: bench.store.store)
      let before = try FolderImage(bench.store.directory)
      for (tool, arguments) in [
        (Tool.extension, ["snapshot", "todo"]), (.extension, ["status"]), (.app, ["init"]),
        (.app, ["count", "set", "todo", "3"]), (.app, ["backup", "copy.sqlite"]),
      ] {
        try bench.run(tool, arguments + ["--json"]).expectFailure(9, "replaced")
      }
      let after = try FolderImage(bench.store.directory)
      for name in ["store.sqlite", "store.sqlite-wal"] {
        #expect(after.entries[name] == before.entries[name], "\(name)")
      }
      // With the log out of the way, the new store is what it was.
      for path in [bench.store.log, bench.store.logIndex] {
        try FileManager.default.removeItem(atPath: path)
      }
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == 500 && record.revision == 1)
      let next: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      #expect(next.count == 501 && next.revision == 2)
    }

    @Test(.needsSQLiteShell) func neitherIsItWhenTheStoreHasAnOlderSchema() throws {
      for path in [bench.store.store, bench.store.log, bench.store.logIndex] {
        try FileManager.default.removeItem(atPath: path)
      }
      let ids = ["a", "b"].map { String(repeating: $0, count: 36) }
      let older = bench.folder + "/older.sqlite"
      try FirstSchema.make(older, for: bench.store, id: ids[0])
      try FirstSchema.make(bench.store.store, for: bench.store, id: ids[1])
      // A shell that ends without closing leaves a log that names its file.
      var shell = Launch([try #require(SQLiteShell.path), bench.store.store])
      shell.input = Array(
        "UPDATE store SET file_inode = 1;\n.system kill -9 $PPID\n".utf8)
      #expect(try Child(shell).wait().status == .killed(signal: 9))
      try move(older, to: bench.store.store)
      let before = try FolderImage(bench.store.directory)
      try bench.app("init", "--json").expectFailure(9, "replaced")
      let after = try FolderImage(bench.store.directory)
      for name in ["store.sqlite", "store.sqlite-wal"] {
        #expect(after.entries[name] == before.entries[name], "\(name)")
      }
    }

    @Test func aStoreMovedWithoutItsLogIsBehindWhatWasReadBefore() throws {
      try leaveALog()
      let elsewhere = try Workbench(initialized: false)
      try FileManager.default.createDirectory(
        atPath: elsewhere.store.directory, withIntermediateDirectories: true)
      try move(bench.store.store, to: elsewhere.store.store)
      let failure = try elsewhere.extension("snapshot", "todo", "--at-least", "2", "--json")
        .expectFailure(13, "behind")
      #expect(failure?.message.contains("revision 1") == true)
    }

    /// A reader that has read the store and waits for a revision that will not come.
    private func waitingReader() throws -> Child {
      let reader = try bench.start(
        .extension,
        ["snapshot", "todo", "--at-least", "99", "--wait", "60s", "--json", "--log-level", "info"])
      try eventually("the reader has read") { reader.error.contains("event=read ") }
      return reader
    }

    private func expectReport(_ word: String, by reader: Child) throws {
      let outcome = try reader.wait()
      #expect(outcome.exitCode == 9, "\(outcome.testDescription)")
      #expect(outcome.error.contains(#""code":"\#(word)""#), "\(outcome.testDescription)")
      #expect(outcome.output.isEmpty)
    }

    @Test func aRunningReaderReportsThatTheStoreWasRemoved() throws {
      let reader = try waitingReader()
      try FileManager.default.removeItem(atPath: bench.store.directory)
      try expectReport("removed", by: reader)
    }

    @Test func aRunningReaderReportsAnotherStore() throws {
      let reader = try waitingReader()
      try reader.stop()
      for path in [bench.store.log, bench.store.logIndex] {
        try FileManager.default.removeItem(atPath: path)
      }
      try move(other, to: bench.store.store)
      reader.resume()
      try expectReport("replaced", by: reader)
    }

    @Test func aRunningReaderReportsAnOlderCopyOfTheSameStore() throws {
      let copy = bench.folder + "/copy.sqlite"
      try bench.app("backup", copy).expectSuccess()
      try bench.app("count", "set", "todo", "2").expectSuccess()
      let reader = try waitingReader()
      try reader.stop()
      for path in [bench.store.log, bench.store.logIndex] {
        try FileManager.default.removeItem(atPath: path)
      }
      try move(copy, to: bench.store.store)
      // Until it has a log again, anybody may be writing it.
      try bench.extension("snapshot", "todo", "--json").expectFailure(17, "recovery-needed")
      try bench.app("init").expectSuccess()
      reader.resume()
      try expectReport("rewound", by: reader)
    }
  }
}
