import Foundation
import SharedStore
import SharedStoreSQLite
import SharedStoreSystem
import TestSupport
import Testing

@testable import SharedStore

@Suite(.inTurns) struct TwoWritersTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
  }

  @Test func twoWritersOfOneProcessTakeTurns() throws {
    let (first, second) = (try store.writer(), try store.writer())
    for number in 1...20 as ClosedRange<Int64> {
      let writer = number % 2 == 0 ? first : second
      let receipt = try writer.publish(CountSnapshot(count: number), kind: "todo")
      #expect(receipt.revision == Revision(number))
    }
    #expect(try first.publish(CountSnapshot(count: 20), kind: "todo").changed == false)
    #expect(try StoreCheck.run(store.location).isSound)
  }

  @Test func writersOnManyThreadsLoseNothing() throws {
    let (store, threads, rounds) = (store, 4, 50)
    let (revisions, faults) = (Record<Revision>(), Record<String>())
    onThreads(threads) { _ in
      do {
        let writer = try store.writer { $0.timeout = .milliseconds(600_000) }
        for _ in 0..<rounds {
          let written = try writer.write { tx in try tx.counts.add(1, to: "todo") }
          revisions.note(written.storeRevision)
        }
      } catch {
        faults.note("\(error)")
      }
    }
    #expect(faults.all == [])
    let all = Int64(threads * rounds)
    #expect(revisions.all.map(\.rawValue).sorted() == Array(1...all))
    #expect(store.reader().readCount("todo").snapshot?.payload.count == all)
    #expect(try StoreCheck.run(store.location).isSound)
  }

  @Test func aWriterThatCannotGetInTimeSaysWhoIsInside() throws {
    let (first, second) = (try store.writer(), try store.writer { $0.timeout = .milliseconds(20) })
    try first.write { tx in
      try tx.publish(CountSnapshot(count: 1), kind: "todo")
      let error = try failure { try second.publish(CountSnapshot(count: 2), kind: "todo") }
      #expect(error.code == .busy)
      #expect(error.message.contains("process \(getpid())"))
    }
    #expect(try second.publish(CountSnapshot(count: 2), kind: "todo").revision == Revision(2))
  }

  @Test func aWriterOutsideTheLockIsWaitedForAndNamedToo() throws {
    let writer = try store.writer { $0.timeout = .milliseconds(20) }
    let shell = try store.connection()
    try shell.beginImmediate()
    let error = try failure { try writer.publish(CountSnapshot(count: 1), kind: "todo") }
    #expect(error.code == .busy)
    #expect(error.message.contains("process \(getpid())"))
    shell.rollback()
    #expect(try writer.publish(CountSnapshot(count: 1), kind: "todo").changed)
  }

  /// Waiting for others has a limit; work that has begun has none.
  @Test func aBodyMayTakeLongerThanTheWriterWaits() throws {
    let writer = try store.writer { $0.timeout = .milliseconds(20) }
    let written = try writer.write { tx in
      try tx.publish(CountSnapshot(count: 1), kind: "todo")
      let end = MonotonicTime.now.advanced(byMilliseconds: 40)
      repeat {
        _ = try tx.transaction.database.integer(
          """
          WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 200000)
          SELECT count(*) FROM c
          """)
      } while MonotonicTime.now < end
    }
    #expect(written.changed && written.storeRevision == Revision(1))
  }
}

@Suite(.inTurns) struct FullDiskTests {
  private let store: TestStore
  private let core: WriterCore

  init() throws {
    store = try TestStore()
    core = try WriterCore(
      store.location, create: false, options: TestStore.options(), .unlimited)
    _ = try write { tx in try tx.publish(CountSnapshot(count: 3), kind: "todo") }
  }

  private func write<Value: Sendable>(
    _ body: (inout WriteTransaction) throws -> Value
  ) throws -> Written<Value> {
    try core.write(.unlimited, .standard, body)
  }

  @Test func aFullDiskIsTriedTwiceAndThenLeavesEverythingAsItWas() throws {
    // As many pages as there are: the database's way to say that the disk is full.
    try core.database.connection.execute("PRAGMA max_page_count = 1")
    let before = try store.totals()
    var attempts = 0
    let error = try failure {
      _ = try write { tx in
        attempts += 1
        try tx.publish(Note(text: String(repeating: "x", count: 100_000)))
      }
    }
    #expect(error.code == .full)
    #expect(error.sqlite?.name == "SQLITE_FULL")
    #expect(attempts == 2)
    #expect(try store.totals() == before)
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 3)
    // Space was freed.
    try core.database.connection.execute("PRAGMA max_page_count = 100000")
    let written = try write { tx in try tx.publish(CountSnapshot(count: 4), kind: "todo") }
    #expect(written.changed && written.storeRevision == Revision(2))
  }

  @Test func spaceThatIsFoundMeanwhileIsUsed() throws {
    try core.database.connection.execute("PRAGMA max_page_count = 1")
    var attempts = 0
    let note = Note(text: String(repeating: "x", count: 100_000))
    let written = try write { tx in
      attempts += 1
      if attempts == 2 {
        try tx.transaction.database.connection.execute("PRAGMA max_page_count = 100000")
      }
      return try tx.publish(note)
    }
    #expect(written.changed && attempts == 2)
    #expect(store.reader().read(Note.self).snapshot?.payload == note)
  }
}
