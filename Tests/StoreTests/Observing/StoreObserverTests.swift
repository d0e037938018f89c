import Foundation
import Observation
import SharedStore
import Testing

/// What a view gets of a store: on the main actor, the newest, and nothing after it went away.
@MainActor @Suite struct StoreObserverTests {
  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
  }

  /// Waits until what is observed is so, by being told of each change and not by looking again.
  private func until(_ isSo: @MainActor () -> Bool) async {
    while true {
      let changes = AsyncStream<Void>.makeStream()
      let isNow = withObservationTracking(isSo) { changes.continuation.finish() }
      if isNow { return }
      for await _ in changes.stream {}
      // It is told before the change: the change itself comes in the same step.
      await Task.yield()
    }
  }

  @Test func aViewIsToldOfWhatAnyProcessWrites() async throws {
    let observer = StoreObserver(store.reader(), of: Note.self)
    #expect(observer.value == nil && observer.failure == nil)
    await until { observer.failure?.code == .notFound }
    try await writer.publish(Note(text: "one"))
    await until { observer.value?.payload.text == "one" }
    #expect(observer.failure == nil && observer.token?.revision == Revision(1))
    try await writer.publish(Note(text: "two"))
    await until { observer.value?.payload.text == "two" }
    _ = try await writer.write { tx in try tx.snapshots.remove(Note.kind) }
    await until { observer.value == nil }
  }

  @Test func aDocumentSaysWhetherItCanBeUndone() async throws {
    try await writer.write { tx in try tx.documents.create("list") }
    let observer = StoreObserver(store.reader(), document: "list")
    await until { observer.value != nil }
    #expect(!observer.canUndo && !observer.canRedo)
    try await writer.write { tx in try tx.documents.edit("list", [.set("done", .integer(1))]) }
    await until { observer.canUndo }
    try await writer.write { tx in try tx.documents.undo("list") }
    await until { observer.canRedo }
    #expect(!observer.canUndo)
  }

  @Test func whatWasReadStaysWhileTheStoreIsAway() async throws {
    try await writer.publish(Note(text: "one"))
    let observer = StoreObserver(store.reader(), of: Note.self)
    await until { observer.value != nil }
    try FileManager.default.removeItem(atPath: store.paths.directory)
    await until { observer.failure?.code == .removed }
    #expect(observer.value?.payload.text == "one")
  }

  @Test func aPreviewShowsWhatItIsGiven() {
    let observer = StoreObserver(showing: 3)
    #expect(observer.value == 3 && observer.token == nil && observer.failure == nil)
  }

  @Test func anObserverThatGoesAwayEndsItsWatch() async throws {
    weak var weakReader: StoreReader?
    do {
      let reader = store.reader()
      weakReader = reader
      let observer = StoreObserver(reader.revisions())
      await until { observer.value != nil }
    }
    let end = ContinuousClock.now + .seconds(20)
    while weakReader != nil, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(weakReader == nil)
  }
}
