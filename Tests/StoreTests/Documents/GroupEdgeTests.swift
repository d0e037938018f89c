import Foundation
import SharedStore
import SharedStoreSQLite
import TestSupport
import Testing

/// Groups that came to nothing, groups whose fields somebody else has changed, and whose they are.
@Suite struct GroupEdgeTests {
  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    try writer.createDocument("p", fields: ["x": .integer(0), "y": .integer(0)])
  }

  private func document() throws -> StoreDocument { try store.reader().document("p").document }

  /// What only a program can do that goes around the library.
  private func changeBehind(_ sql: StaticString) throws {
    let connection = try store.connection()
    try connection.execute("BEGIN IMMEDIATE")
    try connection.statement(sql).run()
    try connection.execute("COMMIT")
  }

  @Test(arguments: InterruptionPolicy.allCases)
  func aGroupThatDidNothingMovesNoRevisionHoweverItEnds(_ policy: InterruptionPolicy) throws {
    let before = try store.reader().document("p")
    for ending in 0..<3 {
      let group = try writer.beginGroup(in: "p", interrupted: policy)
      let changed =
        switch ending {
        case 0: try writer.endGroup(group).changed
        case 1: try writer.cancelGroup(group).changed
        default: try writer.recoverDocument("p", force: true).changed
        }
      #expect(!changed)
      let after = try store.reader().document("p")
      #expect(after.token == before.token && after.document.revision == before.document.revision)
      #expect(after.document.history.openGroup == nil && !after.document.history.canUndo)
    }
    // What was computed meanwhile is still good.
    #expect(try writer.applyResult([.set("z", .null)], of: before.document.token) != nil)
  }

  @Test func aFieldThatSomebodyElseChangedMeanwhileStaysAndIsNamed() throws {
    let group = try writer.beginGroup(in: "p")
    try writer.editDocument("p", [.set("x", .integer(1)), .set("y", .integer(1))], in: group)
    try store.editFields("UPDATE fields SET value = 5 WHERE name = 'y'")
    let change = try writer.perform { tx throws(StoreError) in
      try tx.documents.cancelGroup(group)
    }.value
    #expect(change.changed && change.conflicts == ["y"])
    #expect(try document().fields == ["x": .integer(0), "y": .integer(5)])
    #expect(try document().history.openGroup == nil && !document().history.canUndo)
  }

  @Test func aRecoveryNamesWhatItKeptAndSaysThatNothingElseWasThere() throws {
    let group = try writer.beginGroup(in: "p")
    try writer.editDocument("p", [.set("x", .integer(1))], in: group)
    let before = try document().revision
    try store.editFields("UPDATE fields SET value = 5 WHERE name = 'x'")
    let change = try writer.perform { tx throws(StoreError) in
      try tx.documents.recover("p", force: true)
    }.value
    #expect(!change.changed && change.conflicts == ["x"] && change.revision == before)
    #expect(try document().fields["x"] == .integer(5))
  }

  @Test func aReaderSeesWhoseTheOpenGroupIsAndWhetherTheyAreGone() throws {
    #expect(try document().history.openGroupOwner == nil)
    _ = try writer.beginGroup(in: "p")
    #expect(try document().history.openGroupOwner == .alive(getpid()))
    try changeBehind("UPDATE open_groups SET started = started - 1")
    #expect(try document().history.openGroupOwner == .gone(getpid()))
    try changeBehind("UPDATE open_groups SET namespace = namespace + 1")
    #expect(try document().history.openGroupOwner == .unknown(getpid()))
  }
}
