import Foundation
import SharedStore
import Synchronization
import Testing

@Suite(.inTurns) struct WaitingTests {
  private let store: TestStore
  /// Long enough that only a wait that is never satisfied would reach its end.
  private let patience = Duration.seconds(60)

  init() throws {
    store = try TestStore(create: false)
  }

  @Test func aRevisionThatIsReachedIsNotWaitedFor() throws {
    let writer = try store.writer(create: true)
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    try writer.publish(Note(text: "hello"))
    for revision in 0...2 as ClosedRange<Int64> {
      // The store's revision counts, not the record's.
      let reading = store.reader().readStored(
        "todo", atLeast: Revision(revision), timeout: patience)
      #expect(reading.snapshot?.revision == Revision(1))
    }
  }

  @Test func aWaitThatEndsTooSoonIsBehind() throws {
    try store.writer(create: true).publish(CountSnapshot(count: 3), kind: "todo")
    for wait in [.zero, .milliseconds(30), .milliseconds(-5)] as [Duration] {
      let reading = store.reader().readStored(
        "todo", atLeast: Revision(2), timeout: wait)
      #expect(reading.error?.code == .behind)
      #expect(reading.storeRevision == Revision(1))
      #expect(reading.error?.message.contains("revision 2") == true)
    }
  }

  @Test func aMissingRecordAtTheRevisionIsNotFoundAndBeforeItBehind() throws {
    _ = try store.writer(create: true)
    let reader = store.reader()
    #expect(
      reader.readStored("todo", atLeast: .zero, timeout: patience).error?.code
        == .notFound)
    #expect(
      reader.readStored("todo", atLeast: Revision(1), timeout: .milliseconds(0)).error?.code
        == .behind)
  }

  @Test func aStoreThatDoesNotComeIsMissing() {
    let reading = store.reader().readStored("todo", atLeast: .zero, timeout: .milliseconds(30))
    #expect(reading.error?.code == .storeMissing)
  }

  @Test func whatCannotBetterItselfIsNotWaitedFor() throws {
    _ = try store.writer(create: true)
    try store.edit("CREATE TABLE intruder (x)")
    let reading = store.reader().readStored(
      "todo", atLeast: Revision(1), timeout: patience)
    #expect(reading.error?.code == .incompatible)
  }

  /// Waits on a thread of its own until the reader has looked in vain once, then goes on.
  private func wait(_ revision: Int64, whileItDoes work: () throws -> Void) throws
    -> Reading<StoredPayload>?
  {
    let (looked, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let result = ResultBox()
    let (reader, patience) = (store.reader { _ in looked.signal() }, patience)
    Thread {
      result.set(
        reader.readStored("todo", atLeast: Revision(revision), timeout: patience))
      done.signal()
    }.start()
    looked.wait()
    try work()
    done.wait()
    return result.reading
  }

  @Test func aWaitEndsWhenTheRevisionComes() throws {
    let writer = try store.writer(create: true)
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    let reading = try wait(3) {
      try writer.publish(CountSnapshot(count: 4), kind: "todo")
      try writer.publish(CountSnapshot(count: 5), kind: "todo")
    }
    #expect(reading?.snapshot?.payload.count == 5)
    #expect(reading?.storeRevision == Revision(3))
  }

  @Test func aWaitEndsWhenTheStoreComes() throws {
    let reading = try wait(1) {
      try store.writer(create: true).publish(CountSnapshot(count: 4), kind: "todo")
    }
    #expect(reading?.snapshot?.payload.count == 4)
  }
}

/// A reading handed from one thread to another.
private final class ResultBox: Sendable {
  private let content = Mutex<Reading<StoredPayload>?>(nil)
  var reading: Reading<StoredPayload>? { content.withLock { $0 } }
  func set(_ reading: Reading<StoredPayload>) { content.withLock { $0 = reading } }
}
