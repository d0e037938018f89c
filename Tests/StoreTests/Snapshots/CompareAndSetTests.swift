import SharedStore
import Testing

@Suite struct CompareAndSetTests {
  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    // The record stands at revision 1, the store at revision 2.
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    try writer.publish(Note(text: "hello"))
  }

  @Test func theRecordsOwnRevisionIsTheRightOne() throws {
    let receipt = try writer.publish(
      CountSnapshot(count: 4), kind: "todo", ifRevision: Revision(1))
    #expect(receipt.changed && receipt.revision == Revision(3))
  }

  @Test(arguments: [0, 2, 3, Int64.max] as [Int64])
  func anyOtherRevisionIsStaleAndChangesNothing(_ expected: Int64) throws {
    let before = try store.totals()
    let error = try failure {
      try writer.publish(CountSnapshot(count: 4), kind: "todo", ifRevision: Revision(expected))
    }
    #expect(error.code == .stale)
    #expect(error.storeRevision == Revision(2))
    #expect(try store.totals() == before)
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 3)
  }

  @Test func zeroMeansThatThereMustBeNoRecord() throws {
    let receipt = try writer.publish(CountSnapshot(count: 1), kind: "new", ifRevision: .zero)
    #expect(receipt.changed && receipt.revision == Revision(3))
    let error = try failure {
      try writer.publish(CountSnapshot(count: 2), kind: "new", ifRevision: .zero)
    }
    #expect(error.code == .stale)
  }

  @Test func aRevisionOfARecordThatIsNotThereIsStale() throws {
    let error = try failure {
      try writer.publish(CountSnapshot(count: 1), kind: "new", ifRevision: Revision(1))
    }
    #expect(error.code == .stale)
    #expect(store.reader().readCount("new").error?.code == .notFound)
  }

  @Test func anEqualRecordIsComparedToo() throws {
    let receipt = try writer.publish(
      CountSnapshot(count: 3), kind: "todo", ifRevision: Revision(1))
    #expect(!receipt.changed && receipt.revision == Revision(1))
    let error = try failure {
      try writer.publish(CountSnapshot(count: 3), kind: "todo", ifRevision: Revision(2))
    }
    #expect(error.code == .stale)
  }

  @Test func theSentenceNamesBothRevisions() throws {
    let error = try failure {
      try writer.publish(CountSnapshot(count: 4), kind: "todo", ifRevision: Revision(7))
    }
    #expect(error.message.contains("revision 7") && error.message.contains("revision 1"))
  }

  @Test func addingIsComparedToo() throws {
    let error = try failure {
      try writer.write { tx in try tx.counts.add(1, to: "todo", ifRevision: .zero) }
    }
    #expect(error.code == .stale)
    try writer.write { tx in try tx.counts.add(1, to: "todo", ifRevision: Revision(1)) }
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 4)
  }
}
