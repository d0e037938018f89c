/// A type of the client's own, of the same name as its module.
public struct Document: Codable, Sendable, Equatable {
  /// A member.
  public var title: String
  /// A member.
  public var done: Bool

  /// Creates one.
  public init(title: String, done: Bool) {
    self.title = title
    self.done = done
  }
}
