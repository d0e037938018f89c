import Foundation
import SharedStore
import SharedStoreSQLite
import SharedStoreSystem
import TestSupport
import Testing

@testable import SharedStore

@Suite struct TwoWritersTests {
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
        let writer = try store.writer { $0.timeoutMilliseconds = 600_000 }
        for _ in 0..<rounds {
          let written = try writer.write { tx in try tx.add(1, toCountOf: "todo") }
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
    let (first, second) = (try store.writer(), try store.writer { $0.timeoutMilliseconds = 20 })
    try first.write { tx in
      try tx.publish(CountSnapshot(count: 1), kind: "todo")
      let error = try failure { try second.publish(CountSnapshot(count: 2), kind: "todo") }
      #expect(error.code == .busy)
      #expect(error.message.contains("process \(getpid())"))
    }
    #expect(try second.publish(CountSnapshot(count: 2), kind: "todo").revision == Revision(2))
  }

  @Test func aWriterOutsideTheLockIsWaitedForAndNamedToo() throws {
    let writer = try store.writer { $0.timeoutMilliseconds = 20 }
    let shell = try store.connection()
    try shell.beginImmediate()
    let error = try failure { try writer.publish(CountSnapshot(count: 1), kind: "todo") }
    #expect(error.code == .busy)
    #expect(error.message.contains("process \(getpid())"))
    shell.rollback()
    #expect(try writer.publish(CountSnapshot(count: 1), kind: "todo").changed)
  }

  @Test func aBodyThatRunsPastItsTimeIsInterrupted() throws {
    // The deadline stands from the call on and lies in the past when the statement begins.
    let opened = try OpenedStore.open(
      store.location, create: false, options: TestStore.options { $0.timeoutMilliseconds = 60_000 })
    let core = WriterCore(opened, options: TestStore.options { $0.timeoutMilliseconds = 60_000 })
    let error = try failure {
      _ = try core.write { tx in
        try tx.publish(CountSnapshot(count: 1), kind: "todo")
        tx.core.connection.setDeadline(MonotonicTime(nanoseconds: 1))
        try StoreError.mapping("count") { () throws(SQLiteError) in
          try tx.core.connection.execute(
            """
            WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 20000000)
            SELECT count(*) FROM c
            """)
        }
      }
    }
    #expect(error.code == .busy)
    #expect(error.sqlite?.name == "SQLITE_INTERRUPT")
    #expect(try store.number("SELECT revision FROM store") == 0)
    // The deadline ends with its call.
    #expect(try core.write { tx in try tx.publish(CountSnapshot(count: 2), kind: "todo") }.changed)
  }
}

@Suite struct FullDiskTests {
  private let store: TestStore
  private let core: WriterCore

  init() throws {
    store = try TestStore()
    let options = TestStore.options()
    let opened = try OpenedStore.open(store.location, create: false, options: options)
    core = WriterCore(opened, options: options)
    _ = try core.write { tx in try tx.publish(CountSnapshot(count: 3), kind: "todo") }
  }

  @Test func aFullDiskIsTriedTwiceAndThenLeavesEverythingAsItWas() throws {
    // As many pages as there are: the database's way to say that the disk is full.
    try core.connection.execute("PRAGMA max_page_count = 1")
    let before = try store.totals()
    var attempts = 0
    let error = try failure {
      _ = try core.write { tx in
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
    try core.connection.execute("PRAGMA max_page_count = 100000")
    let written = try core.write { tx in try tx.publish(CountSnapshot(count: 4), kind: "todo") }
    #expect(written.changed && written.storeRevision == Revision(2))
  }

  @Test func spaceThatIsFoundMeanwhileIsUsed() throws {
    try core.connection.execute("PRAGMA max_page_count = 1")
    var attempts = 0
    let note = Note(text: String(repeating: "x", count: 100_000))
    let written = try core.write { tx in
      attempts += 1
      if attempts == 2 { try tx.core.connection.execute("PRAGMA max_page_count = 100000") }
      return try tx.publish(note)
    }
    #expect(written.changed && attempts == 2)
    #expect(store.reader().read(Note.self).snapshot?.payload == note)
  }
}
