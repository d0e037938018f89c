/// How long a search field waits after the last key.
///
/// Zero is refused: it would ask a question for every key, which is what waiting is there to avoid.
public struct SearchDelay: Hashable, Sendable {
  /// Whole milliseconds.
  public let milliseconds: Int64

  /// The accepted lengths: one millisecond to one minute.
  public static let accepted: ClosedRange<Int64> = 1...60_000

  /// 300 ms: longer than the pause between two keys, shorter than patience.
  public static let standard = SearchDelay(unchecked: 300)

  /// Creates a delay, or `nil` outside ``accepted``.
  public init?(milliseconds: Int64) {
    guard SearchDelay.accepted.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  private init(unchecked milliseconds: Int64) {
    self.milliseconds = milliseconds
  }
}
