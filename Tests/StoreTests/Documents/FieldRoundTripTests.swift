import SharedStore
import TestSupport
import Testing

/// Every value comes back with the class and the bytes it had, whichever way it takes.
@Suite(.inTurns) struct FieldRoundTripTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader

  static let hardValues: [FieldValue] = [
    .null, .integer(0), .integer(.max), .integer(.min), .real(0), .real(-0.0), .real(1),
    .real(.leastNonzeroMagnitude), .real(.infinity), .real(-.infinity),
    .real(.greatestFiniteMagnitude), .real(0.1), .real(0x1p63), .text(""), .text("a\0b"),
    .text("\0"), .text("1"), .text("NULL"), .text("\u{e9}"), .text("e\u{301}"), .text("👩‍👩‍👧"),
    .text("line\r\nline\u{2028}"), .blob([]), .blob([0]), .blob([0xff, 0xfe, 0]),
    .blob(Array("text".utf8)),
  ]

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
  }

  private func x(_ id: DocumentID = "p") throws -> FieldValue? {
    try reader.document(id).document.fields["x"]
  }

  @Test(arguments: hardValues)
  func createLoadEditUndoAndRedoKeepAValueExactly(value: FieldValue) throws {
    try writer.createDocument("p", fields: ["x": value])
    #expect(try x() == value)
    try writer.editDocument("p", [.unset("x")])
    #expect(try x() == nil)
    try writer.undo("p")
    #expect(try x() == value)
    try writer.redo("p")
    try writer.editDocument("p", [.set("x", value)])
    #expect(try x() == value)
    try writer.undo("p")
    #expect(try x() == nil)
    try writer.redo("p")
    #expect(try x() == value)
    try writer.loadDocument("p", fields: ["x": .text("other")])
    try writer.loadDocument("p", fields: ["x": value])
    #expect(try x() == value)
    // And to the value itself an edit is equal.
    #expect(try !writer.editDocument("p", [.set("x", value)]).changed)
  }

  @Test(arguments: hardValues)
  func historyShowsAValueExactly(value: FieldValue) throws {
    try writer.createDocument("p", fields: ["x": .text("other"), "y": value])
    let group = try writer.beginGroup(in: "p", interrupted: .revert)
    try writer.editDocument("p", [.set("x", value), .set("y", .text("other"))], in: group)
    let fields = try #require(reader.history(of: "p").groups.first).fields
    #expect(fields["x"]?.after == value && fields["y"]?.before == value)
    try writer.cancelGroup(group)
    #expect(try reader.document("p").document.fields["y"] == value)
  }

  @Test(arguments: hardValues)
  func everyOtherHardValueIsAnEdit(value: FieldValue) throws {
    try writer.createDocument("p", fields: ["x": value])
    for other in FieldRoundTripTests.hardValues where other != value {
      #expect(try writer.editDocument("p", [.set("x", other)]).changed)
      #expect(try writer.undo("p").changed && x() == value)
    }
  }

  @Test func nullAndAbsentAreNotTheSame() throws {
    try writer.createDocument("p")
    #expect(try writer.editDocument("p", [.set("x", .null)]).changed)
    #expect(try writer.editDocument("p", [.unset("x")]).changed)
    #expect(try writer.editDocument("p", [.set("x", .integer(1))]).changed)
    #expect(try writer.editDocument("p", [.set("x", .null)]).changed)
    for expected in [.integer(1), nil, .null, nil] as [FieldValue?] {
      try writer.undo("p")
      #expect(try x() == expected)
    }
    let words = try store.rows(
      "SELECT operation FROM undo_operations ORDER BY number", columns: 1)
    #expect(words == [["add"], ["remove"], ["add"], ["set"]])
  }

  @Test func storageClassesAreThoseOfSQLite() throws {
    let fields: [FieldName: FieldValue] = [
      "null": .null, "integer": .integer(1), "real": .real(1), "text": .text("1"),
      "blob": .blob([1]),
    ]
    try writer.createDocument("p", fields: fields)
    #expect(try store.number("SELECT count(*) FROM fields") == 5)
    #expect(try store.number("SELECT count(*) FROM fields WHERE typeof(value) = name") == 5)
  }

  @Test func textThatIsNoUTF8IsDamage() throws {
    try writer.createDocument("p", fields: ["x": .text("a")])
    try store.edit("UPDATE fields SET value = CAST(x'61ff' AS TEXT)")
    #expect(try failure { _ = try x() }.code == .damaged)
  }
}
