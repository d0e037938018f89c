import SharedStore
import SharedStoreReader
import TestSupport
import Testing

/// The index is kept by whatever changes a text, in the same transaction.
@Suite(.inTurns) struct SearchIndexTests {
  private let store: SearchableStore

  init() throws {
    store = try SearchableStore()
  }

  private var writer: StoreWriter { store.writer }

  @Test func aTextIsFoundFromItsCreationOn() throws {
    #expect(try store.found("walrus") == [])
    try store.create(["d": "a walrus"])
    try store.expect(found: ["walrus"], lost: ["walnut"])
  }

  @Test func anEditedTextIsFoundAsItNowReads() throws {
    try store.create(["d": "a walrus"])
    try writer.editDocument("d", [.set("text", .text("a walnut"))])
    try store.expect(found: ["walnut"], lost: ["walrus"])
    try writer.undo("d")
    try store.expect(found: ["walrus"], lost: ["walnut"])
    try writer.redo("d")
    try store.expect(found: ["walnut"], lost: ["walrus"])
  }

  @Test func anUnsetTextIsNotFoundUntilItIsBack() throws {
    try store.create(["d": "a walrus"])
    try writer.editDocument("d", [.unset("text")])
    try store.expect(found: [], lost: ["walrus"])
    try writer.undo("d")
    try store.expect(found: ["walrus"], lost: [])
    try writer.redo("d")
    try store.expect(found: [], lost: ["walrus"])
  }

  @Test(arguments: [.null, .integer(7), .real(1.5), .blob(Array("walrus".utf8))] as [FieldValue])
  func whatIsNoTextLeavesNoHit(_ value: FieldValue) throws {
    try store.create(["d": "a walrus"])
    try writer.editDocument("d", [.set("text", value)])
    try store.expect(found: [], lost: ["walrus", "7", "1.5"])
    try writer.undo("d")
    try store.expect(found: ["walrus"], lost: [])
    try writer.redo("d")
    try store.expect(found: [], lost: ["walrus"])
  }

  @Test func oneOfSeveralFieldsChangesAlone() throws {
    try writer.createDocument(
      "d",
      fields: [
        "body": .text("sea lion"), "count": .integer(1), "title": .text("walrus"),
      ])
    try store.expect(found: ["sea lion", "walrus"], lost: ["seal"])
    try writer.editDocument("d", [.set("title", .text("seal"))])
    try store.expect(found: ["sea lion", "seal"], lost: ["walrus"])
    try writer.editDocument("d", [.set("count", .integer(2))])
    try store.expect(found: ["sea lion", "seal"], lost: ["walrus"])
    try writer.editDocument("d", [.unset("body"), .set("count", .text("otter"))])
    try store.expect(found: ["seal", "otter"], lost: ["sea lion"])
    try writer.undo("d")
    try store.expect(found: ["sea lion", "seal"], lost: ["walrus", "otter"])
  }

  @Test func wordsOfTwoFieldsAreFoundTogetherButAreNoPhrase() throws {
    try writer.createDocument("d", fields: ["a": .text("sea"), "b": .text("lion")])
    #expect(try store.found("lion sea") == ["d"])
    #expect(try store.found("sea lion", .substring) == [])
  }

  @Test func loadedContentReplacesWhatWasFound() throws {
    try writer.createDocument("d", fields: ["a": .text("walrus"), "b": .text("seal")])
    try writer.loadDocument("d", fields: ["b": .text("otter"), "c": .integer(1)])
    try store.expect(found: ["otter"], lost: ["walrus", "seal"])
    try writer.loadDocument("d", fields: [:])
    try store.expect(found: [], lost: ["otter"])
  }

  @Test func aDeletedDocumentIsNotFoundAndItsPlaceMayBeTaken() throws {
    try store.create(["d": "a walrus"])
    try writer.deleteDocument("d")
    try store.expect(found: [], lost: ["walrus"])
    try store.create(["d": "a seal"])
    try store.expect(found: ["seal"], lost: ["walrus"])
    // The new row gets the old one's key, within one transaction.
    try writer.write { tx in
      try tx.documents.delete("d")
      try tx.documents.create("e", fields: ["n": .integer(1)])
    }
    try store.expect(found: [], lost: ["walrus", "seal"])
    try writer.write { tx in
      try tx.documents.delete("e")
      try tx.documents.create("d", fields: ["text": .text("an otter")])
    }
    try store.expect(found: ["otter"], lost: ["seal"])
  }

