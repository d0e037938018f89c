import SharedStore
import SharedStoreModel
import TestSupport
import Testing

@Suite struct PublishTests {
  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
  }

  @Test func aNewRecordGetsTheNextRevisionOfTheStore() throws {
    let first = try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(first.changed && first.kind == "todo")
    #expect(first.revision == Revision(1) && first.storeRevision == Revision(1))
    let second = try writer.publish(Note(text: "hello"))
    #expect(second.revision == Revision(2) && second.storeRevision == Revision(2))
  }

  @Test func aReaderSeesWhatWasPublished() throws {
    try writer.publish(CountSnapshot(count: 3, title: "Today"), kind: "todo")
    let reading = store.reader().readCount("todo")
    let snapshot = try #require(reading.snapshot)
    #expect(snapshot.payload == CountSnapshot(count: 3, title: "Today"))
    #expect(snapshot.payload.updatedAt == snapshot.changedAt)
    #expect(snapshot.kind == "todo" && snapshot.type == "count" && snapshot.format == 1)
    #expect(snapshot.revision == Revision(1))
    #expect(snapshot.writer == WriterIdentity(program: "tests", version: "1.2.3"))
    #expect(reading.storeRevision == Revision(1))
  }

  @Test(arguments: [Int64.min, -1, 0, 1, Int64.max])
  func aCountOfAnySizeComesBackExactly(_ number: Int64) throws {
    try writer.publish(CountSnapshot(count: number), kind: "todo")
    #expect(store.reader().readCount("todo").snapshot?.payload.count == number)
  }

  @Test(arguments: [nil, "", "a\0b", "caf\u{E9}", "cafe\u{301}", "\u{FFFD}", "👩‍👩‍👧 \"\\/\n"])
  func aTitleComesBackByteForByte(_ title: String?) throws {
    try writer.publish(CountSnapshot(count: 1, title: title), kind: "todo")
    let read = try #require(store.reader().readCount("todo").snapshot)
    #expect(read.payload.title.map { Array($0.utf8) } == title.map { Array($0.utf8) })
  }

  @Test func anEqualRecordChangesNothing() throws {
    let first = try writer.publish(CountSnapshot(count: 3, title: "Today"), kind: "todo")
    let other = try writer.publish(Note(text: "hello"))
    let before = try store.totals()
    let again = try writer.publish(CountSnapshot(count: 3, title: "Today"), kind: "todo")
    #expect(!again.changed && again.reloadKinds.isEmpty)
    #expect(again.revision == first.revision)
    #expect(again.storeRevision == other.storeRevision)
    #expect(try store.totals() == before)
  }

  @Test(
    arguments: [
      CountSnapshot(count: 4, title: "caf\u{E9}"), CountSnapshot(count: 3),
      CountSnapshot(count: 3, title: ""),
      // The same characters, other bytes.
      CountSnapshot(count: 3, title: "cafe\u{301}"),
    ])
  func anythingElseIsAChange(_ other: CountSnapshot) throws {
    try writer.publish(CountSnapshot(count: 3, title: "caf\u{E9}"), kind: "todo")
    let receipt = try writer.publish(other, kind: "todo")
    #expect(receipt.changed)
    #expect(receipt.revision == Revision(2))
    #expect(store.reader().readCount("todo").snapshot?.payload == other)
  }

  @Test func theSameContentOfAnotherTypeOrFormatIsAChange() throws {
    let json = #"{"text":"a"}"#
    func publish(_ type: String, _ format: Int, replacingType: Bool = false) throws -> Bool {
      let payload = StoredPayload(type: type, format: format, json: json)
      return try writer.publish(payload, kind: "note", replacingType: replacingType).changed
    }
    #expect(try publish("note", 1))
    #expect(try !publish("note", 1))
    #expect(try publish("note", 2))
    #expect(try publish("memo", 2, replacingType: true))
  }

  @Test func anotherTypeTakesNoRecordsPlaceUnlessThatIsSaid() throws {
    try writer.publish(Note(text: "hello"), kind: "note")
    let before = try store.totals()
    let error = try failure { try writer.publish(CountSnapshot(count: 1), kind: "note") }
    #expect(error.code == .conflict && error.storeRevision == Revision(1))
    #expect(try store.totals() == before)
    #expect(
      try writer.publish(CountSnapshot(count: 1), kind: "note", replacingType: true).changed)
    // JSON without a type promised its readers nothing.
    let plain = StoredPayload(type: StoredPayload.untyped, format: 1, json: "{}")
    try writer.publish(plain, kind: "other")
    #expect(try writer.publish(Note(text: "hello"), kind: "other").changed)
  }

  @Test func aRecordWhoseTypeIsDamagedIsMendedByPublishingAgain() throws {
    try writer.publish(Note(text: "hello"))
    try store.edit("UPDATE snapshots SET type = 'nott'")
    #expect(store.reader().read(Note.self).error?.code == .damaged)
    #expect(try writer.publish(Note(text: "hello")).changed)
    #expect(store.reader().read(Note.self).snapshot?.payload.text == "hello")
  }

  @Test func aSetWhoseElementsComeInAnotherOrderIsTheSameValue() throws {
    struct Tags: SnapshotPayload, Equatable {
      static let kind: Kind = "tags"
      static let format = 1
      var tags: [String]
      static func == (left: Tags, right: Tags) -> Bool { Set(left.tags) == Set(right.tags) }
    }
    try writer.publish(Tags(tags: ["a", "b"]))
    #expect(try !writer.publish(Tags(tags: ["b", "a"])).changed)
    #expect(try writer.publish(Tags(tags: ["b", "c"])).changed)
  }

  @Test func twoKindsDoNotAffectEachOther() throws {
    let todo = try writer.publish(CountSnapshot(count: 1), kind: "todo")
    for number in 2...5 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo/work")
    }
    let reader = store.reader()
    #expect(reader.readCount("todo").snapshot?.revision == todo.revision)
    #expect(reader.readCount("todo").snapshot?.payload.count == 1)
    #expect(reader.readCount("todo/work").snapshot?.revision == Revision(5))
  }

  @Test func composedAndDecomposedKindsAreOneSeries() throws {
    try writer.publish(CountSnapshot(count: 1), kind: "caf\u{E9}")
    try writer.publish(CountSnapshot(count: 2), kind: "cafe\u{301}")
    let (kinds, _) = try store.reader().kinds()
    #expect(kinds.map(\.versions) == [2])
    #expect(store.reader().readCount("caf\u{E9}").snapshot?.payload.count == 2)
  }

  @Test func whatWasWrittenCanBeReadBack() throws {
    let receipt = try writer.publish(CountSnapshot(count: 3), kind: "todo")
    try writer.readBack(receipt)
    // A newer record is as good.
    try writer.publish(CountSnapshot(count: 4), kind: "todo")
    try writer.readBack(receipt)
    try store.edit("UPDATE snapshots SET count = 9")
    #expect(try failure { try writer.readBack(receipt) }.code == .damaged)
  }

  @Test func readingBackAnOlderRecordThanWasWrittenFails() throws {
    let receipt = try writer.publish(CountSnapshot(count: 3), kind: "todo")
    let newer = try writer.publish(CountSnapshot(count: 4), kind: "todo")
    try store.edit("DELETE FROM snapshots WHERE revision = 2")
    try writer.readBack(receipt)
    #expect(try failure { try writer.readBack(newer) }.code == .rewound)
  }

  @Test(arguments: ["count", "json"] as [Kind])
  func aTypeWithAReservedNameIsRefused(_ kind: Kind) throws {
    let before = try store.totals()
    let error = try failure {
      if kind == "count" {
        try writer.publish(ReservedCount(number: 1))
      } else {
        try writer.publish(ReservedJSON(number: 1))
      }
    }
    #expect(error.code == .badInput)
    #expect(error.message.contains("'\(kind)'"))
    #expect(try store.totals() == before)
  }

  @Test func aTypeWhoseFormatIsNotPositiveIsRefused() throws {
    let error = try failure { try writer.publish(Formatless()) }
    #expect(error.code == .badInput)
  }
}

/// A kind whose text, and so the type's name, is the built-in type's.
private struct ReservedCount: SnapshotPayload {
  static let kind: Kind = "count"
  static let format = 1
  var number: Int
}

private struct ReservedJSON: SnapshotPayload {
  static let kind: Kind = "json"
  static let format = 1
  var number: Int
}

private struct Formatless: SnapshotPayload {
  static let kind: Kind = "formatless"
  static let format = 0
}
