import SharedStore
import Testing

@Suite struct PayloadLimitTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
  }

  /// A note whose canonical JSON has exactly this many bytes.
  private func note(bytes: Int) -> Note {
    Note(text: String(repeating: "x", count: bytes - #"{"stars":0,"text":""}"#.utf8.count))
  }

  @Test(arguments: [99, 100])
  func aPayloadUpToTheLimitIsStored(_ bytes: Int) throws {
    let writer = try store.writer { $0.maximumPayloadBytes = 100 }
    try writer.publish(note(bytes: bytes))
    let (versions, _) = try store.reader().versions(of: "note")
    #expect(versions.map(\.bytes) == [bytes])
  }

  @Test func oneByteMoreIsRefusedWithBothNumbers() throws {
    let writer = try store.writer { $0.maximumPayloadBytes = 100 }
    try writer.publish(note(bytes: 50))
    let before = try store.totals()
    let error = try failure { try writer.publish(note(bytes: 101)) }
    #expect(error.code == .badInput)
    #expect(error.message.contains("101 bytes") && error.message.contains("limit 100"))
    #expect(try store.totals() == before)
    #expect(store.reader().read(Note.self).snapshot?.payload == note(bytes: 50))
  }

  @Test func theLimitIsOneMebibyteUnlessToldOtherwise() {
    #expect(TestStore.options().maximumPayloadBytes == 1_048_576)
    #expect(WriterOptions().maximumPayloadBytes == 1_048_576)
  }
}

@Suite struct RevisionLimitTests {
  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
  }

  @Test func theLastRevisionIsGivenAndNoneAfterIt() throws {
    try store.setRevision(.max - 1)
    let last = try writer.publish(CountSnapshot(count: 4), kind: "todo")
    #expect(last.revision == .max && last.storeRevision == .max)
    let before = try store.totals()
    let error = try failure { try writer.publish(CountSnapshot(count: 5), kind: "todo") }
    #expect(error.code == .failed)
    #expect(error.storeRevision == .max)
    #expect(try store.totals() == before)
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 4)
    #expect(store.reader().readCount("todo").snapshot?.revision == .max)
  }

  @Test func anEqualRecordIsStillUnchangedThere() throws {
    try store.setRevision(.max)
    let receipt = try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(!receipt.changed && receipt.revision == Revision(1) && receipt.storeRevision == .max)
  }
}
