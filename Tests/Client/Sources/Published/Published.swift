/// A type of the client's own, of the same name as its module.
public struct Published: Sendable {
  /// A member.
  public var number: Int

  /// Creates one.
  public init(number: Int) {
    self.number = number
  }
}
