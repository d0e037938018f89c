import Foundation
import SharedStore
import TestSupport
import Testing

/// The smallest editor there is: a position that is dragged.
@Suite struct PositionEditorTests {
  private let temporary: TestStore

  init() throws {
    temporary = try TestStore()
  }

  @Test func aDragFrom0Over10To20IsOneUndoBackTo0() throws {
    let (writer, reader) = (try temporary.writer(), temporary.reader())
    func x() throws -> FieldValue? { try reader.document("position").document.fields["x"] }

    try writer.createDocument("position", fields: ["x": .integer(0)])
    let drag = try writer.beginGroup(in: "position", name: "Drag")
    try writer.editDocument("position", [.set("x", .integer(10))], in: drag)
    #expect(try x() == .integer(10))
    try writer.editDocument("position", [.set("x", .integer(20))], in: drag)
    #expect(try x() == .integer(20))
    try writer.endGroup(drag)
    #expect(try x() == .integer(20))

    let undone = try writer.undo("position")
    #expect(try undone.name == "Drag" && x() == .integer(0))
    let redone = try writer.redo("position")
    #expect(try redone.name == "Drag" && x() == .integer(20))
  }

  @Test func theDragIsOneGroupWithOneOperation() throws {
    let writer = try temporary.writer()
    try writer.createDocument("position", fields: ["x": .integer(0)])
    let drag = try writer.beginGroup(in: "position", name: "Drag")
    for x in [10, 20] as [Int64] {
      try writer.editDocument("position", [.set("x", .integer(x))], in: drag)
    }
    try writer.endGroup(drag)
    let group = try #require(temporary.reader().history(of: "position").groups.first)
    #expect(group.number == 1 && group.side == .undo && group.name == "Drag")
    #expect(group.operations == 1 && group.bytes == 32 + 4 + 1 + 8 + 8 + 16)
    let operation = try #require(FieldOperation(before: .integer(0), after: .integer(20)))
    #expect(group.fields == ["x": operation])
    #expect(group.revisions == Revision(2)...Revision(3))
  }

  @Test func aThousandMovesAreOneRow() throws {
    let writer = try temporary.writer()
    try writer.createDocument("position", fields: ["x": .integer(0), "y": .integer(0)])
    let drag = try writer.beginGroup(in: "position")
    for move in 1...1_000 as ClosedRange<Int64> {
      let changes: [FieldChange] = [.set("x", .integer(move)), .set("y", .integer(-move))]
      try writer.editDocument("position", changes, in: drag)
    }
    try writer.endGroup(drag)
    #expect(try temporary.number("SELECT count(*) FROM undo_operations") == 2)
    #expect(try temporary.number("SELECT bytes FROM undo_groups") == 32 + 2 * (1 + 8 + 8 + 16))
    try writer.undo("position")
    let fields = try temporary.reader().document("position").document.fields
    #expect(fields == ["x": .integer(0), "y": .integer(0)])
  }

  @Test func theArticlesExampleDoesWhatItSays() async throws {
    let location = temporary.location
    let store = try await StoreWriter.open(location)
    let reader = StoreReader(location)
    try await store.write { tx in
      try tx.documents.create("position", fields: ["x": .integer(0)])
    }

    let drag = try await store.write { tx in
      try tx.documents.beginGroup(in: "position", name: "Drag")
    }.value
    for x in [10, 20] as [Int64] {
      try await store.write { tx in
        try tx.documents.edit("position", [.set("x", .integer(x))], in: drag)
      }
    }
    try await store.write { tx in try tx.documents.endGroup(drag) }

    try await store.write { tx in try tx.documents.undo("position") }
    let undone = try reader.document("position").document.fields["x"]  // .integer(0)
    #expect(undone == .integer(0))
    try await store.write { tx in try tx.documents.redo("position") }
    let redone = try reader.document("position").document.fields["x"]  // .integer(20)
    #expect(redone == .integer(20))
  }

  @Test func theArticleShowsTheTestAboveLineByLine() throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let article = try String(
      contentsOf: top.appending(path: "Sources/SharedStore/SharedStore.docc/UndoJournal.md"),
      encoding: .utf8)
    let example = try #require(article.firstMatch(of: /```swift\n((?s).*?)```/)?.1)
    let lines = example.split(separator: "\n").map(String.init)
    #expect(lines.count == 18)
    var tests = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)[...]
    for line in lines {
      let found = try #require(tests.range(of: "    \(line)\n"), "\(line)")
      tests = tests[found.upperBound...]
    }
  }

  @Test func everyVerbWorksFromAnAsynchronousContext() async throws {
    let writer = try await StoreWriter.open(temporary.location)
    let reader = temporary.reader()
    try writer.createDocument("a", fields: ["x": .integer(0)], limits: .only(groups: 5))
    let token = try reader.document("a").document.token
    let applied = try writer.applyResult([.set("x", .integer(1))], of: token, name: "Result")
    #expect(applied?.changed == true)
    #expect(try writer.applyResult([.set("x", .integer(2))], of: token) == nil)
    let kept = try writer.beginGroup(in: "a", interrupted: .keep)
    try writer.editDocument("a", [.set("x", .integer(3))], in: kept)
    #expect(try writer.cancelGroup(kept).changed)
    _ = try writer.beginGroup(in: "a")
    #expect(try !writer.recoverDocument("a", force: true).changed)
    #expect(try writer.setLimits(of: "a", to: .only(groups: 1)).changed)
    #expect(try reader.document("a").document.history.cursor.undo.groups == 1)
    try writer.loadDocument("a", fields: ["x": .integer(9)])
    #expect(try reader.document("a").document.history.cursor.undo.groups == 0)
    try writer.deleteDocument("a")
    #expect(throws: StoreError.self) { try reader.document("a") }
  }
}
