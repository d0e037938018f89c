import SharedStore
import TestSupport
import Testing

/// What somebody expects of a document, and results that come too late.
@Suite struct DocumentTokenTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader
  private let change: [FieldChange] = [.set("result", .integer(1))]

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
    try writer.createDocument("p", fields: ["x": .integer(0)])
  }

  private func document() throws -> StoreDocument { try reader.document("p").document }
  private func setX(_ x: Int64) throws { try writer.editDocument("p", [.set("x", .integer(x))]) }

  @Test func aResultInTimeIsAGroupOfItsOwn() throws {
    try setX(1)
    let token = try document().token
    #expect(token.id == "p" && token.revision == Revision(2))
    let receipt = try writer.applyResult(change, of: token, name: "Result")
    #expect(receipt?.changed == true && receipt?.revision == Revision(3))
    #expect(try document().history.undoName == "Result")
    #expect(try document().history.cursor.undo.groups == 2)
    try writer.undo("p")
    #expect(try document().fields == ["x": .integer(1)])
  }

  @Test func aResultIsAppliedOnlyOnce() throws {
    let token = try document().token
    #expect(try writer.applyResult(change, of: token)?.changed == true)
    #expect(try writer.applyResult([.set("result", .integer(2))], of: token) == nil)
    #expect(try document().fields["result"] == .integer(1))
  }

  @Test func anEqualResultInTimeChangesNothing() throws {
    let before = try document()
    let receipt = try writer.applyResult([.set("x", .integer(0))], of: before.token)
    #expect(receipt?.changed == false && receipt?.revision == before.revision)
    #expect(try document() == before)
  }

  @Test func afterAnEditAndItsUndoTheContentIsTheSameAndAResultStale() throws {
    let before = try document()
    try setX(1)
    try writer.undo("p")
    let after = try document()
    #expect(after.fields == before.fields && after.epoch == before.epoch)
    #expect(try writer.applyResult(change, of: before.token) == nil)
    let error = try failure {
      try writer.editDocument("p", change, ifRevision: before.revision, ifEpoch: before.epoch)
    }
    #expect(error.code == .stale && error.storeRevision == Revision(3))
    // Ignored: no group, no error in history, redo still there.
    #expect(try document() == after && after.history.canRedo)
    try writer.redo("p")
    #expect(try writer.applyResult(change, of: before.token) == nil)
  }

  @Test func afterALoadOnlyTheEpochTellsAndDoes() throws {
    let before = try document()
    try writer.loadDocument("p", fields: before.fields)
    let after = try document()
    #expect(after.fields == before.fields && after.epoch != before.epoch)
    // The same revision number under the old epoch, as a store elsewhere might have it.
    let token = DocumentToken(id: "p", epoch: before.epoch, revision: after.revision)
    #expect(try writer.applyResult(change, of: token) == nil)
    let error = try failure {
      try writer.editDocument("p", change, ifRevision: after.revision, ifEpoch: before.epoch)
    }
    #expect(error.code == .stale && error.message.contains("epoch"))
    #expect(try document() == after)
    #expect(try writer.applyResult(change, of: after.token)?.changed == true)
  }

  @Test func aResultForADocumentThatIsGoneOrBeingDraggedIsIgnored() throws {
    let token = try document().token
    let group = try writer.beginGroup(in: "p")
    #expect(try writer.applyResult(change, of: try document().token) == nil)
    try writer.cancelGroup(group)
    #expect(try document().fields == ["x": .integer(0)])
    try writer.deleteDocument("p")
    #expect(try writer.applyResult(change, of: token) == nil)
    #expect(try reader.documents().documents.isEmpty)
  }

  @Test func aResultThatCannotBeStoredIsAnErrorAndNotStale() throws {
    let token = try document().token
    let error = try failure {
      _ = try writer.applyResult([.set("x", .real(.nan))], of: token)
    }
    #expect(error.code == .badInput)
  }

  @Test func aStaleResultLeavesTheRestOfItsTransactionAlone() throws {
    let token = try document().token
    try setX(1)
    let written = try writer.write { tx in
      try tx.publish(CountSnapshot(count: 4), kind: "todo")
      return try tx.documents.apply(change, of: token)
    }
    #expect(written.value == nil && written.changed)
    #expect(reader.readCount("todo").snapshot?.payload.count == 4)
    #expect(try document().fields == ["x": .integer(1)])
  }

  @Test func undoAndRedoCanExpectARevision() throws {
    try setX(1)
    let seen = try document().revision
    // Somebody else's newer action, which a stale menu must not take back.
    try setX(2)
    #expect(try failure { try writer.undo("p", ifRevision: seen) }.code == .stale)
    #expect(try document().fields["x"] == .integer(2))
    #expect(try writer.undo("p", ifRevision: document().revision).changed)
    #expect(try failure { try writer.redo("p", ifRevision: seen) }.code == .stale)
    #expect(try document().fields["x"] == .integer(1))
    #expect(try writer.redo("p", ifRevision: document().revision).changed)
  }

  @Test func anEditCanExpectARevisionEvenWhenItWouldChangeNothing() throws {
    try setX(1)
    let equal: [FieldChange] = [.set("x", .integer(1))]
    let error = try failure { try writer.editDocument("p", equal, ifRevision: Revision(1)) }
    #expect(error.code == .stale)
    #expect(try !writer.editDocument("p", equal, ifRevision: Revision(2)).changed)
  }

  @Test func otherDocumentsDoNotMakeAResultStale() throws {
    let token = try document().token
    try writer.createDocument("q")
    try writer.editDocument("q", [.set("x", .integer(1))])
    #expect(try writer.applyResult(change, of: token)?.changed == true)
  }
}
