import Foundation
import SharedStore
import TestSupport
import Testing

/// A group that is being recorded: its holder goes on, everybody else is refused.
@Suite struct OpenGroupTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let other: StoreWriter
  private let reader: StoreReader

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    other = try store.writer()
    reader = store.reader()
    try writer.createDocument("p", fields: ["x": .integer(0)])
  }

  private func document() throws -> StoreDocument { try reader.document("p").document }

  private func move(_ x: Int64, _ group: OpenGroup) throws -> DocumentReceipt {
    try writer.editDocument("p", [.set("x", .integer(x))], in: group)
  }

  @Test func everyMoveIsVisibleAtARevisionOfItsOwn() throws {
    let group = try writer.beginGroup(in: "p", name: "Drag")
    #expect(group.document == "p" && group.number == 1)
    for x in 1...5 as ClosedRange<Int64> {
      let receipt = try move(x, group)
      let (document, token) = try reader.document("p")
      #expect(receipt.changed && receipt.revision == document.revision)
      #expect(document.revision == Revision(x + 1) && token.revision == document.revision)
      #expect(document.fields["x"] == .integer(x))
      #expect(document.history.openGroup == 1)
    }
    let equal = try move(5, group)
    #expect(!equal.changed && equal.revision == Revision(6))
    #expect(try writer.endGroup(group).changed)
    #expect(try document().history.openGroup == nil)
  }

  @Test func everybodyElseIsRefusedAndToldWhoHoldsIt() throws {
    let group = try writer.beginGroup(in: "p")
    _ = try move(1, group)
    let before = try document()
    let calls: [() throws -> Void] = [
      { try other.editDocument("p", [.set("x", .integer(9))]) },
      { try other.editDocument("p", []) }, { try other.undo("p") }, { try other.redo("p") },
      { try other.loadDocument("p", fields: [:]) }, { try other.deleteDocument("p") },
      { _ = try other.beginGroup(in: "p") }, { try other.recoverDocument("p") },
      { try other.setLimits(of: "p", to: .only(groups: 1)) },
      // The process that holds it is refused too, unless it says which group it means.
      { try writer.editDocument("p", [.set("x", .integer(9))]) }, { try writer.undo("p") },
    ]
    for call in calls {
      let error = try failure { try call() }
      #expect(error.code == .groupOpen)
      #expect(error.message.contains("process \(ProcessInfo.processInfo.processIdentifier),"))
      #expect(try document() == before)
    }
    _ = try move(2, group)
    #expect(try writer.endGroup(group).changed)
    #expect(try other.undo("p").changed && document().fields["x"] == .integer(0))
  }

  @Test func otherDocumentsAreNotConcerned() throws {
    try writer.createDocument("q", fields: ["x": .integer(0)])
    let group = try writer.beginGroup(in: "p")
    _ = try move(1, group)
    try other.editDocument("q", [.set("x", .integer(1))])
    try other.undo("q")
    let theirs = try other.beginGroup(in: "q")
    try other.editDocument("q", [.set("x", .integer(2))], in: theirs)
    #expect(try failure { try other.editDocument("p", [], in: theirs) }.code == .groupOpen)
    try writer.endGroup(group)
    try other.endGroup(theirs)
    #expect(try document().history.cursor.undo.groups == 1)
    #expect(try reader.document("q").document.history.cursor.undo.groups == 1)
  }

  @Test func aGroupCanBePassedOnToAnotherConnection() throws {
    let group = try writer.beginGroup(in: "p")
    try other.editDocument("p", [.set("x", .integer(1))], in: group)
    #expect(try other.endGroup(group).changed)
    #expect(try failure { _ = try move(2, group) }.code == .stale)
  }

  @Test(arguments: InterruptionPolicy.allCases)
  func cancellingAppliesThePolicyThatWasChosenAtTheBeginning(policy: InterruptionPolicy) throws {
    let group = try writer.beginGroup(in: "p", name: "Drag", interrupted: policy)
    _ = try move(7, group)
    try writer.editDocument("p", [.set("y", .null), .unset("x")], in: group)
    try writer.cancelGroup(group)
    let document = try document()
    #expect(document.history.openGroup == nil)
    switch policy {
    case .revert:
      #expect(document.fields == ["x": .integer(0)] && !document.history.canUndo)
      #expect(try reader.history(of: "p").groups.isEmpty)
    case .keep:
      #expect(document.fields == ["y": .null] && document.history.undoName == "Drag")
      try writer.undo("p")
      #expect(try self.document().fields == ["x": .integer(0)])
    }
  }

  @Test(arguments: InterruptionPolicy.allCases)
  func cancellingANestedGroupEndsAllOfIt(policy: InterruptionPolicy) throws {
    let group = try writer.beginGroup(in: "p", interrupted: policy)
    for _ in 1...3 { try writer.write { tx in try tx.documents.beginNested(in: group) } }
    _ = try move(7, group)
    try writer.cancelGroup(group)
    #expect(try document().history.openGroup == nil)
    #expect(try document().fields["x"] == .integer(policy == .keep ? 7 : 0))
    #expect(try failure { try writer.endGroup(group) }.code == .stale)
  }

  @Test func nestingChangesNothingThatAReaderIsShown() throws {
    let group = try writer.beginGroup(in: "p")
    let before = try document()
    let written = try writer.write { tx in try tx.documents.beginNested(in: group) }
    #expect(!written.changed)
    #expect(try !writer.endGroup(group).changed)
    #expect(try document() == before)
    // It is kept by the store, not by the process: both ends are needed.
    #expect(try failure { try other.undo("p") }.code == .groupOpen)
    try writer.endGroup(group)
    #expect(try document().history.openGroup == nil)
  }

  @Test(arguments: InterruptionPolicy.allCases)
  func theHolderMayLoadOverItsGroup(policy: InterruptionPolicy) throws {
    let group = try writer.beginGroup(in: "p", interrupted: policy)
    _ = try move(7, group)
    let epoch = try document().epoch
    try writer.loadDocument("p", fields: ["z": .integer(1)], group: group)
    let document = try document()
    #expect(document.fields == ["z": .integer(1)] && document.epoch != epoch)
    #expect(document.history.openGroup == nil && !document.history.canUndo)
    #expect(try failure { _ = try move(8, group) }.code == .stale)
    #expect(try store.rows(rowsThatBelongToNothing, columns: 1).isEmpty)
  }

  @Test func theNameIsThatOfTheBeginning() throws {
    let group = try writer.beginGroup(in: "p", name: "Drag")
    let changes: [FieldChange] = [.set("x", .integer(1))]
    try writer.editDocument("p", changes, name: "Something else", in: group)
    try writer.endGroup(group)
    #expect(try document().history.undoName == "Drag")
  }

  @Test(arguments: ["", "two\nlines", "bell\u{7}", String(repeating: "x", count: 201)])
  func aNameThatNoMenuCouldShowIsRefused(name: String) throws {
    let before = try document()
    #expect(try failure { _ = try writer.beginGroup(in: "p", name: name) }.code == .badInput)
    let changes: [FieldChange] = [.set("x", .integer(1))]
    #expect(try failure { try writer.editDocument("p", changes, name: name) }.code == .badInput)
    #expect(try document() == before)
  }

  @Test func aGroupOfAFailedTransactionWasNeverOpen() throws {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try writer.write { tx in
        let group = try tx.documents.beginGroup(in: "p")
        try tx.documents.edit("p", [.set("x", .integer(1))], in: group)
        throw Refusal()
      }
    }
    #expect(try document().fields["x"] == .integer(0) && document().history.openGroup == nil)
    #expect(try other.editDocument("p", [.set("x", .integer(2))]).changed)
  }

  @Test func aWholeGroupFitsIntoOneTransaction() throws {
    let written = try writer.write { tx in
      let group = try tx.documents.beginGroup(in: "p", name: "At once")
      try tx.documents.beginNested(in: group)
      try tx.documents.edit("p", [.set("x", .integer(1))], in: group)
      try tx.documents.endGroup(group)
      try tx.documents.edit("p", [.set("x", .integer(2))], in: group)
      return try tx.documents.endGroup(group)
    }
    #expect(written.value.changed && written.storeRevision == Revision(2))
    #expect(try document().history.undoName == "At once")
    try writer.undo("p")
    #expect(try document().fields["x"] == .integer(0))
  }
}
