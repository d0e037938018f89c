import SharedStore
import SharedStoreModel
import TestSupport
import Testing

/// The same record as three versions of an app know it.
private enum Task {
  struct First: SnapshotPayload, Equatable {
    static let kind: Kind = "task"
    static let format = 1
    var open: Int
  }

  /// A field was added, and a value stands in for it in older records.
  struct Second: SnapshotPayload, Equatable {
    static let kind: Kind = "task"
    static let format = 1
    static var defaults: Second? { Second(open: 99, title: "Untitled", tags: ["none"]) }
    var open: Int
    var title: String
    var tags: [String]
  }

  /// The meaning changed, so the format did.
  struct Third: SnapshotPayload, Equatable {
    static let kind: Kind = "task"
    static let format = 2
    var open: [String]
  }
}

@Suite struct FormatEvolutionTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
  }

  private func publish(
    _ json: String, type: String, format: Int = 1, count: Int64? = nil, kind: Kind = "task"
  ) throws {
    let payload = StoredPayload(type: type, format: format, json: json, count: count)
    try writer.publish(payload, kind: kind)
  }

  @Test func aTypeReadsWhatItWrote() throws {
    try writer.publish(Task.First(open: 3))
    #expect(reader.read(Task.First.self).snapshot?.payload == Task.First(open: 3))
    #expect(reader.read(Task.First.self).snapshot?.type == "task")
  }

  @Test func fieldsAnOlderRecordLacksGetTheirDefaults() throws {
    try writer.publish(Task.First(open: 3))
    #expect(
      reader.read(Task.Second.self).snapshot?.payload
        == Task.Second(open: 3, title: "Untitled", tags: ["none"]))
  }

  @Test func fieldsThatAreThereKeepTheirValues() throws {
    try publish(#"{"open":0,"tags":[],"title":""}"#, type: "task")
    #expect(
      reader.read(Task.Second.self).snapshot?.payload == Task.Second(open: 0, title: "", tags: []))
  }

  @Test func fieldsAReaderDoesNotKnowAreIgnored() throws {
    try writer.publish(Task.Second(open: 3, title: "Today", tags: []))
    #expect(reader.read(Task.First.self).snapshot?.payload == Task.First(open: 3))
  }

  @Test func missingFieldsWithoutDefaultsAreUnsupported() throws {
    try publish("{}", type: "task")
    let reading = reader.read(Task.First.self)
    #expect(reading.error?.code == .unsupportedFormat)
    #expect(reading.storeRevision == Revision(1))
  }

  @Test(arguments: [#"{"open":"three"}"#, "[3]", "3", "null", #""text""#])
  func contentOfAnotherShapeIsUnsupported(_ json: String) throws {
    try publish(json, type: "task")
    #expect(reader.read(Task.First.self).error?.code == .unsupportedFormat)
    #expect(reader.read(Task.Second.self).error?.code == .unsupportedFormat)
    #expect(reader.readStored("task").snapshot?.payload.json == json)
  }

  @Test func aNewerFormatIsUnsupportedByAnOlderReader() throws {
    try writer.publish(Task.Third(open: ["a"]))
    let reading = reader.read(Task.Second.self)
    #expect(reading.error?.code == .unsupportedFormat)
    #expect(reading.error?.message.contains("format 2") == true)
    #expect(reading.storeRevision == Revision(1))
    #expect(reader.read(Task.Third.self).snapshot?.payload == Task.Third(open: ["a"]))
  }

  @Test func anOlderFormatIsDecodedIfItCanBe() throws {
    try writer.publish(Task.First(open: 3))
    // Its number is known, so only its content decides.
    #expect(reader.read(Task.Third.self).error?.code == .unsupportedFormat)
    try publish(#"{"open":["a"]}"#, type: "task", format: 1)
    #expect(reader.read(Task.Third.self).snapshot?.payload == Task.Third(open: ["a"]))
  }

  @Test func anotherTypeIsUnsupported() throws {
    try publish(#"{"open":3}"#, type: "note")
    #expect(reader.read(Task.First.self).error?.code == .unsupportedFormat)
    #expect(reader.readCount("task").error?.code == .unsupportedFormat)
  }

  @Test func untypedJSONIsReadAsAnyTypeThatFits() throws {
    try publish(#"{"open":3}"#, type: "json")
    #expect(reader.read(Task.First.self).snapshot?.payload == Task.First(open: 3))
    #expect(reader.read(Task.Second.self).snapshot?.payload.title == "Untitled")
    #expect(reader.read(Note.self, kind: "task").error?.code == .unsupportedFormat)
  }

  @Test func aTypeIsReadFromAnotherKindWhenAsked() throws {
    try writer.publish(Task.First(open: 3), kind: "task/work")
    #expect(reader.read(Task.First.self).error?.code == .notFound)
    #expect(reader.read(Task.First.self, kind: "task/work").snapshot?.payload.open == 3)
  }

  @Test(arguments: [("count", 3), ("json", nil)] as [(String, Int64?)])
  func aBuiltInTypeOfANewerFormatIsUnsupported(_ type: String, _ count: Int64?) throws {
    try publish("{}", type: type, format: 2, count: count)
    #expect(reader.readStored("task").error?.code == .unsupportedFormat)
    #expect(reader.readCount("task").error?.code == .unsupportedFormat)
    #expect(reader.readStored("task").storeRevision == Revision(1))
  }

  @Test func aNewerFormatIsNotTakenForDamageWhateverItsChecksum() throws {
    try publish("{}", type: "count", format: 2, count: 3)
    try store.edit("UPDATE snapshots SET checksum = checksum + 1")
    #expect(reader.readStored("task").error?.code == .unsupportedFormat)
    #expect(try StoreCheck.run(store.location).isSound)
  }

  @Test func addingToACountOfANewerFormatIsRefused() throws {
    try publish("{}", type: "count", format: 2, count: 3)
    let error = try failure { try writer.write { tx in try tx.counts.add(1, to: "task") } }
    #expect(error.code == .unsupportedFormat)
    #expect(try store.number("SELECT max(revision) FROM changes") == 1)
  }

  @Test func anAppsOwnFormatIsForItsReaderToJudge() throws {
    try publish("{}", type: "task", format: 1_000)
    #expect(reader.readStored("task").snapshot?.format == 1_000)
  }
}
