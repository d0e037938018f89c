import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite(.needsRoot) struct OtherUserTests {
    let bench: Workbench
    let tools: PublicTools

    init() throws {
      bench = try Workbench()
      tools = try PublicTools()
      try bench.app("count", "set", "todo", "3").expectSuccess()
    }

    /// Lets others look at the store, as a person would with `chmod`.
    private func allowReading(folderMode: Int = 0o755) throws {
      let files = FileManager.default
      for folder in [bench.store.container, bench.store.directory] {
        try files.setAttributes([.posixPermissions: folderMode], ofItemAtPath: folder)
      }
      for name in try files.contentsOfDirectory(atPath: bench.store.directory) {
        try files.setAttributes(
          [.posixPermissions: 0o644], ofItemAtPath: bench.store.directory + "/" + name)
      }
    }

    /// Names and owners of the store's files.
    private func owners() throws -> [String: Int] {
      let names = try FileManager.default.contentsOfDirectory(atPath: bench.store.directory)
      return try Dictionary(
        uniqueKeysWithValues: names.map { name in
          let attributes = try FileManager.default.attributesOfItem(
            atPath: bench.store.directory + "/" + name)
          return (name, try #require(attributes[.ownerAccountID] as? Int))
        })
    }

    @Test func theDefaultModesKeepAnotherUserOut() throws {
      try tools.run(.extension, "snapshot", "todo", "--json", in: bench)
        .expectFailure(6, "unreadable")
      try tools.run(.extension, "status", "--json", in: bench).expectFailure(6, "unreadable")
      try tools.run(.app, "count", "add", "todo", "1", "--json", in: bench)
        .expectFailure(6, "unreadable")
      let timeline = try tools.run(.extension, "timeline", "todo", "--json", in: bench)
      #expect(timeline.exitCode == 6 && timeline.output.contains(#""reason":"unreadable""#))
    }

    @Test func filesThatOnlyTheirOwnerMayReadAreUnreadableInAnOpenFolder() throws {
      for folder in [bench.store.container, bench.store.directory] {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
      }
      let before = try owners()
      let failure = try tools.run(.extension, "snapshot", "todo", "--json", in: bench)
        .expectFailure(6, "unreadable")
      #expect(failure?.hint?.contains("755") == true)
      #expect(try owners() == before)
    }

    /// What the writer may be doing while another user reads.
    enum Writer: CaseIterable {
      case gone, idle, committed, inTransaction, goneWithItsSidecars
    }

    @Test(arguments: Writer.allCases, [0o755, 0o777])
    func withReadPermissionAnotherUserReadsTheCurrentRevisionAndLeavesNothing(
      writer: Writer, folderMode: Int
    ) throws {
      var child: Child?
      switch writer {
      case .gone: break
      case .idle: child = try bench.contentionWriter(milliseconds: 1)
      case .committed: child = try bench.stoppedApp(at: "after-notice", "count", "add", "todo", "1")
      case .inTransaction:
        child = try bench.stoppedApp(at: "before-commit", "count", "add", "todo", "1")
      case .goneWithItsSidecars:
        for path in [bench.store.log, bench.store.logIndex] {
          try FileManager.default.removeItem(atPath: path)
        }
      }
      try allowReading(folderMode: folderMode)
      let before = try owners()
      let record: RecordReport = try tools.run(
        .extension, "snapshot", "todo", "--json", in: bench
      ).decoded()
      #expect(record.count == (writer == .committed ? 4 : 3))
      #expect(record.revision == (writer == .committed ? 2 : 1))
      try tools.run(.extension, "status", in: bench).expectSuccess()
      #expect(try owners() == before)
      child?.kill()
      // The owner goes on as if nobody had looked.
      try bench.app("count", "set", "todo", "9").expectSuccess()
      let next: RecordReport = try tools.run(
        .extension, "snapshot", "todo", "--json", in: bench
      ).decoded()
      #expect(next.count == 9)
      #expect(Set(try owners().values) == [0])
    }

    @Test func anIndexThatAKilledWriterLeftTooShortIsNoObstacle() throws {
      try Data().write(to: URL(filePath: bench.store.logIndex))
      try allowReading()
      let before = try owners()
      let record: RecordReport = try tools.run(
        .extension, "snapshot", "todo", "--json", in: bench
      ).decoded()
      #expect(record.revision == 1 && record.count == 3)
      #expect(try owners() == before)
    }

    @Test func aLogWithContentAndNoIndexNeedsAWriterFirst() throws {
      try bench.run(.app, ["count", "add", "todo", "1"], fault: "after-commit=kill")
      try FileManager.default.removeItem(atPath: bench.store.logIndex)
      try allowReading()
      let before = try owners()
      let image = try FolderImage(bench.store.directory)
      try tools.run(.extension, "snapshot", "todo", "--json", in: bench)
        .expectFailure(17, "recovery-needed")
      #expect(try owners() == before)
      #expect(try FolderImage(bench.store.directory) == image)
      try bench.app("init").expectSuccess()
      try allowReading()
      let record: RecordReport = try tools.run(
        .extension, "snapshot", "todo", "--json", in: bench
      ).decoded()
      #expect(record.revision == 2 && record.count == 4)
    }

    @Test(arguments: [0o755, 0o777])
    func anotherUserCannotWriteWhatItMayOnlyRead(folderMode: Int) throws {
      try allowReading(folderMode: folderMode)
      let image = try FolderImage(bench.store.directory)
      try tools.run(.app, "count", "add", "todo", "1", "--json", in: bench)
        .expectFailure(6, "unreadable")
      try tools.run(.app, "init", "--json", in: bench).expectFailure(6, "unreadable")
      #expect(try FolderImage(bench.store.directory) == image)
    }

    @Test func aWorkerThatTheSystemHidesIsUnknownAndNotGone() throws {
      try bench.makeFiles(1)
      let worker = try bench.stoppedApp(at: "before-unit", "import", bench.files)
      try allowReading()
      // proc(5): other people's processes have no folder then.
      let hiding = [
        "/usr/bin/unshare", "--mount", "/bin/sh", "-c",
        #"mount -t proc -o hidepid=2 proc /proc && exec "$@""#, "sh",
      ]
      func seen(_ prefix: [String]) throws -> String {
        let job: JobReport = try tools.run(
          .extension, "job", "show", "1", "--json", in: bench, prefix: prefix
        ).decoded()
        return job.worker
      }
      #expect(try seen([]) == "stopped" && seen(hiding) == "unknown")
      worker.kill()
      _ = try worker.wait()
      #expect(try seen([]) == "gone" && seen(hiding) == "gone")
    }
  }
}
