/// A type of the client's own, of the same name as its module.
public struct Job: Codable, Sendable, Equatable {
  /// A member.
  public var account: String

  /// Creates one.
  public init(account: String) {
    self.account = account
  }
}
