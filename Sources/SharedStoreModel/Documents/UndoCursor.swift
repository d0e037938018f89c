/// Where a document stands in its history: what can be undone, what can be redone, and how much of
/// it there is.
///
/// A pure value. Groups have numbers that only grow; undo and redo move `head` between them, and no
/// group ever moves. Every method says what became of the groups, and the storage does it.
public struct UndoCursor: Hashable, Sendable {
  /// A number of groups and of bytes.
  public struct Tally: Hashable, Sendable {
    /// How many groups.
    public package(set) var groups: Int
    /// How many bytes they count for.
    public package(set) var bytes: Int

    /// Nothing.
    public static let none = Tally(groups: 0, bytes: 0)

    package init(groups: Int, bytes: Int) {
      self.groups = groups
      self.bytes = bytes
    }

    package mutating func add(_ size: Int) {
      groups += 1
      bytes += size
    }

    mutating func remove(_ size: Int) {
      groups -= 1
      bytes -= size
    }
  }

  /// The number of the last group that is not undone; 0 when there is none.
  public package(set) var head: Int64
  /// The greatest number ever given to a group.
  public package(set) var lastGroup: Int64
  /// What can be undone.
  public package(set) var undo: Tally
  /// What can be redone.
  public package(set) var redo: Tally
  /// How much is kept.
  public package(set) var limits: UndoLimits

  /// An empty history.
  public init(limits: UndoLimits = .standard) {
    self.init(head: 0, lastGroup: 0, undo: .none, redo: .none, limits: limits)
  }

  package init(head: Int64, lastGroup: Int64, undo: Tally, redo: Tally, limits: UndoLimits) {
    self.head = head
    self.lastGroup = lastGroup
    self.undo = undo
    self.redo = redo
    self.limits = limits
  }

  /// Gives a number to a group that begins.
  package mutating func groupBegan() -> Int64 {
    lastGroup += 1
    return lastGroup
  }

  /// A group that changed something was closed: it becomes the last one, and whatever was undone
  /// before it cannot be redone any more.
  /// - Returns: The numbers of the groups that are to go.
  package mutating func groupClosed(_ number: Int64, bytes: Int) -> ClosedRange<Int64>? {
    let dropped = redo.groups > 0 && head + 1 < number ? head + 1...number - 1 : nil
    redo = .none
    head = number
    undo.add(bytes)
    return dropped
  }

  /// The last group was undone.
  /// - Parameters:
  ///   - bytes: The group's bytes.
  ///   - previous: The number of the group before it, 0 if there is none.
  package mutating func undone(bytes: Int, previous: Int64) {
    undo.remove(bytes)
    redo.add(bytes)
    head = previous
  }

  /// The next group was redone.
  package mutating func redone(_ number: Int64, bytes: Int) {
    redo.remove(bytes)
    undo.add(bytes)
    head = number
  }

  /// New content was loaded: there is no history of it.
  package mutating func loaded() {
    head = lastGroup
    undo = .none
    redo = .none
  }

  /// Which end of the history has to give up a group.
  public enum Excess: Hashable, Sendable {
    /// The oldest group that can be undone.
    case oldestUndo
    /// The group that would be redone last.
    case farthestRedo
  }

  /// What has to go to keep the limits; one group always stays.
  public var excess: Excess? {
    let groups = undo.groups + redo.groups
    let isOver =
      (limits.groups > 0 && groups > limits.groups)
      || (limits.bytes > 0 && undo.bytes + redo.bytes > limits.bytes)
    guard isOver, groups > 1 else { return nil }
    return undo.groups > 0 ? .oldestUndo : .farthestRedo
  }

  /// A group was dropped from one end.
  package mutating func dropped(_ end: Excess, bytes: Int) {
    switch end {
    case .oldestUndo:
      undo.remove(bytes)
      // Nothing is left to stand on: the next group to redo is the first one there is.
      if undo.groups == 0 { head = 0 }
    case .farthestRedo: redo.remove(bytes)
    }
  }
}
