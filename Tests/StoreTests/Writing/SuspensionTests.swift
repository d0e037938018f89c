import Foundation
import SharedStoreReader
import SharedStoreSystem
import Synchronization
import TestSupport
import Testing

@testable import SharedStore

/// A call whose time is over: nothing of it happens, nothing stays locked, and it can be made again.
@Suite(.inTurns) struct SuspensionTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
    try store.writer().publish(CountSnapshot(count: 0), kind: "todo")
  }

  private func writer(_ activity: any StoreActivity, timeout: Duration = .seconds(5)) throws
    -> StoreWriter
  {
    try StoreWriter(
      store.location, options: WriterOptions(timeout: timeout, activity: activity))
  }

  /// Makes a call once for each of its looks at the time, which is over at that look.
  /// - Returns: How many looks there were.
  private func atEveryLook(
    _ call: () throws -> Void, whenSuspended check: () throws -> Void
  ) throws -> Int {
    for look in 1...1_000 {
      do {
        try Suspension.$expiresAtLook.withValue(look) { try call() }
        return look - 1
      } catch let error as StoreError {
        #expect(error.code == .suspended, "look \(look): \(error)")
        do { try check() } catch { Issue.record("look \(look): \(error)") }
      }
    }
    Issue.record("The call never came to its end.")
    return 0
  }

  /// Whether nobody holds a lock of the store, and whether it can be written at once.
  private func expectFree() throws {
    let other = try StoreWriter(store.location, options: WriterOptions(timeout: .zero))
    try other.write { tx in _ = tx.base }
  }

  @Test func aWriteThatIsEndedAtAnyStepHasNotHappened() throws {
    let writer = try writer(Uninterested())
    let reader = StoreReader(store.location)
    let looks = try atEveryLook {
      try writer.write { tx in
        try tx.publish(CountSnapshot(count: 1), kind: "todo")
        try tx.documents.create("note", fields: ["title": "Milk"])
      }
    } whenSuspended: {
      #expect(reader.readCount("todo").snapshot?.payload.count == 0)
      #expect(try reader.token().revision == Revision(1))
      try expectFree()
    }
    #expect(looks > 10)
    #expect(try reader.token().revision == Revision(2))
    #expect(try StoreCheck.run(store.location, full: true).isSound)
  }

  @Test func aReadThatIsEndedAtAnyStepIsMadeAgain() throws {
    let looks = try atEveryLook {
      let reader = StoreReader(store.location, options: .init(activity: Uninterested()))
      let record = try reader.readCount("todo").get()
      #expect(record.payload.count == 0)
    } whenSuspended: {
      try expectFree()
    }
    #expect(looks > 3)
  }

  @Test func aWriterThatIsEndedWhileItOpensLeavesTheStoreFree() throws {
    let looks = try atEveryLook {
      _ = try writer(Uninterested())
    } whenSuspended: {
      try expectFree()
    }
    #expect(looks > 5)
    #expect(try StoreCheck.run(store.location, full: true).isSound)
  }

  @Test func aCommitStandsThoughItsLogIsNotCopiedAnyMore() throws {
    let events = Mutex<[StoreEvent]>([])
    var options = WriterOptions(activity: Uninterested())
    options.log = { event in events.withLock { $0.append(event) } }
    let writer = try StoreWriter(store.location, options: options)
    // A log that is copied after every commit.
    let title = String(repeating: "t", count: 4_000)
    try writer.write { tx in
      for number in 0..<1_100 as Range<Int64> {
        let kind = Kind("kind/\(number)") ?? "kind"
        try tx.publish(CountSnapshot(count: number, title: title), kind: kind)
      }
    }
    #expect(events.withLock { $0 }.contains { if case .checkpointed = $0 { true } else { false } })
    var last: Int64 = 0
    // At its last look the log is about to be copied: the commit is what counts.
    let looks = try atEveryLook {
      last += 1
      try writer.publish(CountSnapshot(count: last), kind: "todo")
    } whenSuspended: {
      try expectFree()
    }
    #expect(looks > 3)
    #expect(StoreReader(store.location).readCount("todo").snapshot?.payload.count == last)
  }

  @Test func aWaiterGivesUpItsPlaceInTheQueue() throws {
    let writer = try writer(ExpiresAtOnce(), timeout: .seconds(60))
    let holder = try store.writer()
    try holder.write { _ in
      let error = try failure { try writer.publish(CountSnapshot(count: 1), kind: "todo") }
      #expect(error.code == .suspended)
    }
    try expectFree()
  }

  @Test func aStatementThatRunsForLongIsInterrupted() throws {
    let activity = ExpiresWhenTold()
    let writer = try writer(activity)
    let error = try failure {
      try writer.write { tx in
        activity.expire()
        // Without an end of its own.
        _ = try tx.transaction.database.integer(
          """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n
          """)
      }
    }
    #expect(error.code == .suspended)
    try expectFree()
  }

  @Test func whereThereIsNoTimeNothingBegins() throws {
    let error = try failure { _ = try writer(Refusing()) }
    #expect(error.code == .suspended)
    let reader = StoreReader(store.location, options: .init(activity: Refusing()))
    #expect(reader.readCount("todo").error?.code == .suspended)
  }
}

/// Whether the call has begun what it is about to do by then is left to chance: it ends alike.
private func onThread(_ body: @escaping @Sendable () -> Void) {
  let thread = Thread {
    Thread.sleep(forTimeInterval: 0.02)
    body()
  }
  thread.start()
}

/// Lets everybody work.
private struct Uninterested: StoreActivity {
  func perform(_ reason: String, expired: @escaping @Sendable () -> Void, _ body: () -> Void) {
    body()
  }
}

/// Has no time, not even to begin.
private struct Refusing: StoreActivity {
  func perform(_ reason: String, expired: @escaping @Sendable () -> Void, _ body: () -> Void) {
    expired()
  }
}

/// Lets a writer open, and everything after that expire from another thread.
private final class ExpiresAtOnce: StoreActivity {
  private let calls = Atomic<Int>(0)

  func perform(_ reason: String, expired: @escaping @Sendable () -> Void, _ body: () -> Void) {
    if calls.wrappingAdd(1, ordering: .relaxed).newValue > 1 { onThread(expired) }
    body()
  }
}

/// Expires from another thread, a while after it was told to.
private final class ExpiresWhenTold: StoreActivity {
  private let expired = Mutex<(@Sendable () -> Void)?>(nil)

  func perform(_ reason: String, expired: @escaping @Sendable () -> Void, _ body: () -> Void) {
    self.expired.withLock { $0 = expired }
    body()
  }

  func expire() {
    if let expired = expired.withLock({ $0 }) { onThread(expired) }
  }
}
