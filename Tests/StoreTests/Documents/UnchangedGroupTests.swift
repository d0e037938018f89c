import SharedStore
import Testing

/// What changes nothing leaves no trace: no group, no bytes, and redo as it was.
@Suite struct UnchangedGroupTests {
  @Test(arguments: HistoryKeeper.allCases)
  func equalEditsOfANewDocumentCannotBeUndone(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .integer(0)])
    for _ in 1...10 {
      try script.run(.setX(.integer(0)), .unchanged, x: .integer(0), undo: 0, redo: 0)
    }
    try script.run(.edit([.unset("y")]), .unchanged, x: .integer(0), undo: 0, redo: 0)
    try script.run(.edit([]), .unchanged, x: .integer(0), undo: 0, redo: 0)
    // The first group there is has the first number.
    try script.run(.setX(.integer(1)), x: .integer(1), undo: 1, redo: 0)
    #expect(try script.view.undo.map(\.number) == [1])
  }

  @Test(arguments: HistoryKeeper.allCases)
  func anEqualEditAfterAnUndoKeepsRedoAndItsBytes(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .integer(0)])
    try script.run(.setX(.integer(1)), x: .integer(1), undo: 1, redo: 0)
    try script.run(.undo, x: .integer(0), undo: 0, redo: 1)
    let view = try script.view
    try script.run(.setX(.integer(0)), .unchanged, x: .integer(0), undo: 0, redo: 1)
    #expect(try script.view == view)
    try script.run(.redo, x: .integer(1), undo: 1, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func anEditThatSetsAFieldTwiceCountsTheLastValue(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .integer(0)])
    let back = HistoryAction.edit([.set("x", .integer(5)), .set("x", .integer(0))])
    try script.run(back, .unchanged, x: .integer(0), undo: 0, redo: 0)
    let removed = HistoryAction.edit([.set("x", .integer(5)), .unset("x")])
    try script.run(removed, x: nil, undo: 1, redo: 0)
    let operation = try #require(FieldOperation(before: .integer(0), after: nil))
    #expect(try script.view.undo.first?.fields == ["x": operation])
  }

  @Test(arguments: HistoryKeeper.allCases, InterruptionPolicy.allCases)
  func emptyAndNetZeroGroupsAddNothingAndKeepRedo(
    keeper: HistoryKeeper, interrupted: InterruptionPolicy
  ) throws {
    var script = try HistoryScript(keeper, ["x": .integer(1)])
    try script.run(.setX(.integer(2)))
    try script.run(.undo)
    let view = try script.view
    let groups: [[HistoryAction]] = [
      [], [.moveX(.integer(1))], [.moveX(.integer(5)), .moveX(.integer(1))],
      [.move([.set("y", .null)]), .move([.unset("y")])],
      [.move([.unset("x")]), .move([.set("x", .integer(1))])],
    ]
    for moves in groups {
      try script.run(.begin(name: "Drag", interrupted: interrupted))
      for move in moves { try script.run(move) }
      // While it is open nobody can tell whether redo will survive, so it is refused.
      #expect(try !script.view.canRedo && script.view.redoTally.groups == 1)
      try script.run(.end, .unchanged, x: .integer(1), undo: 0, redo: 1)
      #expect(try script.view == view)
    }
    try script.run(.redo, x: .integer(2), undo: 1, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func aRevertedDragKeepsRedo(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .integer(1)])
    try script.run(.setX(.integer(2)))
    try script.run(.undo)
    let view = try script.view
    try script.run(.begin(interrupted: .revert))
    try script.run(.moveX(.integer(9)), x: .integer(9), undo: 0, redo: 1)
    try script.run(.cancel, x: .integer(1), undo: 0, redo: 1)
    #expect(try script.view == view)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func aKeptDragDropsRedo(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .integer(1)])
    try script.run(.setX(.integer(2)))
    try script.run(.undo)
    try script.run(.begin(interrupted: .keep))
    try script.run(.moveX(.integer(9)), x: .integer(9), undo: 0, redo: 1)
    try script.run(.cancel, x: .integer(9), undo: 1, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func valuesThatOnlyLookEqualAreEdits(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .integer(1)])
    let values: [FieldValue] = [
      .real(1), .text("1"), .blob([0x31]), .text("\u{e9}"), .text("e\u{301}"), .real(0),
      .real(-0.0), .null, .text(""), .blob([]),
    ]
    for (index, value) in values.enumerated() {
      try script.run(.setX(value), x: value, undo: index + 1, redo: 0)
    }
    for (index, value) in values.dropLast().enumerated().reversed() {
      try script.run(.undo, x: value, undo: index + 1, redo: values.count - index - 1)
    }
  }
}
