import Foundation
import SharedStore
import SharedStoreSQLite
import Testing

@testable import SharedStoreReader
@testable import SharedStoreSystem

/// Between calls nothing is held: no lock, no transaction, no statement that was not reset.
@Suite(.inTurns) struct HeldLockTests {
  private let store: TestStore
  private let paths: StorePaths

  init() throws {
    store = try TestStore()
    paths = try store.paths
    try store.writer().publish(CountSnapshot(count: 1), kind: "todo")
  }

  /// The kernel's list of locks on a file of this store.
  private func locks(_ path: String) throws -> [LockLine] {
    let file = try FileStatus(path: path).identity
    let list = try #require(KernelFile.text("/proc/locks"))
    return list.split(separator: "\n").compactMap(LockLine.init).filter { $0.file == file }
  }

  /// Bytes 120 to 127 of the log's index: writing, checkpointing and the marks of readers.
  private func marks() throws -> Int {
    try locks(paths.logIndex).filter { $0.start <= 127 && $0.end >= 120 }.count
  }

  @Test func aWriterHoldsItsLockInsideATransactionAndNoneOutside() throws {
    let writer = try store.writer()
    #expect(try locks(paths.lock).isEmpty && marks() == 0)
    try writer.write { tx in
      try tx.publish(CountSnapshot(count: 2), kind: "todo")
      #expect(try locks(paths.lock).map(\.type) == ["FLOCK"])
      #expect(try marks() > 0)
    }
    #expect(try locks(paths.lock).isEmpty && locks(paths.turn).isEmpty && marks() == 0)
  }

  @Test func aWriterHoldsNothingAfterAFailure() throws {
    let writer = try store.writer()
    _ = try failure {
      try writer.publish(CountSnapshot(count: 2), kind: "todo", ifRevision: .zero)
    }
    #expect(throws: CancellationError.self) {
      try writer.write { tx in
        try tx.publish(CountSnapshot(count: 2), kind: "todo")
        throw CancellationError()
      }
    }
    #expect(try locks(paths.lock).isEmpty && locks(paths.turn).isEmpty && marks() == 0)
  }

  @Test func openingAWriterLeavesNothingHeldEitherWayItEnds() throws {
    let writer = try store.writer()
    #expect(try locks(paths.lock).isEmpty && locks(paths.turn).isEmpty && marks() == 0)
    try store.edit("CREATE TABLE intruder (x)")
    #expect(try failure { _ = try store.writer() }.code == .incompatible)
    #expect(try locks(paths.lock).isEmpty && locks(paths.turn).isEmpty && marks() == 0)
    _ = consume writer
  }

  @Test func aReaderHoldsNothingBetweenCalls() throws {
    let writer = try store.writer()
    let reader = store.reader()
    #expect(reader.readCount("todo").snapshot?.payload.count == 1)
    _ = try reader.kinds()
    _ = try reader.status()
    #expect(try marks() == 0)
    #expect(try locks(paths.lock).isEmpty)
    try writer.publish(CountSnapshot(count: 2), kind: "todo")
  }

  @Test(arguments: 0..<9)
  func everyCallLeavesALogThatCanBeCopiedWhole(_ index: Int) throws {
    let (writer, reader) = (try store.writer(), store.reader())
    let calls: [() throws -> Void] = [
      { _ = reader.readCount("todo") }, { _ = reader.readStored("todo", revision: Revision(1)) },
      { _ = reader.readCount("nothing") }, { _ = try reader.token() }, { _ = try reader.kinds() },
      { _ = try reader.versions(of: "todo") }, { _ = try? reader.versions(of: "nothing") },
      { _ = try reader.status() },
      { _ = try? writer.publish(CountSnapshot(count: 9), kind: "todo", ifRevision: .zero) },
    ]
    let other = try store.connection()
    // A connection that has not read yet knows of no log.
    #expect(try other.integer("SELECT max(revision) FROM changes") == 1)
    for number in 2...4 as ClosedRange<Int64> {
      try calls[index]()
      try writer.publish(CountSnapshot(count: number), kind: "todo")
      // What a reader still stood on could not be copied and would show as a rest.
      let result = try other.checkpoint()
      #expect(result.frames > 0 && result.copied == result.frames)
    }
  }
}
