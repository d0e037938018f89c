import Foundation
import SharedStore
import SharedStoreTesting
import TestSupport
import Testing

@Suite(.inTurns) struct ReaderTests {
  @Test func makingAReaderTouchesNothing() throws {
    let store = try TestStore(create: false)
    _ = store.reader()
    #expect(try store.directory.tree() == [])
  }

  @Test func readingWhereThereIsNoStoreCreatesNothing() throws {
    let store = try TestStore(create: false)
    let reader = store.reader()
    #expect(reader.readCount("todo").error?.code == .storeMissing)
    #expect(try failure { _ = try reader.token() }.code == .storeMissing)
    #expect(try failure { _ = try reader.kinds() }.code == .storeMissing)
    #expect(try failure { _ = try reader.versions(of: "todo") }.code == .storeMissing)
    #expect(try failure { _ = try reader.status() }.code == .storeMissing)
    #expect(try store.directory.tree() == [])
  }

  @Test func aReaderThatCameFirstSeesTheStoreOnceItIsThere() throws {
    let store = try TestStore(create: false)
    let reader = store.reader()
    #expect(reader.readCount("todo").error?.code == .storeMissing)
    let writer = try store.writer(create: true)
    #expect(reader.readCount("todo").error?.code == .notFound)
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(reader.readCount("todo").snapshot?.payload.count == 3)
  }

  @Test func readingLeavesNoFileBehind() throws {
    let store = try TestStore()
    try store.writer().publish(CountSnapshot(count: 3), kind: "todo")
    let before = try store.directory.tree()
    do {
      let reader = store.reader()
      #expect(reader.readCount("todo").snapshot?.payload.count == 3)
      _ = try reader.status()
      #expect(try store.directory.tree() == before)
    }
    #expect(try store.directory.tree() == before)
  }

  @Test func zeroIsAValueAndAMissingRecordIsNone() throws {
    let store = try TestStore()
    try store.writer().publish(CountSnapshot(count: 0), kind: "zero")
    let reader = store.reader()
    #expect(reader.readCount("zero").snapshot?.payload.count == 0)
    let missing = reader.readCount("todo")
    #expect(missing.snapshot == nil)
    #expect(missing.error?.code == .notFound)
    #expect(missing.storeRevision == Revision(1))
  }

  @Test func anotherAppGroupsStoreIsNoStore() throws {
    let store = try TestStore()
    let other = StoreReader(
      .container(store.directory.path, appGroup: "group.example.other"))
    #expect(other.readCount("todo").error?.code == .storeMissing)
  }

  @Test func theLogGetsNumbersAndCodes() throws {
    let store = try TestStore()
    try store.writer().publish(CountSnapshot(count: 3, title: "sentinel"), kind: "sentinel")
    let events = Record<StoreEvent>()
    let reader = store.reader { events.note($0) }
    _ = reader.readCount("sentinel")
    _ = reader.readCount("sentinel/missing")
    let seen = events.all
    #expect(seen.count == 2)
    guard case .read(let revision, let storeRevision, _) = seen.first else {
      Issue.record("The first event is no read: \(seen)")
      return
    }
    #expect(revision == Revision(1) && storeRevision == Revision(1))
    guard case .readFailed(.notFound, _) = seen.last else {
      Issue.record("The second event is no failed read: \(seen)")
      return
    }
    #expect(!"\(seen)".contains("sentinel"))
  }

  @Test func theChecksumIsThatOfTheDocumentedLayout() throws {
    let store = try TestStore()
    let writer = try store.writer()
    // Computed outside of this package: over what Documentation/Format.md
    // lists, in its order.
    for _ in 0..<6 { try writer.publish(Note(text: UUID().uuidString)) }
    try writer.publish(CountSnapshot(count: 3, title: "Today"), kind: "todo")
    try store.edit(
      """
      UPDATE snapshots SET changed_at = 1700000000000, refresh_at = 1700000000000,
        checksum = 8097281112578593141
      WHERE kind = 'todo'
      """)
    let snapshot = try #require(store.reader().readCount("todo").snapshot)
    #expect(snapshot.revision == Revision(7))
    #expect(snapshot.payload == CountSnapshot(count: 3, title: "Today"))
  }
}

@Suite(.inTurns) struct ReaderFreshnessTests {
  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
  }

  @Test func aReaderSeesEveryNewRevisionAtOnce() throws {
    let reader = store.reader()
    for number in 1...100 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo")
      let reading = reader.readCount("todo")
      #expect(reading.snapshot?.payload.count == number)
      #expect(reading.snapshot?.revision == Revision(number))
      #expect(try reader.token().revision == Revision(number))
    }
  }

  @Test func aChangeOfOneKindLeavesTheReadingOfAnotherAlone() throws {
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    let reader = store.reader()
    let before = reader.readCount("todo")
    try writer.publish(CountSnapshot(count: 9), kind: "streak")
    let after = reader.readCount("todo")
    #expect(after.snapshot == before.snapshot)
    #expect(after.storeRevision == Revision(2))
  }

  @Test func twoReadersOfOneProcessAreIndependent() throws {
    let (first, second) = (store.reader(), store.reader())
    for number in 1...20 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo")
      #expect(first.readCount("todo").snapshot?.payload.count == number)
      if number % 3 == 0 {
        #expect(second.readCount("todo").snapshot?.payload.count == number)
      }
    }
  }

  @Test func readersOnManyThreadsSeeWholeRecordsInOrder() throws {
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    let (store, reader) = (store, store.reader())
    let faults = Record<String>()
    onThreads(9) { index in
      if index == 8 {
        guard let writer = try? store.writer() else { return }
        for number in 2...200 as ClosedRange<Int64> {
          _ = try? writer.publish(CountSnapshot(count: number), kind: "todo")
        }
        return
      }
      var last = Revision.zero
      for _ in 0..<200 {
        // Half of them share a reader, half have one of their own.
        let reading = (index % 2 == 0 ? reader : store.reader()).readCount("todo")
        guard let snapshot = reading.snapshot, let storeRevision = reading.storeRevision else {
          faults.note("\(index): \(reading)")
          continue
        }
        let isWhole = snapshot.payload.count == snapshot.revision.rawValue
        let isInOrder = snapshot.revision >= last && snapshot.revision <= storeRevision
        if !isWhole || !isInOrder { faults.note("\(index): \(snapshot)") }
        last = snapshot.revision
      }
    }
    #expect(faults.all == [])
    #expect(reader.readCount("todo").snapshot?.payload.count == 200)
  }
}
