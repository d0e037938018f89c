import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// Between calls nothing is held (contract F2), and `status` names whoever holds something.
  @Suite(.needsLockList) struct IdleTests {
    let bench: Workbench

    /// Two thousand frames and the log's header.
    private static let keptLogBytes = 2_000 * 4_120 + 32

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "0").expectSuccess()
    }

    /// The kernel's list of locks on the store's files, of one process: kind, mode, first byte.
    private func locks(of process: Child) throws -> [[Substring]] {
      let inodes = try FolderImage(bench.store.directory).names.map { name in
        let path = bench.store.directory + "/" + name
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return ":\(try #require(attributes[.systemFileNumber] as? Int))"
      }
      let list = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      return list.split(separator: "\n").map { $0.split(separator: " ") }.filter { fields in
        fields.count >= 8 && fields[4] == "\(process.processID)"
          && inodes.contains { fields[5].hasSuffix($0) }
      }
    }

    /// Whether a lock keeps another process from anything: all but a shared one on the database
    /// and on the byte that says that the index is in use.
    private func isInTheWay(_ lock: [Substring]) -> Bool {
      lock[1] == "FLOCK" || lock[3] == "WRITE" || (120...127).contains(Int(lock[6]) ?? 0)
    }

    @Test func anOpenWriterHoldsNoLockBetweenItsCalls() throws {
      let writer = try bench.contentionWriter(milliseconds: 1)
      #expect(try locks(of: writer).filter(isInTheWay).isEmpty)
      let status: StatusReport = try bench.extension("status", "--json").decoded()
      #expect(status.lockHolder == nil)
    }

    @Test func aWaitingReaderHoldsNoLockBetweenItsLooks() throws {
      let reader = try bench.start(
        .extension,
        ["snapshot", "todo", "--at-least", "99", "--wait", "60s", "--json", "--log-level", "info"])
      try eventually("the reader has read") { reader.error.contains("event=read ") }
      try eventually("the reader holds no lock", patience: .seconds(5)) {
        try locks(of: reader).filter(isInTheWay).isEmpty
      }
    }

    @Test func anInsideWriterIsSeenInTheSameList() throws {
      let writer = try bench.stoppedApp(at: "before-commit", "count", "set", "todo", "2")
      let held = try locks(of: writer).filter(isInTheWay)
      #expect(held.contains { $0[1] == "FLOCK" } && held.contains { $0[1] == "POSIX" })
    }

    @Test(.needsSQLiteShell) func aReaderThatPinsTheLogIsNamedAndTheLogShrinksAfterwards() throws {
      var shell = Launch([try #require(SQLiteShell.path), "-readonly", bench.store.store])
      // The shell stops itself inside its read transaction.
      shell.input = Array("BEGIN; SELECT count(*) FROM store;\n.system kill -STOP $PPID\n".utf8)
      let pinning = try Child(shell)
      try pinning.waitUntilStopped()
      let quiet: StatusReport = try bench.extension("status", "--json").decoded()
      #expect(quiet.pinnedReader == .init(pid: pinning.processID, stopped: true))

      let writer = try bench.contentionWriter(milliseconds: 60_000)
      writer.resume()
      try eventually("the log is longer than it may be kept") {
        try logBytes() > IdleTests.keptLogBytes
      }
      pinning.kill()
      try eventually("the log is begun anew") {
        try logBytes() <= IdleTests.keptLogBytes
      }
      #expect(writer.poll() == nil)
    }

    /// Asked of the file system, since a reader would hold the log back for a moment.
    private func logBytes() throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: bench.store.log)
      return try #require(attributes[.size] as? Int)
    }

    @Test func theLogStaysBoundedWhileAWriterGoesOnFlatOut() throws {
      let writer = try bench.contentionWriter(milliseconds: 60_000, acknowledging: true)
      writer.resume()
      var largest = 0
      // A commit is several frames, and a checkpoint comes every thousand of them.
      try eventually("a thousand commits are acknowledged") {
        largest = try max(largest, logBytes())
        return writer.output.split(separator: "\n").count >= 1_000
      }
      #expect(largest > 0 && largest <= IdleTests.keptLogBytes)
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the test only where the kernel lists who holds which lock.
  fileprivate static var needsLockList: Self {
    .enabled(
      if: FileManager.default.fileExists(atPath: "/proc/locks"), "SKIPPED: there is no /proc/locks."
    )
  }
}
