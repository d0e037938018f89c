/// How much history a document keeps; 0 is no limit.
///
/// What is too much leaves when a group is closed or a limit is lowered: the oldest to undo first,
/// then the one that would be redone last. One group always stays.
public struct UndoLimits: Hashable, Sendable {
  /// The most groups, undo and redo together.
  public var groups: Int
  /// The most bytes, undo and redo together.
  public var bytes: Int
  /// The most bytes of one group; an edit that would pass it is refused whole.
  public var groupBytes: Int

  /// 1 000 groups, 16 MiB, 4 MiB a group.
  public static let standard = UndoLimits(groups: 1_000, bytes: 16 << 20, groupBytes: 4 << 20)

  /// The greatest number of anything that a store keeps: no count of ours comes near it.
  package static let greatest = 1 << 56

  /// Creates limits; numbers below zero count as none, and no number is beyond 2^56.
  public init(groups: Int, bytes: Int, groupBytes: Int) {
    self.groups = min(max(groups, 0), UndoLimits.greatest)
    self.bytes = min(max(bytes, 0), UndoLimits.greatest)
    self.groupBytes = min(max(groupBytes, 0), UndoLimits.greatest)
  }

  /// The limits as they can be stored.
  package var bounded: UndoLimits {
    UndoLimits(groups: groups, bytes: bytes, groupBytes: groupBytes)
  }
}
