import Foundation
import SharedStoreTesting
import SharedStoreSystem
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ProcessTests {
  @Suite struct LockFileTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "1").expectSuccess()
    }

    @Test func aDeletedLockFileLetsNoSecondWriterIn() throws {
      let stopped = try bench.stoppedApp(
        at: "transaction-begun", "count", "add", "todo", "1", "--json")
      try FileManager.default.removeItem(atPath: bench.store.lock)
      let failure = try bench.app("count", "add", "todo", "1", "--timeout", "300ms", "--json")
        .expectFailure(5, "busy")
      #expect(failure?.message.contains("process \(stopped.processID), which is stopped,") == true)
      stopped.resume()
      let first: ReceiptReport = try stopped.wait().decoded()
      let second: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      #expect(first.revision == 2 && first.count == 2)
      #expect(second.revision == 3 && second.count == 3)
    }

    @Test(.needsLockList) func anOpenWriterFollowsToTheNewLockFile() throws {
      let open = try bench.contentionWriter(milliseconds: 1, acknowledging: true)
      try FileManager.default.removeItem(atPath: bench.store.lock)
      let inside = try bench.stoppedApp(at: "lock-acquired", "count", "add", "todo", "1", "--json")
      open.resume()
      // The head of the queue holds the turnstile while it waits for the lock.
      try eventually("the open writer waits") {
        let held = try KernelLocks().held(by: open, of: bench.store.turn)
        return !held.isEmpty || !open.output.isEmpty
      }
      let first: ReceiptReport = try inside.resumeToEnd().decoded()
      #expect(first.revision == 2)
      #expect(try open.wait().output.hasPrefix("3\n"))
    }

    @Test func writersGoOnWhileSomebodyDeletesTheirLockFiles() throws {
      let writers = try (0..<3).map { _ in try bench.contentionWriter(milliseconds: 600) }
      for writer in writers { writer.resume() }
      while writers.contains(where: { $0.poll() == nil }) {
        for path in [bench.store.lock, bench.store.turn] {
          try? FileManager.default.removeItem(atPath: path)
        }
        // Often, but not so often that no writer gets on; no order is guessed.
        usleep(5_000)
      }
      let reports = try writers.map { try $0.wait().decoded(ContentionReport.self) }
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == Int64(1 + reports.map(\.commits).reduce(0, +)))
      #expect(record.storeRevision == record.count)
      #expect(reports.map(\.busy) == [0, 0, 0])
      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok)
    }

    /// What somebody may put in the place of a lock file.
    enum Plant: CaseIterable {
      case link, danglingLink, hardLink, pipe, directory

      func put(at path: String, foreign: String) throws {
        let files = FileManager.default
        try? files.removeItem(atPath: path)
        switch self {
        case .link: try files.createSymbolicLink(atPath: path, withDestinationPath: foreign)
        case .danglingLink:
          try files.createSymbolicLink(atPath: path, withDestinationPath: foreign + "-new")
        case .hardLink: try files.linkItem(atPath: foreign, toPath: path)
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        case .directory: try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
      }
    }

    @Test(arguments: Plant.allCases)
    func whatIsNoPlainFileIsRefusedAndNotWritten(plant: Plant) throws {
      let foreign = bench.folder + "/foreign"
      try Data("untouched".utf8).write(to: URL(filePath: foreign))
      for path in [bench.store.lock, bench.store.turn] {
        try plant.put(at: path, foreign: foreign)
        for arguments in [["count", "add", "todo", "1"], ["init"]] {
          let outcome = try bench.run(.app, arguments + ["--json"])
          outcome.expectFailure(78, "configuration")
          #expect(outcome.duration < .seconds(2))
        }
        let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
        #expect(record.revision == 1)
        try FileManager.default.removeItem(atPath: path)
      }
      #expect(try FolderImage(bench.folder).names == ["foreign"])
      #expect(try Data(contentsOf: URL(filePath: foreign)) == Data("untouched".utf8))
      try bench.app("count", "add", "todo", "1").expectSuccess()
    }
  }
}
