import Foundation
import SharedStore
import TestSupport
import Testing

@Suite struct StoreWriterTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
  }

  private func open() async throws -> StoreWriter {
    try await StoreWriter.open(store.location, options: TestStore.options())
  }

  @Test func whatIsPublishedIsReadAndReadBack() async throws {
    let writer = try await open()
    let receipt = try await writer.publish(Note(text: "hello"))
    #expect(receipt.changed && receipt.revision == Revision(1))
    try writer.readBack(receipt)
    try await writer.publish(CountSnapshot(count: 3), kind: "todo", ifRevision: .zero)
    #expect(await store.reader().read(Note.self).snapshot?.payload == Note(text: "hello"))
    #expect(await store.reader().readCount("todo").snapshot?.payload.count == 3)
  }

  @Test func severalThingsInOneWriteHaveOneRevision() async throws {
    let writer = try await open()
    let written = try await writer.write { tx in
      try tx.publish(Note(text: "hello"))
      return try tx.counts.add(2, to: "todo").revision
    }
    #expect(written.value == Revision(1) && written.storeRevision == Revision(1))
  }

  @Test func aMissingStoreIsMadeOnlyWhenItIsToBe() async throws {
    let missing = try TestStore(create: false)
    await #expect(throws: StoreError.self) { try await StoreWriter.open(missing.location) }
    #expect(try missing.directory.tree() == [])
    let writer = try await StoreWriter.open(missing.location, create: true)
    try await writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(await missing.reader().readCount("todo").snapshot?.payload.count == 3)
  }

  @Test func errorsComeThroughAsTheyAre() async throws {
    let writer = try await open()
    await #expect(throws: CancellationError.self) {
      try await writer.write { _ in throw CancellationError() }
    }
    let error = await #expect(throws: StoreError.self) {
      try await writer.publish(Note(text: "a"), ifRevision: Revision(7))
    }
    #expect(error?.code == .stale)
  }

  @Test func callsOfOneWriterRunOneAfterTheOther() async throws {
    let writer = try await open()
    let steps = Record<String>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await writer.write { tx in
            steps.note("in")
            try tx.counts.add(1, to: "todo")
            steps.note("out")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(steps.all == Array(repeating: ["in", "out"], count: 20).flatMap { $0 })
    #expect(await store.reader().readCount("todo").snapshot?.payload.count == 20)
  }

  @Test func waitingWritersNeverBlockTheCooperativePool() async throws {
    // More writers than the pool has threads, all of them waiting inside a transaction.
    let count = ProcessInfo.processInfo.activeProcessorCount + 2
    let stores = try (0..<count).map { _ in try TestStore() }
    let gate = DispatchSemaphore(value: 0)
    let (entered, entrance) = AsyncStream<Void>.makeStream()
    let released = try await withThrowingTaskGroup(of: Bool.self) { group in
      for store in stores {
        group.addTask {
          let options = TestStore.options()
          let writer = try await StoreWriter.open(store.location, options: options)
          return try await writer.write { _ in
            entrance.yield()
            // Bounded, so that a pool that is blocked shows as a failure and not as a hang.
            return gate.wait(timeout: .now() + 60) == .success
          }.value
        }
      }
      // This task goes on only if the pool has a thread left for it.
      var waiting = 0
      for await _ in entered {
        waiting += 1
        if waiting == count { break }
      }
      for _ in 0..<count { gate.signal() }
      var results: [Bool] = []
      for try await result in group { results.append(result) }
      return results
    }
    #expect(released == Array(repeating: true, count: count))
  }
}
