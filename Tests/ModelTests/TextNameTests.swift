import Foundation
import SharedStoreModel
import SharedStoreReader
import Testing

/// Names and tokens that leave the process as text or JSON, and errors as adopters meet them.
@Suite struct TextNameTests {
  private func roundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    let data = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([Value].self, from: data) == [value])
  }

  @Test func whatNamesSomethingComesBackAsItWas() throws {
    try roundTrip("todo/wörk" as Kind)
    try roundTrip("a b" as DocumentID)
    try roundTrip("title" as FieldName)
    try roundTrip(try #require(AppGroup("group.example")))
    try roundTrip(try #require(JobID(rawValue: 7)))
    try roundTrip(try #require(Revision(rawValue: 7)))
    try roundTrip(StoreToken(storeID: "s", incarnation: "i", revision: .max))
    try roundTrip(DocumentToken(id: "d", epoch: "e", revision: .zero))
    let kind: Kind = "todo"
    #expect(Kind(kind.description) == kind && "\(kind)" == "todo")
    #expect(JobID("7")?.description == "7" && Revision("7")?.description == "7")
    #expect("\("a" as DocumentID)" == "a" && "\("f" as FieldName)" == "f")
  }

  @Test(arguments: [#"[""]"#, #"["a\nb"]"#, "[5]", "[null]"])
  func textThatIsNoNameIsNotDecoded(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Kind].self, from: Data(json.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([DocumentID].self, from: Data(json.utf8))
    }
  }

  @Test func numbersBelowTheirFirstAreNotDecoded() {
    #expect(JobID("-1") == nil && JobID("x") == nil && Revision("-1") == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([JobID].self, from: Data("[-1]".utf8))
    }
  }

  @Test func anIdOfAUUIDIsItsText() throws {
    let uuid = UUID()
    #expect(DocumentID(uuid).text == uuid.uuidString)
  }

  @Test func literalsAreFields() {
    let fields: [FieldName: FieldValue] = [
      "title": "Milk", "number": 3, "weight": 0.5, "done": true, "nothing": .null,
    ]
    #expect(fields["title"] == .text("Milk") && fields["number"] == .integer(3))
    #expect(fields["weight"] == .real(0.5) && fields["done"] == .integer(1))
    #expect(fields["done"] == .bool(true))
    let none: FieldValue? = nil
    #expect(none != .null && fields["absent"] == nil)
  }

  @Test func aCodeIsAPatternAndAnAlertShowsTheSentence() {
    let error: any Error = StoreError(.stale, "It has changed.", hint: "Read it again.")
    do {
      throw error
    } catch StoreError.Code.damaged {
      Issue.record("another code")
    } catch StoreError.Code.stale {
      #expect(error.localizedDescription == "It has changed.")
    } catch {
      Issue.record("no code at all")
    }
    let localized = error as? any LocalizedError
    #expect(localized?.recoverySuggestion == "Read it again.")
    #expect(localized?.failureReason == StoreError.Code.stale.meaning)
  }

  @Test func aHintNamesACallToDevelopersAndACommandToTheTools() {
    let error = StoreError(
      .damaged, "m", hint: StoreError.Hint("Call it.", command: "Run 'app check'."))
    #expect(error.hint == "Call it." && error.advice?.command == "Run 'app check'.")
    #expect(error.description == "m Call it.")
    let same = StoreError(.damaged, "m", hint: "Wait \(5) s.")
    #expect(same.hint == "Wait 5 s." && same.advice?.command == "Wait 5 s.")
  }

  @Test func aPreviewReadsItsOwnKindsOnly() {
    struct Todo: SnapshotPayload {
      static let kind: Kind = "todo"
      static let format = 1
      var open: Int
    }
    let reader = PreviewReader(Todo(open: 2), CountSnapshot(count: 5, title: "Five"))
    #expect(reader.read(Todo.self).snapshot?.payload.open == 2)
    #expect(reader.read(CountSnapshot.self).snapshot?.payload.count == 5)
    #expect(reader.read(Todo.self, kind: "other").error?.code == .notFound)
    #expect(reader.read(CountSnapshot.self, kind: "todo").error?.code == .unsupportedFormat)
  }

  @Test func previewsAreWhatAReaderWouldHaveGot() throws {
    let document = StoreDocument.preview(
      "note", fields: ["title": "Milk"], undoName: "Rename", undoGroups: 2)
    #expect(document.history.canUndo && !document.history.canRedo)
    #expect(document.history.undoName == "Rename")
    let id = try #require(JobID(rawValue: 1))
    let progress = WeightedProgress([.init(name: "fetch", weight: 100, total: 4, done: 1)])
    let job = StoreJob.preview(id, kind: "sync", state: .running, progress: progress)
    #expect(job.progress.percent == 25 && job.startedAt != nil && job.finishedAt == nil)
    #expect(StoreJob.preview(id, kind: "sync", state: .pending, progress: progress).attempt == 0)
  }
}
