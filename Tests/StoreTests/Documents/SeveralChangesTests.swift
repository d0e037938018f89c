import SharedStore
import TestSupport
import Testing

/// Documents, snapshots and counts that change together.
@Suite struct SeveralChangesTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
    for id in ["a", "b"] as [DocumentID] {
      try writer.createDocument(id, fields: ["x": .integer(0)])
    }
  }

  private func document(_ id: DocumentID) throws -> StoreDocument {
    try reader.document(id).document
  }

  private func setX(_ x: Int64) -> [FieldChange] { [.set("x", .integer(x))] }

  @Test func theyHaveOneRevisionAndOneGroupADocument() throws {
    let written = try writer.write { tx in
      try tx.documents.edit("a", setX(1), name: "Swap")
      try tx.documents.edit("b", setX(2), name: "Swap")
      try tx.publish(CountSnapshot(count: 3), kind: "todo")
      try tx.documents.create("c", fields: ["x": .integer(3)])
    }
    #expect(written.storeRevision == Revision(3))
    for id in ["a", "b", "c"] as [DocumentID] {
      #expect(try document(id).revision == written.storeRevision)
    }
    #expect(reader.readCount("todo").snapshot?.revision == written.storeRevision)
    let logged: StaticString = """
      SELECT subject, name FROM changes WHERE revision = 3 ORDER BY position
      """
    let expected = [
      ["document", "a"], ["document", "b"], ["snapshot", "todo"], ["document", "c"],
    ]
    #expect(try store.rows(logged, columns: 2) == expected)
    #expect(try document("a").history.undoName == "Swap")
    #expect(try document("b").history.cursor.undo.groups == 1)
  }

  @Test func undoActsOnItsDocumentAlone() throws {
    try writer.write { tx in
      try tx.documents.edit("a", setX(1))
      try tx.documents.edit("b", setX(2))
    }
    let b = try document("b")
    try writer.undo("a")
    #expect(try document("a").fields["x"] == .integer(0))
    #expect(try document("b") == b)
  }

  @Test func oneRefusalUndoesTheOthers() throws {
    let before = (try document("a"), try reader.token())
    let refusals: [@Sendable (inout WriteTransaction) throws -> Void] = [
      { tx in try tx.documents.edit("b", setX(1), ifRevision: Revision(9)) },
      { tx in try tx.documents.create("b") }, { tx in try tx.documents.undo("missing") },
      { tx in try tx.publish(CountSnapshot(count: 1), kind: "todo", ifRevision: Revision(9)) },
    ]
    for refuse in refusals {
      _ = try failure {
        try writer.write { tx in
          try tx.documents.edit("a", setX(1))
          try refuse(&tx)
        }
      }
      #expect(try document("a") == before.0 && reader.token() == before.1)
    }
  }

  @Test func aRefusalThatIsCaughtLeavesTheRestOfTheTransactionWhole() throws {
    try writer.setLimits(of: "b", to: .only(groupBytes: 70))
    let written = try writer.write { tx in
      try tx.documents.edit("a", setX(1))
      let large: [FieldChange] = [.set("x", .text("long")), .set("y", .text("also long"))]
      #expect(throws: StoreError.self) { try tx.documents.edit("b", large) }
      #expect(throws: StoreError.self) { try tx.documents.create("a") }
    }
    #expect(written.changed)
    #expect(try document("a").fields["x"] == .integer(1))
    #expect(try document("b").fields == ["x": .integer(0)] && !document("b").history.canUndo)
    #expect(try store.rows(journalsThatDoNotAddUp, columns: 1).isEmpty)
  }

  @Test func severalGroupsOfOneDocumentInOneTransactionAreUndoneOneByOne() throws {
    let written = try writer.write { tx in
      try tx.documents.edit("a", setX(1), name: "One")
      try tx.documents.edit("a", setX(2), name: "Two")
      try tx.documents.undo("a")
      try tx.documents.edit("a", setX(3), name: "Three")
      return try tx.documents.edit("a", setX(3))
    }
    #expect(try document("a").revision == written.storeRevision)
    let groups = try reader.history(of: "a").groups
    #expect(groups.map(\.name) == ["One", "Three"] && groups.map(\.number) == [1, 3])
    #expect(groups.allSatisfy { $0.revisions == Revision(3)...Revision(3) })
    #expect(try writer.undo("a").name == "Three" && document("a").fields["x"] == .integer(1))
    #expect(try writer.undo("a").name == "One" && document("a").fields["x"] == .integer(0))
  }

  @Test func anEditAndItsUndoInOneTransactionLeaveAGroupToRedo() throws {
    try writer.write { tx in
      try tx.documents.edit("a", setX(1))
      try tx.documents.undo("a")
    }
    #expect(try document("a").fields["x"] == .integer(0) && document("a").history.canRedo)
  }

  @Test func aTransactionThatChangesNoDocumentTakesNoRevision() throws {
    let before = try reader.token()
    let written = try writer.write { tx in
      try tx.documents.edit("a", setX(0))
      try tx.documents.undo("a")
      try tx.documents.redo("b")
      try tx.documents.recover("b", force: true)
    }
    #expect(!written.changed && written.storeRevision == before.revision)
    #expect(try reader.token() == before)
  }

  @Test func anEditOfThousandsOfFieldsIsOneGroup() throws {
    let names = (0..<3_000).compactMap { FieldName("field \($0)") }
    try writer.editDocument("a", names.map { .set($0, .integer(1)) })
    #expect(try document("a").fields.count == 3_001)
    #expect(try reader.history(of: "a").groups.map(\.operations) == [3_000])
    try writer.undo("a")
    #expect(try document("a").fields == ["x": .integer(0)])
    try writer.redo("a")
    #expect(try document("a").fields.count == 3_001)
  }
}