  @Test func aTransactionThatFailsLeavesTheIndexAlone() throws {
    struct Refusal: Error {}
    try store.create(["d": "a walrus"])
    #expect(throws: Refusal.self) {
      try writer.write { tx in
        try tx.documents.edit("d", [.set("text", .text("a seal"))])
        try tx.documents.create("e", fields: ["text": .text("a seal")])
        throw Refusal()
      }
    }
    try store.expect(found: ["walrus"], lost: ["seal"])
  }

  @Test func severalChangesOfOneTransactionEndAtTheLast() throws {
    try writer.write { tx in
      try tx.documents.create("d", fields: ["text": .text("walrus")])
      try tx.documents.edit("d", [.set("text", .text("seal"))])
      try tx.documents.edit("d", [.set("text", .text("otter"))])
      try tx.documents.undo("d")
    }
    try store.expect(found: ["seal"], lost: ["walrus", "otter"])
  }

  /// The store takes them for two texts, and a search for one.
  @Test func textsThatOnlyLookTheSameAreFoundAlike() throws {
    try store.create(["d": "caf\u{E9}"])
    try writer.editDocument("d", [.set("text", .text("cafe\u{301}"))])
    try store.expect(found: ["cafe\u{301}", "caf\u{E9}", "CAFE"], lost: ["cafes"])
    try writer.undo("d")
    try store.expect(found: ["cafe\u{301}", "caf\u{E9}", "CAFE"], lost: ["cafes"])
  }

  // MARK: Names of files

  @Test func theNameOfAFileIsFoundAndShown() throws {
    try writer.createDocument("Meeting notes/2026 Berlin.MD", fields: ["text": .text("walrus")])
    try writer.createDocument("numbers/Paris.json", fields: ["n": .integer(1)])
    for mode in [DocumentSearch.Mode.words, .substring] {
      for query in ["berlin", "Meeting Notes", "2026 Berlin.md", "walrus"] {
        #expect(try store.found(query, mode) == ["Meeting notes/2026 Berlin.MD"], "\(query)")
      }
      #expect(try store.found("paris", mode) == ["numbers/Paris.json"])
      let hit = try #require(try store.search.hits(for: "Berl", mode: mode)?.hits.first)
      #expect(
        hit.snippet == "Meeting notes/2026 Berlin.MD"
          && hit.match == 19..<(mode == .words ? 25 : 23))
    }
    try writer.deleteDocument("numbers/Paris.json")
    #expect(try store.found("paris") == [])
    #expect(try writer.isSearchIndexSound())
  }

  @Test func anIdThatIsNoNameOfAFileIsNotFound() throws {
    try writer.createDocument("walrus", fields: ["text": .text("seal")])
    try writer.createDocument(".md", fields: ["text": .text("seal")])
    try store.expect(found: [], lost: ["walrus", "md"])
  }

  @Test func theTypeThatAnImportGivesIsNotFoundAndAnyOtherIs() throws {
    try writer.createDocument("a", fields: ["text": .text("seal"), "type": .text("markdown")])
    #expect(try store.found("markdown") == [])
    try writer.editDocument("a", [.set("type", .text("walrus"))])
    #expect(try store.found("walrus") == ["a"])
    try writer.createDocument("b", fields: ["title": .text("seal"), "type": .text("text")])
    #expect(try store.found("text") == ["b"])
    #expect(try writer.isSearchIndexSound())
  }

  @Test(arguments: ["", "\0", "a\0b", "\u{301}", "🎉", String(repeating: "x", count: 100_000)])
  func anyTextCanBeIndexedAndForgotten(_ text: String) throws {
    try store.create(["d": "\(text) walrus"])
    try store.expect(found: ["walrus"], lost: [])
    try writer.editDocument("d", [.set("text", .text(text))])
    try store.expect(found: [], lost: ["walrus"])
    try writer.undo("d")
    try store.expect(found: ["walrus"], lost: [])
    try writer.deleteDocument("d")
    try store.expect(found: [], lost: ["walrus"])
  }

  // MARK: Open groups

  @Test(arguments: InterruptionPolicy.allCases, [false, true])
  func everyMoveOfAGroupIsFoundAndItsEndDecides(
    policy: InterruptionPolicy, isCancelled: Bool
  ) throws {
    try store.create(["d": "walrus"])
    let group = try writer.beginGroup(in: "d", interrupted: policy)
    for (word, before) in [("seal", "walrus"), ("otter", "seal")] {
      try writer.editDocument("d", [.set("text", .text(word))], in: group)
      try store.expect(found: [word], lost: [before])
    }
    if isCancelled { try writer.cancelGroup(group) } else { try writer.endGroup(group) }
    let isReverted = isCancelled && policy == .revert
    try store.expect(
      found: [isReverted ? "walrus" : "otter"], lost: [isReverted ? "otter" : "walrus", "seal"])
    try writer.undo("d")
    try store.expect(found: ["walrus"], lost: ["otter", "seal"])
    try writer.redo("d")
    try store.expect(
      found: [isReverted ? "walrus" : "otter"], lost: [isReverted ? "otter" : "walrus"])
  }

  @Test(arguments: InterruptionPolicy.allCases)
  func aGroupThatIsRecoveredIsFoundByItsPolicy(policy: InterruptionPolicy) throws {
    try store.create(["d": "walrus"])
    let group = try writer.beginGroup(in: "d", interrupted: policy)
    try writer.editDocument(
      "d", [.unset("text"), .set("other", .text("seal"))], in: group)
    try store.expect(found: ["seal"], lost: ["walrus"])
    try writer.recoverDocument("d", force: true)
    try store.expect(
      found: [policy == .keep ? "seal" : "walrus"], lost: [policy == .keep ? "walrus" : "seal"])
  }
}
