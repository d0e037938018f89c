import Foundation
import SharedStore
import SharedStoreSystem
import Testing

/// Observations: what is told, once, and in which order.
@Suite struct ObservingTests {
  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
  }

  private func count(_ number: Int64) async throws {
    try await writer.publish(CountSnapshot(count: number), kind: "todo")
  }

  @Test func theFirstElementIsWhatIsThereAndTheNextComesWithAChange() async throws {
    try await count(1)
    var seen: [Int64?] = []
    for await reading in store.reader().readings(CountSnapshot.self, kind: "todo") {
      seen.append(reading.snapshot?.payload.count)
      if seen.count == 4 { break }
      try await count(Int64(seen.count) + 1)
    }
    #expect(seen == [1, 2, 3, 4])
  }

  @Test func revisionsIncreaseAndTheNewestWins() async throws {
    var revisions = store.reader().revisions().makeAsyncIterator()
    #expect(await revisions.next()?.value == .zero)
    for number in 1...40 as ClosedRange<Int64> { try await count(number) }
    var last = Revision.zero
    while last < Revision(40) {
      let next = try #require(await revisions.next()?.value)
      #expect(next > last)
      last = next
    }
  }

  @Test func aChangeOfSomethingElseIsNoNews() async throws {
    try await count(1)
    var readings = store.reader().readings(CountSnapshot.self, kind: "todo").makeAsyncIterator()
    #expect(await readings.next()?.snapshot?.payload.count == 1)
    try await writer.publish(Note(text: "hello"))
    try await count(2)
    #expect(await readings.next()?.snapshot?.payload.count == 2)
  }

  @Test func aRecordThatIsNotThereIsToldOnceAndThenTheRecord() async throws {
    var readings = store.reader().readings(CountSnapshot.self, kind: "todo").makeAsyncIterator()
    #expect(await readings.next()?.error?.code == .notFound)
    try await writer.publish(Note(text: "hello"))
    try await count(2)
    #expect(await readings.next()?.snapshot?.payload.count == 2)
    _ = try await writer.write { tx in try tx.snapshots.remove("todo") }
    #expect(await readings.next()?.error?.code == .notFound)
  }

  @Test func aDocumentIsToldWhenItsHistoryChanges() async throws {
    try await writer.write { tx in try tx.documents.create("list") }
    var documents = store.reader().readings(of: "list" as DocumentID).makeAsyncIterator()
    #expect(await documents.next()?.value?.history.canUndo == false)
    try await writer.write { tx in try tx.documents.edit("list", [.set("done", .integer(1))]) }
    #expect(await documents.next()?.value?.history.canUndo == true)
    try await writer.write { tx in try tx.documents.delete("list") }
    #expect(await documents.next()?.error?.code == .notFound)
  }

  @Test func whoWasNotListeningGetsTheNewest() async throws {
    try await count(1)
    var readings = store.reader().readings(CountSnapshot.self, kind: "todo").makeAsyncIterator()
    #expect(await readings.next()?.snapshot?.payload.count == 1)
    for number in 2...200 as ClosedRange<Int64> { try await count(number) }
    #expect(await readings.next()?.snapshot?.payload.count == 200)
  }

  @Test func aStoreThatComesIsSeen() async throws {
    let later = try TestStore(create: false)
    var revisions = later.reader().revisions().makeAsyncIterator()
    #expect(await revisions.next()?.error?.code == .storeMissing)
    _ = try later.writer(create: true)
    #expect(await revisions.next()?.value == .zero)
  }

  @Test func eachOfSeveralIsToldThatTheStoreIsAnotherOne() async throws {
    try await count(1)
    let reader = store.reader()
    _ = try await reader.read { $0.token }
    var (first, second) = (
      reader.revisions().makeAsyncIterator(), reader.revisions().makeAsyncIterator()
    )
    #expect(await first.next()?.value == Revision(1))
    #expect(await second.next()?.value == Revision(1))
    let other = try TestStore()
    try await publish(70, in: other)
    try replace(with: other)
    #expect(await first.next()?.error?.code == .replaced)
    #expect(await second.next()?.error?.code == .replaced)
    #expect(await first.next()?.value == Revision(1))
    #expect(await second.next()?.value == Revision(1))
    // And whoever reads without observing is told as well.
    let error = await #expect(throws: StoreError.self) { try await reader.read { $0.token } }
    #expect(error?.code == .replaced)
  }

  /// Publishes a count so that the file alone has it: the log stays where it is.
  private func publish(_ count: Int, in other: TestStore) async throws {
    let writer = try other.writer()
    try await writer.publish(CountSnapshot(count: count), kind: "todo")
    await writer.close()
  }

  private func replace(with other: TestStore) throws {
    let (source, target) = (try other.paths, try store.paths)
    for path in [target.log, target.logIndex] { try #require(unlink(path) == 0) }
    try #require(rename(source.store, target.store) == 0)
  }

  @Test func aFolderThatIsMovedAwayAndBackIsToldBothTimes() async throws {
    try await count(1)
    var revisions = store.reader().revisions().makeAsyncIterator()
    #expect(await revisions.next()?.value == Revision(1))
    let directory = try store.paths.directory
    try #require(rename(directory, directory + ".away") == 0)
    #expect(await revisions.next()?.error?.code == .removed)
    try #require(rename(directory + ".away", directory) == 0)
    #expect(await revisions.next()?.value == Revision(1))
    try await count(2)
    #expect(await revisions.next()?.value == Revision(2))
  }

  @Test func anOlderCopyThatComesInTheStoresPlaceIsCalledRewound() async throws {
    try await count(1)
    let reader = store.reader()
    var revisions = reader.revisions().makeAsyncIterator()
    #expect(await revisions.next()?.value == Revision(1))
    let directory = try store.paths.directory
    try FileManager.default.copyItem(atPath: directory, toPath: directory + ".copy")
    try await count(2)
    #expect(await revisions.next()?.value == Revision(2))
    try #require(rename(directory, directory + ".away") == 0)
    #expect(await revisions.next()?.error?.code == .removed)
    try #require(rename(directory + ".copy", directory) == 0)
    #expect(await revisions.next()?.error?.code == .rewound)
    #expect(await revisions.next()?.value == Revision(1))
  }

  @Test func manyObserveWithOneWatchAndACancelReleasesEverything() async throws {
    // No writer stays open: a connection that is closed beside another one keeps its descriptor.
    let store = try TestStore()
    func count(_ number: Int64) throws {
      try store.writer().publish(CountSnapshot(count: number), kind: "todo")
    }
    try count(1)
    weak var weakReader: StoreReader?
    do {
      let reader = store.reader()
      weakReader = reader
      let tasks = (0..<20).map { _ in
        let revisions = reader.revisions()
        return Task {
          var seen = 0
          for await observed in revisions where observed.value != nil { seen += 1 }
          return seen
        }
      }
      try count(2)
      try eventually("somebody watches and has read") {
        let open = try OpenDescriptors(store)
        return open.watches == 1 && open.files > 0
      }
      for task in tasks { task.cancel() }
      for task in tasks { #expect(await task.value <= 2) }
    }
    try eventually("the watch is over") {
      let after = try OpenDescriptors(store)
      return weakReader == nil && after.watches == 0 && after.files == 0
    }
  }
}
