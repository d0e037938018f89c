import SharedStore
import TestSupport
import Testing

/// Documents as they are created, loaded, deleted and read.
@Suite struct DocumentTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
  }

  private func document(_ id: DocumentID = "p") throws -> StoreDocument {
    try reader.document(id).document
  }

  @Test func aNewDocumentHasItsFieldsAndNoHistory() throws {
    let receipt = try writer.createDocument("p", fields: ["x": .integer(1), "y": .null])
    #expect(receipt.changed && receipt.revision == Revision(1))
    #expect(receipt.storeRevision == Revision(1) && receipt.name == nil)
    let document = try document()
    #expect(document.fields == ["x": .integer(1), "y": .null])
    #expect(document.revision == Revision(1) && document.createdAt == document.changedAt)
    #expect(!document.history.canUndo && !document.history.canRedo)
    #expect(document.history.cursor.limits == .standard)
    #expect(try reader.history(of: "p").groups.isEmpty)
    #expect(try !writer.undo("p").changed)
    #expect(try self.document() == document)
  }

  @Test func aDocumentNeedsNoFields() throws {
    try writer.createDocument("p")
    #expect(try document().fields.isEmpty)
    try writer.editDocument("p", [.set("x", .integer(1))])
    try writer.undo("p")
    #expect(try document().fields.isEmpty)
  }

  @Test func anIdIsTakenOnlyOnce() throws {
    try writer.createDocument("p", fields: ["x": .integer(1)])
    let before = try document()
    let error = try failure { try writer.createDocument("p", fields: ["x": .integer(2)]) }
    #expect(error.code == .exists)
    #expect(try document() == before)
    #expect(try reader.token().revision == Revision(1))
  }

  @Test func idsOfTwoFormsAreOneDocument() throws {
    let (composed, decomposed): (DocumentID, DocumentID) = ("caf\u{e9}", "cafe\u{301}")
    try writer.createDocument(composed, fields: ["x": .integer(1)])
    #expect(try failure { try writer.createDocument(decomposed) }.code == .exists)
    try writer.editDocument(
      decomposed, [.set("e\u{301}", .integer(2))], name: "Re\u{301}sume\u{301}")
    #expect(try document(composed).fields == ["x": .integer(1), "\u{e9}": .integer(2)])
    let name = try document(composed).history.undoName
    #expect(name.map { Array($0.utf8) } == Array("R\u{e9}sum\u{e9}".utf8))
    #expect(try store.number("SELECT count(DISTINCT name) FROM changes WHERE revision > 0") == 1)
  }

  @Test(arguments: ["", " ", "\u{200B}", "a\nb", String(repeating: "a", count: 201)])
  func aGroupsNameIsANameLikeAnyOther(name: String) throws {
    try writer.createDocument("p")
    let error = try failure { try writer.editDocument("p", [.set("x", .null)], name: name) }
    #expect(error.code == .badInput)
    #expect(try document("p").fields.isEmpty)
  }

  @Test func anIdInAFormThatTheStoreNeverWritesIsDamage() throws {
    try writer.createDocument("caf\u{e9}")
    try store.edit("UPDATE documents SET id = 'cafe' || char(0x301)")
    #expect(try failure { _ = try reader.documents() }.code == .damaged)
  }

  @Test func everyCallOnAMissingDocumentSaysSo() throws {
    let calls: [() throws -> Void] = [
      { try writer.editDocument("p", [.set("x", .null)]) }, { try writer.undo("p") },
      { try writer.redo("p") }, { try writer.loadDocument("p", fields: [:]) },
      { try writer.deleteDocument("p") }, { _ = try writer.beginGroup(in: "p") },
      { try writer.recoverDocument("p", force: true) },
      { try writer.setLimits(of: "p", to: .standard) }, { _ = try reader.document("p") },
      { _ = try reader.history(of: "p") },
    ]
    for call in calls {
      let error = try failure { try call() }
      #expect(error.code == .notFound)
    }
    #expect(try reader.token().revision == .zero)
  }

  @Test func aLoadReplacesTheContentAndEmptiesHistory() throws {
    try writer.createDocument("p", fields: ["x": .integer(1), "y": .integer(1)])
    try writer.editDocument("p", [.set("x", .integer(2))])
    try writer.editDocument("p", [.set("x", .integer(3))])
    try writer.undo("p")
    let before = try document()
    let receipt = try writer.loadDocument("p", fields: ["x": .real(1), "z": .null])
    #expect(receipt.changed)
    let after = try document()
    #expect(after.fields == ["x": .real(1), "z": .null])
    #expect(after.epoch != before.epoch && after.revision > before.revision)
    #expect(after.createdAt == before.createdAt)
    #expect(!after.history.canUndo && !after.history.canRedo)
    #expect(after.history.cursor.undo == .none && after.history.cursor.redo == .none)
    #expect(try !writer.undo("p").changed && !writer.redo("p").changed)
    #expect(try document() == after)
    #expect(try store.number("SELECT count(*) FROM undo_operations") == 0)
    // Numbers go on where they were: a late reference to group 1 finds nothing.
    try writer.editDocument("p", [.set("x", .integer(5))])
    #expect(try reader.history(of: "p").groups.map(\.number) == [3])
    #expect(try writer.undo("p").changed && document().fields == after.fields)
  }

  @Test func anEqualLoadIsANewEpochToo() throws {
    try writer.createDocument("p", fields: ["x": .integer(1)])
    let before = try document()
    #expect(try writer.loadDocument("p", fields: ["x": .integer(1)]).changed)
    #expect(try document().epoch != before.epoch && document().fields == before.fields)
  }

  @Test func aDeletedDocumentIsGoneWithItsHistoryAndLeavesATombstone() throws {
    try writer.createDocument("p", fields: ["x": .integer(1)])
    try writer.createDocument("q", fields: ["x": .integer(1)])
    for id in ["p", "q"] as [DocumentID] { try writer.editDocument(id, [.set("x", .integer(2))]) }
    let kept = try document("q")
    try writer.deleteDocument("p")
    #expect(try failure { _ = try document("p") }.code == .notFound)
    #expect(try document("q") == kept)
    #expect(try reader.documents().documents.map(\.id) == ["q"])
    let last: StaticString = """
      SELECT subject, name, action, revision FROM changes ORDER BY revision DESC, position LIMIT 1
      """
    #expect(try store.rows(last, columns: 4) == [["document", "p", "removed", "5"]])
    #expect(try store.rows(rowsThatBelongToNothing, columns: 1).isEmpty)
    #expect(try store.number("SELECT count(*) FROM undo_groups") == 1)
  }

  @Test func aDocumentCreatedAgainIsAnotherOne() throws {
    try writer.createDocument("p", fields: ["x": .integer(1)])
    try writer.editDocument("p", [.set("x", .integer(2))])
    let token = try document().token
    try writer.deleteDocument("p")
    #expect(try writer.applyResult([.set("x", .integer(3))], of: token) == nil)
    try writer.createDocument("p", fields: ["x": .integer(2)])
    let document = try document()
    #expect(document.epoch != token.epoch && document.revision == Revision(4))
    #expect(!document.history.canUndo)
  }

  @Test func whatHappensLastToADocumentInATransactionIsWhatTheLogSays() throws {
    try writer.createDocument("p")
    try writer.write { tx in
      try tx.documents.edit("p", [.set("x", .integer(1))])
      try tx.documents.delete("p")
      try tx.documents.create("p", fields: ["x": .integer(2)])
    }
    let last: StaticString = "SELECT action FROM changes WHERE revision = 2 ORDER BY position"
    #expect(try store.rows(last, columns: 1).last == ["changed"])
    try writer.write { tx in
      try tx.documents.edit("p", [.set("x", .integer(3))])
      try tx.documents.delete("p")
    }
    let next: StaticString = "SELECT action FROM changes WHERE revision = 3 ORDER BY position"
    #expect(try store.rows(next, columns: 1).last == ["removed"])
  }

  @Test func listsAreInTheOrderOfTheIdsBytes() throws {
    for id in ["b", "a", "ä", "B", "a/1"] as [DocumentID] {
      try writer.createDocument(id, fields: ["x": .integer(1)])
    }
    try writer.editDocument("b", [.set("y", .null)])
    let (documents, token) = try reader.documents()
    #expect(documents.map(\.id) == ["B", "a", "a/1", "b", "ä"])
    let b = try #require(documents.first { $0.id == "b" })
    #expect(b.fields == 2 && b.undoGroups == 1 && b.redoGroups == 0 && b.revision == Revision(6))
    #expect(token.revision == Revision(6))
  }

  @Test(arguments: [FieldValue.real(.nan), .real(.signalingNaN)])
  func aNumberThatIsNoneIsRefusedAtEveryDoor(value: FieldValue) throws {
    try writer.createDocument("p", fields: ["x": .integer(1)])
    let before = try document()
    let group = try writer.beginGroup(in: "p")
    let rule = CountedKind("k", field: "x", equals: value)
    let calls: [() throws -> Void] = [
      { try writer.createDocument("q", fields: ["x": value]) },
      { try writer.editDocument("p", [.set("y", .null), .set("x", value)], in: group) },
      { try writer.loadDocument("p", fields: ["x": value], group: group) },
      { try writer.write { tx in try tx.counts.define(rule) } },
    ]
    for call in calls { #expect(try failure { try call() }.code == .badInput) }
    try writer.cancelGroup(group)
    #expect(try document().fields == before.fields)
    #expect(try reader.documents().documents.count == 1)
  }

  @Test func aValueOfMoreThan32MebibytesIsRefusedWithBothNumbers() throws {
    try writer.createDocument("p", limits: .only())
    let large = FieldValue.blob(Array(repeating: 7, count: (32 << 20) + 1))
    let error = try failure { try writer.editDocument("p", [.set("x", large)]) }
    #expect(error.code == .badInput)
    #expect(error.message.contains("33554433") && error.message.contains("33554432"))
    #expect(try document().fields.isEmpty)
  }
}
