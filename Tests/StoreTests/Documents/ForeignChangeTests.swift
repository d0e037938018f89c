import SharedStore
import TestSupport
import Testing

/// Fields that another program changed under the journal.
@Suite struct ForeignChangeTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
    try writer.createDocument("p", fields: ["x": .integer(0), "y": .integer(0)])
  }

  private func document() throws -> StoreDocument { try reader.document("p").document }

  private func set(_ field: FieldName, _ value: Int64) throws {
    try writer.editDocument("p", [.set(field, .integer(value))])
  }

  /// Changes a field under the journal.
  private func edit(_ field: String, _ value: String) throws {
    try store.editFields("UPDATE fields SET value = \(value) WHERE name = '\(field)'")
  }

  @Test(arguments: ["7", "1.0", "'1'", "NULL", "x'31'"])
  func undoOfAFieldThatIsNotAsItWasLeftIsRefused(value: String) throws {
    try set("x", 1)
    try edit("x", value)
    let (document, token) = try reader.document("p")
    let groups = try reader.history(of: "p").groups
    let error = try failure { try writer.undo("p") }
    #expect(error.code == .conflict && error.storeRevision == token.revision)
    #expect(try reader.document("p").document == document)
    #expect(try reader.document("p").token == token)
    #expect(try reader.history(of: "p").groups == groups)
    // Put back, it can be undone as ever.
    try edit("x", "1")
    #expect(try writer.undo("p").changed && self.document().fields["x"] == .integer(0))
  }

  @Test func theOtherGroupsStillUndoAndRedo() throws {
    try set("x", 1)
    try set("y", 1)
    try set("y", 2)
    try edit("x", "7")
    for y in [1, 0] as [Int64] {
      #expect(try writer.undo("p").changed && document().fields["y"] == .integer(y))
    }
    #expect(try failure { try writer.undo("p") }.code == .conflict)
    for y in [1, 2] as [Int64] {
      #expect(try writer.redo("p").changed && document().fields["y"] == .integer(y))
    }
    #expect(try document().fields["x"] == .integer(7))
  }

  @Test func redoOfAFieldThatIsNotAsItWasIsRefusedAndKeepsBothSides() throws {
    try set("x", 1)
    try set("x", 2)
    try writer.undo("p")
    try edit("x", "7")
    let before = try document()
    #expect(try failure { try writer.redo("p") }.code == .conflict)
    #expect(try failure { try writer.undo("p") }.code == .conflict)
    #expect(try document() == before)
    try edit("x", "1")
    #expect(try writer.redo("p").changed && document().fields["x"] == .integer(2))
  }

  @Test func aGroupOfSeveralFieldsIsNeverUndoneByHalf() throws {
    let changes: [FieldChange] = [.set("x", .integer(1)), .set("y", .integer(1)), .set("z", .null)]
    try writer.editDocument("p", changes)
    try edit("y", "7")
    let before = try document()
    let error = try failure { try writer.undo("p") }
    #expect(error.code == .conflict && error.message.hasPrefix("1 of"))
    #expect(try document() == before)
  }

  @Test func aFieldThatIsGoneOrHasAppearedIsForeignToo() throws {
    try set("x", 1)
    try store.editFields("DELETE FROM fields WHERE name = 'x'")
    #expect(try failure { try writer.undo("p") }.code == .conflict)
    #expect(try document().fields == ["y": .integer(0)])
    try writer.loadDocument("p", fields: ["x": .null])
    try writer.editDocument("p", [.unset("x")])
    try store.editFields("INSERT INTO fields SELECT key, 'x', NULL FROM documents")
    #expect(try failure { try writer.undo("p") }.code == .conflict)
    #expect(try document().fields == ["x": .null])
  }

  @Test func anEditAfterAForeignChangeIsMadeFromWhatIsThere() throws {
    try set("x", 1)
    try edit("x", "7")
    try set("x", 8)
    #expect(try writer.undo("p").changed && document().fields["x"] == .integer(7))
    #expect(try failure { try writer.undo("p") }.code == .conflict)
    #expect(try document().history.cursor.undo.groups == 1)
  }

  @Test func undoWhoseRowsAreMissingIsRefusedInsteadOfDoneByHalf() throws {
    try writer.editDocument("p", [.set("x", .integer(1)), .set("y", .integer(1))])
    try store.edit("DELETE FROM undo_operations WHERE field = 'y'")
    let before = try document()
    #expect(try failure { try writer.undo("p") }.code == .damaged)
    #expect(try document() == before)
  }

  @Test func aConflictTakesTheWholeTransactionAlong() throws {
    try set("x", 1)
    try edit("x", "7")
    let error = try failure {
      try writer.write { tx in
        try tx.publish(CountSnapshot(count: 1), kind: "todo")
        try tx.documents.undo("p")
      }
    }
    #expect(error.code == .conflict)
    #expect(reader.readCount("todo").error?.code == .notFound)
  }
}
