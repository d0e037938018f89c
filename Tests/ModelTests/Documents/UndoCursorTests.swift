import SharedStoreModel
import Testing

@Suite struct UndoCursorTests {
  private var cursor = UndoCursor(limits: UndoLimits(groups: 0, bytes: 0, groupBytes: 0))

  /// Closes a group of ten times its number of bytes.
  private mutating func close() -> ClosedRange<Int64>? {
    let number = cursor.groupBegan()
    return cursor.groupClosed(number, bytes: Int(number) * 10)
  }

  private func tally(_ groups: Int, _ bytes: Int) -> UndoCursor.Tally {
    UndoCursor.Tally(groups: groups, bytes: bytes)
  }

  @Test func aNewHistoryIsEmpty() {
    #expect(cursor.head == 0 && cursor.lastGroup == 0)
    #expect(cursor.undo == .none && cursor.redo == .none && cursor.excess == nil)
  }

  @Test mutating func aClosedGroupCanBeUndoneAndRedone() {
    #expect(close() == nil)
    #expect(cursor.head == 1 && cursor.undo == tally(1, 10) && cursor.redo == .none)
    cursor.undone(bytes: 10, previous: 0)
    #expect(cursor.head == 0 && cursor.undo == .none && cursor.redo == tally(1, 10))
    cursor.redone(1, bytes: 10)
    #expect(cursor.head == 1 && cursor.undo == tally(1, 10) && cursor.redo == .none)
  }

  @Test mutating func redoBringsTheNearestGroupFirst() {
    for _ in 1...3 { #expect(close() == nil) }
    cursor.undone(bytes: 30, previous: 2)
    cursor.undone(bytes: 20, previous: 1)
    #expect(cursor.head == 1 && cursor.undo == tally(1, 10) && cursor.redo == tally(2, 50))
    cursor.redone(2, bytes: 20)
    #expect(cursor.head == 2 && cursor.undo == tally(2, 30) && cursor.redo == tally(1, 30))
    cursor.redone(3, bytes: 30)
    #expect(cursor.head == 3 && cursor.undo == tally(3, 60) && cursor.redo == .none)
  }

  @Test mutating func aNewGroupDropsExactlyWhatWasUndone() {
    for _ in 1...4 { #expect(close() == nil) }
    cursor.undone(bytes: 40, previous: 3)
    cursor.undone(bytes: 30, previous: 2)
    #expect(close() == 3...4)
    #expect(cursor.head == 5 && cursor.undo == tally(3, 80) && cursor.redo == .none)
  }

  @Test mutating func aNumberThatWasGivenIsNeverGivenAgain() {
    #expect(cursor.groupBegan() == 1)
    // It came to nothing and was not closed; its number is gone all the same.
    #expect(cursor.groupBegan() == 2)
    #expect(cursor.groupClosed(2, bytes: 5) == nil)
    cursor.undone(bytes: 5, previous: 0)
    #expect(cursor.groupBegan() == 3)
    cursor.loaded()
    #expect(cursor.groupBegan() == 4)
  }

  @Test mutating func loadedContentHasNoHistory() {
    for _ in 1...3 { #expect(close() == nil) }
    cursor.undone(bytes: 30, previous: 2)
    cursor.loaded()
    #expect(cursor.undo == .none && cursor.redo == .none && cursor.head == cursor.lastGroup)
    #expect(close() == nil)
    #expect(cursor.head == 4 && cursor.undo == tally(1, 40))
  }

  @Test mutating func theOldestUndoGoesFirstThenTheFarthestRedo() {
    for _ in 1...4 { #expect(close() == nil) }
    cursor.undone(bytes: 40, previous: 3)
    cursor.undone(bytes: 30, previous: 2)
    cursor.limits.groups = 1
    #expect(cursor.excess == .oldestUndo)
    cursor.dropped(.oldestUndo, bytes: 10)
    #expect(cursor.head == 2 && cursor.excess == .oldestUndo)
    cursor.dropped(.oldestUndo, bytes: 20)
    // Nothing is left to stand on: the first group there is will be redone next.
    #expect(cursor.head == 0 && cursor.undo == .none && cursor.excess == .farthestRedo)
    cursor.dropped(.farthestRedo, bytes: 40)
    #expect(cursor.redo == tally(1, 30) && cursor.excess == nil)
  }

  @Test mutating func aLimitOfGroupsIsTheNumberThatStays() {
    cursor.limits.groups = 3
    for _ in 1...3 { #expect(close() == nil) }
    #expect(cursor.excess == nil)
    #expect(close() == nil)
    #expect(cursor.excess == .oldestUndo)
  }

  @Test mutating func aLimitOfBytesIsTheNumberThatStays() {
    cursor.limits.bytes = 30
    for _ in 1...2 { #expect(close() == nil) }
    #expect(cursor.excess == nil)
    #expect(close() == nil)
    #expect(cursor.excess == .oldestUndo)
  }

  @Test mutating func redoCountsTowardsTheLimits() {
    for _ in 1...2 { #expect(close() == nil) }
    cursor.undone(bytes: 20, previous: 1)
    cursor.limits.groups = 1
    #expect(cursor.excess == .oldestUndo)
    cursor.limits.groups = 0
    cursor.limits.bytes = 29
    #expect(cursor.excess == .oldestUndo)
  }

  @Test mutating func oneGroupStaysHoweverLargeItIs() {
    cursor.limits.bytes = 1
    #expect(close() == nil)
    #expect(cursor.excess == nil)
    cursor.undone(bytes: 10, previous: 0)
    #expect(cursor.excess == nil)
  }

  @Test mutating func zeroIsNoLimit() {
    for _ in 1...5_000 { #expect(close() == nil) }
    #expect(cursor.excess == nil)
  }

  @Test func negativeLimitsCountAsNone() {
    let none = UndoLimits(groups: 0, bytes: 0, groupBytes: 0)
    #expect(UndoLimits(groups: -1, bytes: .min, groupBytes: -7) == none)
    let standard = UndoLimits(groups: 1_000, bytes: 16_777_216, groupBytes: 4_194_304)
    #expect(UndoLimits.standard == standard)
  }
}
