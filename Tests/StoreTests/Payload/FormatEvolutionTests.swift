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

  /// Knows what the records of the first format meant.
  struct Fourth: SnapshotPayload, Equatable {
    static let kind: Kind = "task"
    static let format = 3
    static let oldestReadableFormat = 2
    static var defaults: Fourth? { Fourth(open: [], minutes: 5) }
    var open: [String]
    var minutes: Int

    static func migrate(_ stored: StoredPayload) throws -> Fourth {
      let old = try stored.decode(First.self)
      return Fourth(open: (0..<old.open).map { "task \($0)" }, minutes: stored.format)
    }
  }

  /// Goes through the version before it.
  struct Fifth: SnapshotPayload, Equatable {
    static let kind: Kind = "task"
    static let format = 4
    var names: [String]

    static func migrate(_ stored: StoredPayload) throws -> Fifth {
      Fifth(names: try stored.decode(Fourth.self).open)
    }
  }

  /// Refuses in words of its own.
  struct Picky: SnapshotPayload {
    struct Unwanted: Error {}
    static let kind: Kind = "task"
    static let format = 2

    static func migrate(_ stored: StoredPayload) throws -> Picky { throw Unwanted() }
  }

  /// A member was added deep inside.
  struct Deep: SnapshotPayload, Equatable {
    struct Owner: Codable, Equatable {
      var name: String
      var mail: String
      var nick: String?
    }
    static let kind: Kind = "task"
    static let format = 1
    static var defaults: Deep? {
      Deep(
        open: 0, owner: Owner(name: "nobody", mail: "none", nick: "nick"),
        teams: ["standard": Owner(name: "a", mail: "b")])
    }
    var open: Int
    var owner: Owner
    var teams: [String: Owner]
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
    #expect(reading.error?.message.contains("$.open is missing") == true)
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

  @Test func anOlderFormatIsRefusedEvenIfItsContentFits() throws {
    try publish(#"{"open":["a"]}"#, type: "task", format: 1)
    let error = reader.read(Task.Third.self).error
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message.contains("format 1") == true)
  }

  @Test func anOlderFormatThatTheTypeCallsReadableIsRead() throws {
    try publish(#"{"open":["a"]}"#, type: "task", format: 2)
    #expect(reader.read(Task.Fourth.self).snapshot?.payload == Task.Fourth(open: ["a"], minutes: 5))
  }

  @Test func anOlderFormatIsMigratedByItsType() throws {
    try writer.publish(Task.First(open: 2))
    #expect(
      reader.read(Task.Fourth.self).snapshot?.payload
        == Task.Fourth(open: ["task 0", "task 1"], minutes: 1))
    #expect(reader.read(Task.Fifth.self).snapshot?.payload.names == ["task 0", "task 1"])
    #expect(reader.read(Task.Fifth.self).snapshot?.format == 1)
    // A record of its own format is none of the migration's business.
    try writer.publish(Task.Fifth(names: ["x"]))
    #expect(reader.read(Task.Fifth.self).snapshot?.payload.names == ["x"])
  }

  @Test func aMigrationThatFailsIsAnUnsupportedFormat() throws {
    try publish(#"{"open":"many"}"#, type: "task", format: 1)
    let error = reader.read(Task.Fourth.self).error
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message.contains("$.open") == true)
    #expect(reader.read(Task.Picky.self).error?.code == .unsupportedFormat)
  }

  @Test func aRecordIsDecodedAsAnyTypeByHand() throws {
    struct Other: Decodable { let open: Int }
    try writer.publish(Task.First(open: 3))
    let stored = try #require(reader.readStored("task").snapshot).payload
    #expect(try stored.decode(Other.self).open == 3)
    #expect(try failure { _ = try stored.decode([Int].self) }.code == .unsupportedFormat)
  }

  @Test func defaultsReachNestedMembers() throws {
    try publish(#"{"open":3,"owner":{"name":"Ada"},"teams":{}}"#, type: "task")
    // And a dictionary gains no entries by them.
    #expect(
      reader.read(Task.Deep.self).snapshot?.payload
        == Task.Deep(
          open: 3, owner: .init(name: "Ada", mail: "none", nick: "nick"), teams: [:]))
    try publish(#"{"open":3,"owner":{"name":"Ada","mail":"m"},"teams":{}}"#, type: "task")
    // Nothing was missing, so the optional one was nil.
    #expect(reader.read(Task.Deep.self).snapshot?.payload.owner.nick == nil)
  }

  @Test(arguments: [
    (#"{"open":3,"owner":{"name":"Ada","mail":7},"teams":{}}"#, "$.owner.mail is of another type"),
    (#"{"open":null,"owner":{},"teams":{}}"#, "$.open has no value"),
    (
      #"{"open":3,"owner":{},"teams":{"a b":{"name":"x"}}}"#,
      #"$.teams["a b"].mail is missing"#
    ),
    (#"{"open":1e30,"owner":{},"teams":{}}"#, "$.open is of another type"),
  ])
  func whatDoesNotFitIsNamedByItsPath(_ json: String, _ text: String) throws {
    try publish(json, type: "task")
    let error = try #require(reader.read(Task.Deep.self).error)
    #expect(error.code == .unsupportedFormat)
    #expect(error.message.contains(text), "\(error.message)")
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
