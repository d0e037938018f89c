import SharedStore
import TestSupport
import Testing

/// How large a store becomes, and on what the work of undo depends.
@Suite(.inTurns) struct HistorySizeTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
  }

  @Test func twentyThousandEditsUnderALimitLeaveTheFileAsItIs() throws {
    let writer = try store.writer()
    let limits = UndoLimits.only(groups: 100)
    try writer.createDocument("p", fields: ["x": .integer(0)], limits: limits)
    // Numbers of one width, so that only what is kept can make the file grow.
    let first: Int64 = 1 << 20
    func edit(_ edits: Range<Int64>) throws {
      for edit in edits {
        try writer.editDocument("p", [.set("x", .integer(first + edit))])
      }
    }
    // The log of changes is full after its bound of 1 000 revisions and the slack between trims.
    try edit(0..<2_000)
    let pages = try store.number("PRAGMA page_count")
    try edit(2_000..<20_000)
    #expect(try store.number("PRAGMA page_count") == pages)
    #expect(try store.number("SELECT count(*) FROM undo_groups") == 100)
    #expect(try store.number("SELECT count(*) FROM undo_operations") == 100)
    #expect(try store.number("SELECT count(*) <= 1064 FROM changes") == 1)
    let document = try store.reader().document("p").document
    #expect(document.history.cursor.undo.groups == 100)
    #expect(document.history.cursor.lastGroup == 20_000)
  }
}
