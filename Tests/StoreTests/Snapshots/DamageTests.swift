import SharedStore
import Testing

@Suite struct DamageTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let count = CountSnapshot(count: 3, title: "Today")

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    try writer.publish(CountSnapshot(count: 2, title: "Today"), kind: "todo")
    try writer.publish(count, kind: "todo")
  }

  static let damages = [
    "payload = replace(payload, '3', '4')", "payload = replace(payload, 'T', 't')", "count = 4",
    "title = 'today'", "title = NULL", "changed_at = changed_at + 1", "checksum = checksum + 1",
    // Bytes that are no text at all.
    "payload = CAST(x'7b22ff223a317d' AS TEXT), bytes = 7",
  ]

  private func damage(_ change: String) throws {
    try store.edit("UPDATE snapshots SET \(change) WHERE revision = 2")
  }

  @Test(arguments: damages)
  func aRecordThatWasAlteredIsNeverShown(_ change: String) throws {
    try damage(change)
    let reader = store.reader()
    #expect(reader.readCount("todo").error?.code == .damaged)
    #expect(reader.readCount("todo").storeRevision == Revision(2))
    #expect(reader.readStored("todo", revision: Revision(2)).error?.code == .damaged)
    // The version before it is whole.
    #expect(reader.readStored("todo", revision: Revision(1)).snapshot != nil)
  }

  @Test(arguments: damages)
  func publishingTheSameValueAgainHealsIt(_ change: String) throws {
    try damage(change)
    let receipt = try writer.publish(count, kind: "todo")
    #expect(receipt.changed && receipt.revision == Revision(3))
    #expect(store.reader().readCount("todo").snapshot?.payload == count)
  }

  @Test func aRecordThatWasMovedToAnotherKindOrRevisionIsDamaged() throws {
    try store.edit("UPDATE snapshots SET kind = 'streak' WHERE revision = 2")
    #expect(store.reader().readCount("streak").error?.code == .damaged)
    try store.edit("UPDATE snapshots SET revision = 3 WHERE kind = 'streak'")
    #expect(store.reader().readCount("streak").error?.code == .damaged)
    #expect(store.reader().readCount("todo").snapshot?.revision == Revision(1))
  }

  @Test func addingToADamagedCountIsRefused() throws {
    try damage("count = 1000")
    let before = try store.totals()
    let error = try failure { try writer.write { tx in try tx.counts.add(1, to: "todo") } }
    #expect(error.code == .damaged)
    #expect(try store.totals() == before)
  }

  @Test func oneDamagedRecordLeavesTheOthersReadable() throws {
    try writer.publish(Note(text: "hello"))
    try damage("count = 4")
    #expect(store.reader().read(Note.self).snapshot?.payload.text == "hello")
    #expect(try store.reader().kinds().kinds.map(\.kind) == ["note", "todo"])
  }

  @Test func theErrorNeverQuotesTheRecord() throws {
    try damage("payload = replace(payload, 'Today', 'Never')")
    let error = try #require(store.reader().readCount("todo").error)
    #expect(!error.description.contains("Never") && !error.description.contains("Today"))
  }
}
