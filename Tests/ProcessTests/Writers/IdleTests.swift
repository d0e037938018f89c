import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// Between calls no lock and no transaction is held, and `status` names whoever holds something.
  @Suite(.needsLockList, .alone) struct IdleTests {
    let bench: Workbench

    /// Two thousand frames and the log's header.
    private static let keptLogBytes = 2_000 * 4_120 + 32

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "0").expectSuccess()
    }

    /// Locks of a process that keep another one from anything: all but a shared one on the database
    /// and on the byte that says that the index is in use.
    private func locksInTheWay(of process: Child) throws -> [KernelLocks.Lock] {
      let locks = try KernelLocks()
      return try FolderImage(bench.store.directory).names
        .flatMap { try locks.held(by: process, of: bench.store.directory + "/" + $0) }
        .filter { $0.kind == "FLOCK" || $0.isExclusive || (120...127).contains($0.firstByte) }
    }

    @Test func anOpenWriterHoldsNoLockBetweenItsCalls() throws {
      let writer = try bench.contentionWriter(milliseconds: 1)
      #expect(try locksInTheWay(of: writer).isEmpty)
      let status: StatusReport = try bench.extension("status", "--json").decoded()
      #expect(status.lockHolder == nil)
    }

    @Test func aWaitingReaderHoldsNoLockBetweenItsLooks() throws {
      let reader = try bench.start(
        .extension,
        ["snapshot", "todo", "--at-least", "99", "--wait", "60s", "--json", "--log-level", "info"])
      try eventually("the reader has read") { reader.error.contains("event=read ") }
      try eventually("the reader holds no lock", patience: .seconds(5)) {
        try locksInTheWay(of: reader).isEmpty
      }
    }

    @Test func anInsideWriterIsSeenInTheSameList() throws {
      let writer = try bench.stoppedApp(at: "before-commit", "count", "set", "todo", "2")
      let held = try locksInTheWay(of: writer)
      #expect(held.contains { $0.kind == "FLOCK" } && held.contains { $0.kind == "POSIX" })
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
