import SharedStore
import TestSupport
import Testing

/// How much history is kept, and what is refused because of it.
@Suite(.inTurns) struct UndoLimitTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
  }

  private func history() throws -> UndoCursor { try reader.document("p").document.history.cursor }
  private func numbers() throws -> [Int64] { try reader.history(of: "p").groups.map(\.number) }

  private func setX(_ x: Int64) throws { try writer.editDocument("p", [.set("x", .integer(x))]) }

  /// What a group counts for that changes the integer `x`.
  private let bytesOfX = 32 + 1 + 8 + 8 + 16

  @Test func oneOverTheLimitOfGroupsDropsTheOldest() throws {
    try writer.createDocument("p", fields: ["x": .integer(0)], limits: .only(groups: 3))
    for x in 1...3 as ClosedRange<Int64> { try setX(x) }
    #expect(try numbers() == [1, 2, 3])
    try setX(4)
    #expect(try numbers() == [2, 3, 4] && history().undo.groups == 3)
  }

  @Test func bytesAreKeptToTheByte() throws {
    let limits = UndoLimits.only(bytes: 2 * bytesOfX)
    try writer.createDocument("p", fields: ["x": .integer(0)], limits: limits)
    for x in 1...2 as ClosedRange<Int64> { try setX(x) }
    #expect(try history().undo == .init(groups: 2, bytes: 2 * bytesOfX))
    try writer.setLimits(of: "p", to: .only(bytes: 2 * bytesOfX - 1))
    #expect(try numbers() == [2] && history().undo == .init(groups: 1, bytes: bytesOfX))
  }

  @Test func loweringTrimsAtOnceAndEveryoneSeesIt() throws {
    try writer.createDocument("p", fields: ["x": .integer(0)])
    for x in 1...5 as ClosedRange<Int64> { try setX(x) }
    let (other, othersReader) = (try store.writer(), store.reader())
    #expect(try othersReader.document("p").document.history.cursor.undo.groups == 5)
    let receipt = try writer.setLimits(of: "p", to: .only(groups: 2))
    #expect(receipt.changed)
    let seen = try othersReader.document("p").document
    #expect(seen.history.cursor.undo.groups == 2 && seen.fields["x"] == .integer(5))
    #expect(seen.history.cursor.limits == .only(groups: 2) && seen.revision == receipt.revision)
    // The limit is the document's and not the process's.
    try other.editDocument("p", [.set("x", .integer(6))])
    #expect(try numbers() == [5, 6])
    #expect(try !writer.setLimits(of: "p", to: .only(groups: 2)).changed)
  }

  @Test func theOldestUndoGoesFirstAndThenTheFarthestRedo() throws {
    try writer.createDocument("p", fields: ["x": .integer(0)])
    for x in 1...5 as ClosedRange<Int64> { try setX(x) }
    for _ in 1...3 { try writer.undo("p") }
    try writer.setLimits(of: "p", to: .only(groups: 4))
    #expect(try numbers() == [2, 3, 4, 5])
    try writer.setLimits(of: "p", to: .only(groups: 2))
    #expect(try numbers() == [3, 4])
    #expect(try history().undo == .none && history().redo.groups == 2)
    try writer.setLimits(of: "p", to: .only(bytes: 1))
    #expect(try numbers() == [3])
    #expect(try writer.redo("p").changed)
    #expect(try reader.document("p").document.fields["x"] == .integer(3))
    #expect(try !writer.redo("p").changed)
  }

  @Test func oneGroupStaysHoweverTightTheLimit() throws {
    try writer.createDocument("p", fields: ["x": .integer(0)], limits: .only(groups: 1, bytes: 1))
    for x in 1...3 as ClosedRange<Int64> {
      try setX(x)
      #expect(try numbers() == [x])
    }
    try writer.undo("p")
    #expect(try reader.document("p").document.fields["x"] == .integer(2))
    #expect(try history().redo.groups == 1)
  }

  @Test func zeroIsNoLimit() throws {
    try writer.createDocument("p", fields: ["x": .integer(0)], limits: .only())
    for x in 1...1_200 as ClosedRange<Int64> { try setX(x) }
    #expect(try history().undo == .init(groups: 1_200, bytes: 1_200 * bytesOfX))
    let large = FieldValue.blob(Array(repeating: 1, count: 5 << 20))
    #expect(try writer.editDocument("p", [.set("y", large)]).changed)
  }

  @Test func theStandardLimitsAreAThousandGroupsAndFourMebibytesAGroup() throws {
    try writer.createDocument("p", fields: ["x": .integer(0)])
    for x in 1...1_001 as ClosedRange<Int64> { try setX(x) }
    #expect(try history().undo.groups == 1_000 && numbers().first == 2)
    // Field, no value before, and 16 beside the blob; 32 for the group.
    let largest = (4 << 20) - 1 - 16 - 32
    let tooLarge = FieldValue.blob(Array(repeating: 1, count: largest + 1))
    #expect(try failure { try writer.editDocument("p", [.set("y", tooLarge)]) }.code == .badInput)
    let fits = FieldValue.blob(Array(repeating: 1, count: largest))
    #expect(try writer.editDocument("p", [.set("y", fits)]).changed)
    #expect(try reader.history(of: "p").groups.last?.bytes == 4 << 20)
  }

  @Test func anEditOverTheCapIsRefusedWholeWithBothNumbers() throws {
    let limits = UndoLimits.only(groupBytes: 100)
    try writer.createDocument("p", fields: ["x": .integer(0)], limits: limits)
    try setX(1)
    try writer.undo("p")
    let before = try reader.document("p")
    let changes: [FieldChange] = [.set("x", .integer(2)), .set("y", .text("twenty octets of tex"))]
    let error = try failure { try writer.editDocument("p", changes) }
    #expect(error.code == .badInput)
    #expect(error.message.contains("102 bytes, limit 100"), "\(error.message)")
    // Nothing of it was done: not the field that would have fitted, not the number, not redo.
    let after = try reader.document("p")
    #expect(after.document == before.document && after.token == before.token)
    try setX(3)
    #expect(try numbers() == [2])
  }

  @Test func aMoveOverTheCapLeavesTheGroupUsable() throws {
    let limits = UndoLimits.only(groupBytes: 100)
    try writer.createDocument("p", fields: ["x": .integer(0)], limits: limits)
    let group = try writer.beginGroup(in: "p")
    try writer.editDocument("p", [.set("x", .integer(1))], in: group)
    let before = try reader.document("p").document
    let large: [FieldChange] = [.set("y", .text("twenty octets of tex")), .set("x", .integer(2))]
    #expect(try failure { try writer.editDocument("p", large, in: group) }.code == .badInput)
    #expect(try reader.document("p").document == before)
    // It counts for what it does in the end, so it may go on in place for ever.
    for x in 2...50 as ClosedRange<Int64> {
      try writer.editDocument("p", [.set("x", .integer(x))], in: group)
    }
    try writer.endGroup(group)
    #expect(try history().undo == .init(groups: 1, bytes: bytesOfX))
    try writer.undo("p")
    #expect(try reader.document("p").document.fields == ["x": .integer(0)])
  }

  @Test func theNameCountsTowardsTheCap() throws {
    let limits = UndoLimits.only(groupBytes: bytesOfX + 3)
    try writer.createDocument("p", fields: ["x": .integer(0)], limits: limits)
    let changes: [FieldChange] = [.set("x", .integer(1))]
    #expect(try failure { try writer.editDocument("p", changes, name: "Zoom") }.code == .badInput)
    #expect(try writer.editDocument("p", changes, name: "Pan").changed)
  }

  @Test func limitsSurviveALoad() throws {
    try writer.createDocument("p", limits: .only(groups: 2))
    try writer.loadDocument("p", fields: ["x": .integer(0)])
    for x in 1...3 as ClosedRange<Int64> { try setX(x) }
    #expect(try history().undo.groups == 2)
  }
}
