/// A number that says where a value comes from: the count of transactions that have changed the
/// store, and, on a record, the one that last changed it.
///
/// Revisions of one store and incarnation are totally ordered and never go back.
public struct Revision: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  /// The number, 0 or more.
  public let rawValue: Int64

  /// Nothing has changed yet; as an expectation, "must not exist".
  public static let zero = Revision(unchecked: 0)

  /// The last revision there can be.
  ///
  /// A store that stands here refuses to change.
  public static let max = Revision(unchecked: .max)

  /// Creates a revision, or `nil` for a negative number.
  public init?(rawValue: Int64) {
    guard rawValue >= 0 else { return nil }
    self.rawValue = rawValue
  }

  private init(unchecked rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The revision after this one, or `nil` at ``max``.
  public var successor: Revision? {
    self == .max ? nil : Revision(unchecked: rawValue + 1)
  }

  /// Whether one revision came before another of the same store.
  public static func < (left: Revision, right: Revision) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Revision: CustomStringConvertible {
  /// The number.
  public var description: String { String(rawValue) }
}
