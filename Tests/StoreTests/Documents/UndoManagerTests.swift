import SharedStore
import Testing

/// What people expect of undo because the undo managers they know do it, and what those get wrong.
@Suite struct UndoManagerTests {
  @Test(arguments: HistoryKeeper.allCases)
  func aNewDocumentHasNothingToUndoOrRedo(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .integer(0)])
    try script.run(.undo, .unchanged, x: .integer(0), undo: 0, redo: 0)
    try script.run(.redo, .unchanged, x: .integer(0), undo: 0, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func aFieldThatWasAddedIsGoneAgainAndBackAgain(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper)
    try script.run(.setX(.integer(1)), x: .integer(1), undo: 1, redo: 0)
    try script.run(.undo, x: nil, undo: 0, redo: 1)
    try script.run(.redo, x: .integer(1), undo: 1, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func threeGroupsAreUndoneAndRedoneOneByOne(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper)
    for number in 1...3 {
      let value = FieldValue.integer(Int64(number))
      try script.run(.setX(value), x: value, undo: number, redo: 0)
    }
    try script.run(.undo, x: .integer(2), undo: 2, redo: 1)
    try script.run(.undo, x: .integer(1), undo: 1, redo: 2)
    try script.run(.undo, x: nil, undo: 0, redo: 3)
    // Redo must not be forgotten while redoing, and must bring the nearest group first.
    try script.run(.redo, x: .integer(1), undo: 1, redo: 2)
    try script.run(.redo, x: .integer(2), undo: 2, redo: 1)
    try script.run(.undo, x: .integer(1), undo: 1, redo: 2)
    try script.run(.redo, x: .integer(2), undo: 2, redo: 1)
    try script.run(.redo, x: .integer(3), undo: 3, redo: 0)
    try script.run(.redo, .unchanged, x: .integer(3), undo: 3, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func undoWithNothingLeftKeepsRedo(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper)
    try script.run(.setX(.integer(1)), x: .integer(1), undo: 1, redo: 0)
    try script.run(.undo, x: nil, undo: 0, redo: 1)
    try script.run(.undo, .unchanged, x: nil, undo: 0, redo: 1)
    try script.run(.redo, x: .integer(1), undo: 1, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func differentKindsOfEditsKeepTheirOrderBothWays(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .integer(0), "title": .text("a")])
    let edits: [HistoryAction] = [
      .setX(.integer(1)), .edit([.unset("title")]), .setX(.text("one")),
      .edit([.set("title", .null)]), .edit([.unset("x")]), .edit([.set("title", .text("b"))]),
    ]
    var states = [try script.view.fields]
    for edit in edits {
      try script.run(edit)
      states.append(try script.view.fields)
    }
    #expect(Set(states).count == 7)
    for state in states.dropLast().reversed() {
      try script.run(.undo)
      #expect(try script.view.fields == state)
    }
    for state in states.dropFirst() {
      try script.run(.redo)
      #expect(try script.view.fields == state)
    }
  }

  @Test(arguments: HistoryKeeper.allCases)
  func oneUndoRestoresEveryFieldOfAGroup(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .integer(7), "title": .text("seven")])
    let edit = HistoryAction.edit([.set("x", .integer(8)), .set("title", .text("eight"))])
    try script.run(edit, x: .integer(8), undo: 1, redo: 0)
    try script.run(.undo, x: .integer(7), undo: 0, redo: 1)
    #expect(try script.view.fields["title"] == .text("seven"))
    try script.run(.redo, x: .integer(8), undo: 1, redo: 0)
    #expect(try script.view.fields["title"] == .text("eight"))
  }

  @Test(arguments: HistoryKeeper.allCases)
  func severalStepsOfOneGroupAreTakenBackAtOnce(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .text("")])
    try script.run(.begin(name: "Type"), x: .text(""), undo: 0, redo: 0)
    for text in ["1", "1,2", "1,2,3"] {
      try script.run(.moveX(.text(text)), x: .text(text), undo: 0, redo: 0)
    }
    try script.run(.end, x: .text("1,2,3"), undo: 1, redo: 0)
    try script.run(.undo, .done(changed: true, name: "Type"), x: .text(""), undo: 0, redo: 1)
    let redone = HistoryOutcome.done(changed: true, name: "Type")
    try script.run(.redo, redone, x: .text("1,2,3"), undo: 1, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func aLimitOfTwoKeepsTwo(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, limits: .only(groups: 2))
    for number in 1...4 {
      let value = FieldValue.integer(Int64(number))
      try script.run(.setX(value), x: value, undo: min(number, 2), redo: 0)
    }
    try script.run(.undo, x: .integer(3), undo: 1, redo: 1)
    try script.run(.undo, x: .integer(2), undo: 0, redo: 2)
    try script.run(.undo, .unchanged, x: .integer(2), undo: 0, redo: 2)
    try script.run(.redo, x: .integer(3), undo: 1, redo: 1)
    try script.run(.redo, x: .integer(4), undo: 2, redo: 0)
    try script.run(.redo, .unchanged, x: .integer(4), undo: 2, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func loweringTheLimitDropsAtOnceAndZeroDropsNothing(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, limits: .only())
    for number in 1...5 { try script.run(.setX(.integer(Int64(number)))) }
    try script.run(.limits(.only(groups: 2)), x: .integer(5), undo: 2, redo: 0)
    try script.run(.limits(.only()), x: .integer(5), undo: 2, redo: 0)
    try script.run(.setX(.integer(6)), x: .integer(6), undo: 3, redo: 0)
    for number in 7...30 { try script.run(.setX(.integer(Int64(number)))) }
    try script.run(.undo, x: .integer(29), undo: 26, redo: 1)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func withALimitAnEditAfterUndoDropsRedoToo(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, limits: .only(groups: 10))
    for text in ["a", "b", "c"] { try script.run(.setX(.text(text))) }
    try script.run(.undo, x: .text("b"), undo: 2, redo: 1)
    try script.run(.setX(.text("d")), x: .text("d"), undo: 3, redo: 0)
    try script.run(.redo, .unchanged, x: .text("d"), undo: 3, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func theSameEditAgainIsANewGroupAndDropsRedo(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper)
    try script.run(.setX(.text("a")), x: .text("a"), undo: 1, redo: 0)
    try script.run(.undo, x: nil, undo: 0, redo: 1)
    try script.run(.setX(.text("a")), x: .text("a"), undo: 1, redo: 0)
    #expect(try script.view.undo.map(\.number) == [2])
  }

  @Test(arguments: HistoryKeeper.allCases)
  func nestedGroupsFoldIntoTheOuterOne(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper, ["x": .integer(1)])
    try script.run(.setX(.integer(2)), x: .integer(2), undo: 1, redo: 0)
    try script.run(.begin(name: "Outer"), x: .integer(2), undo: 1, redo: 0)
    try script.run(.nest, .unchanged, x: .integer(2), undo: 1, redo: 0)
    try script.run(.moveX(.integer(3)), x: .integer(3), undo: 1, redo: 0)
    try script.run(.undo, .refused(.groupOpen), x: .integer(3), undo: 1, redo: 0)
    // The inner end closes nothing: the group is still the outer one's.
    try script.run(.end, .unchanged, x: .integer(3), undo: 1, redo: 0)
    try script.run(.undo, .refused(.groupOpen), x: .integer(3), undo: 1, redo: 0)
    try script.run(.moveX(.integer(4)), x: .integer(4), undo: 1, redo: 0)
    try script.run(.end, x: .integer(4), undo: 2, redo: 0)
    try script.run(.undo, .done(changed: true, name: "Outer"), x: .integer(2), undo: 1, redo: 1)
    try script.run(.undo, x: .integer(1), undo: 0, redo: 2)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func undoAndRedoAreRefusedInsideAGroupWhichStaysUsable(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper)
    for number in 1...2 { try script.run(.setX(.integer(Int64(number)))) }
    try script.run(.undo, x: .integer(1), undo: 1, redo: 1)
    try script.run(.begin(), x: .integer(1), undo: 1, redo: 1)
    try script.run(.undo, .refused(.groupOpen), x: .integer(1), undo: 1, redo: 1)
    try script.run(.redo, .refused(.groupOpen), x: .integer(1), undo: 1, redo: 1)
    try script.run(.moveX(.integer(3)), x: .integer(3), undo: 1, redo: 1)
    try script.run(.redo, .refused(.groupOpen), x: .integer(3), undo: 1, redo: 1)
    try script.run(.end, x: .integer(3), undo: 2, redo: 0)
  }

  @Test(arguments: HistoryKeeper.allCases)
  func endWithoutBeginIsRefusedAndChangesNothing(keeper: HistoryKeeper) throws {
    var script = try HistoryScript(keeper)
    try script.run(.begin())
    try script.run(.moveX(.integer(1)))
    try script.run(.end, x: .integer(1), undo: 1, redo: 0)
    let view = try script.view
    for action in [HistoryAction.end, .cancel, .moveX(.integer(2)), .nest] {
      try script.run(action, .refused(.stale), x: .integer(1), undo: 1, redo: 0)
      #expect(try script.view == view)
    }
  }
}
