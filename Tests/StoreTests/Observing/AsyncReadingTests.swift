import Foundation
import SharedStore
import Testing

/// Asynchronous readings: off the caller's thread, together, and never late because many wait.
@Suite struct AsyncReadingTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
  }

  @Test func whatIsReadTogetherIsOfOneRevision() async throws {
    let writer = try store.writer()
    try await writer.write { tx in
      try tx.publish(Note(text: "hello"))
      try tx.publish(CountSnapshot(count: 3), kind: "todo")
      try tx.documents.create("list", fields: ["title": .text("Today")])
    }
    let (note, count, document, token) = try await store.reader().read { view in
      (
        try view.snapshot(Note.self), try view.snapshot(CountSnapshot.self, kind: "todo"),
        try view.document("list"), view.token
      )
    }
    #expect(note?.payload == Note(text: "hello") && count?.payload.count == 3)
    #expect(
      [note?.revision, count?.revision, document.revision] == [1, 1, 1].map { Revision($0) })
    #expect(token.revision == Revision(1))
  }

  @Test func aWriteReadsByTheSameVerbsWhatItHasChanged() async throws {
    let writer = try store.writer()
    try await writer.publish(Note(text: "one"))
    let written = try await writer.write { tx in
      var note = try tx.read { view in try view.snapshot(Note.self)?.payload } ?? Note(text: "")
      note.stars += 1
      try tx.publish(note)
      try tx.documents.create("list")
      return try tx.read { view in
        (try view.snapshot(Note.self), try view.document("list").revision, view.token.revision)
      }
    }
    #expect(written.value.0?.payload == Note(text: "one", stars: 1))
    #expect(written.value.0?.revision == Revision(2) && written.value.1 == Revision(2))
    #expect(written.value.2 == Revision(1) && written.storeRevision == Revision(2))
  }

  @MainActor @Test func itIsNeverReadOnTheCallersThread() async throws {
    let isMain = try await store.reader().read { _ in Thread.isMainThread }
    #expect(!isMain)
  }

  @Test func aCancelledTaskDoesNotRead() async throws {
    let reader = store.reader()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await reader.read { view in view.token }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Each of them would hold a thread of the pool, and the publisher get none.
  @Test func manyWaitTogetherAndNoneIsCalledBehind() async throws {
    let (reader, writer) = (store.reader(), try store.writer())
    let readings = try await withThrowingTaskGroup(of: Reading<CountSnapshot>.self) { group in
      for index in 0..<64 {
        group.addTask {
          try await reader.read(
            CountSnapshot.self, kind: "todo", atLeast: Revision(Int64(index % 50) + 1),
            timeout: .seconds(60))
        }
      }
      for number in 1...50 as ClosedRange<Int64> {
        try await writer.publish(CountSnapshot(count: number), kind: "todo")
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(readings.count == 64)
    #expect(readings.allSatisfy { $0.snapshot != nil })
  }

  @Test func aWaitIsBehindOnlyWhenItsTimeIsOver() async throws {
    let reader = store.reader()
    let reading = try await reader.readStored(
      "todo", atLeast: Revision(1), timeout: .milliseconds(20))
    #expect(reading.error?.code == .behind && reading.storeRevision == .zero)
  }

  @Test func aCancelledWaitEnds() async throws {
    let reader = store.reader()
    let task = Task {
      try await reader.readStored("todo", atLeast: Revision(1), timeout: .seconds(60))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
