import Foundation
import SharedStore
import TestSupport
import Testing

/// Documents read and written as Swift values.
@Suite(.inTurns) struct DocumentCodingTests {
  struct Note: Codable, Equatable {
    enum Colour: String, Codable { case red, green }

    var title: String
    var done: Bool
    var stars: Int
    var weight: Double
    var tags: [String]
    var place: [String: Double]
    var price: Decimal
    var big: UInt64
    var colour: Colour
    var due: Date?
    var picture: Data?
    var parts: Part?

    struct Part: Codable, Equatable {
      var done: Bool
      var name: String
    }
  }

  private let note = Note(
    title: "e\u{301}", done: true, stars: -3, weight: 2, tags: ["a", "b"], place: ["x": 0.1],
    price: Decimal(string: "0.10000000000000000001") ?? 0, big: .max, colour: .green,
    due: Date(timeIntervalSinceReferenceDate: 0.1), picture: Data([0, 255]),
    parts: .init(done: false, name: "1"))

  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
  }

  private func document() throws -> StoreDocument {
    try StoreReader(store.location).document("note").document
  }

  @Test func aValueComesBackAsItWas() throws {
    try writer.write { tx in _ = try tx.documents.create("note", note) }
    #expect(try document().decode(Note.self) == note)
    let fields = try document().fields
    #expect(fields["done"] == .integer(1) && fields["stars"] == .integer(-3))
    #expect(fields["title"] == .text("e\u{301}") && fields["tags"] == .text(#"["a","b"]"#))
    #expect(fields["price"] == .text("0.10000000000000000001"))
    #expect(fields["big"] == .text("18446744073709551615"))
  }

  @Test func aMemberWithoutAValueHasNoField() throws {
    var plain = note
    (plain.due, plain.picture, plain.parts) = (nil, nil, nil)
    try writer.write { [plain] tx in _ = try tx.documents.create("note", plain) }
    #expect(try document().fields["due"] == nil)
    #expect(try document().decode(Note.self) == plain)
  }

  @Test func onlyWhatIsChangedIsEditedAndForeignFieldsStay() throws {
    try writer.write { tx in
      try tx.documents.create("note", note)
      try tx.documents.edit("note", [.set("foreign", 1)])
    }
    let change = try writer.write { tx in
      try tx.documents.edit("note", as: Note.self, name: "Finish") { note in
        note.done = false
        note.due = nil
      }
    }.value
    #expect(change.changed)
    let history = try StoreReader(store.location).history(of: "note").groups
    #expect(history.last?.fields.keys.map(\.text).sorted() == ["done", "due"])
    #expect(try document().fields["foreign"] == 1)
    let same = try writer.write { tx in
      try tx.documents.edit("note", as: Note.self) { note in note.done = false }
    }
    #expect(!same.changed)
    try writer.write { tx in _ = try tx.documents.undo("note") }
    #expect(try document().decode(Note.self) == note)
  }

  @Test func whatDoesNotFitIsRefusedByName() throws {
    try writer.write { tx in
      _ = try tx.documents.create("note", fields: ["title": 5, "done": 2])
    }
    struct Title: Codable { var title: String }
    struct Done: Codable { var done: Bool }
    struct Missing: Codable { var missing: Int }
    for (error, member) in [
      (try failure { _ = try document().decode(Title.self) }, "title"),
      (try failure { _ = try document().decode(Done.self) }, "done"),
      (try failure { _ = try document().decode(Missing.self) }, "missing"),
    ] {
      #expect(error.code == .unsupportedFormat && error.message.contains(member))
    }
    for value in [try failure { _ = try writer.write { tx in try tx.documents.create("n", 5) } }] {
      #expect(value.code == .badInput)
    }
    struct Name: Codable {
      enum CodingKeys: String, CodingKey { case empty = "" }
      var empty = 1
    }
    let unnamed = try failure {
      _ = try writer.write { tx in try tx.documents.create("n", Name()) }
    }
    #expect(unnamed.code == .badInput)
  }

  @Test func argumentsOfAJobComeBackAsTheyWere() throws {
    let id = try writer.write { tx in try tx.jobs.create(kind: "sync", note) }.value
    let job = try StoreReader(store.location).job(id).job
    #expect(try job.decodeArguments(Note.self) == note)
    let error = try failure { _ = try job.decodeArguments([Int].self) }
    #expect(error.code == .unsupportedFormat)
  }
}
