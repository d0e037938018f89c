/// The name under which a reader leaves reports of what it has read, such as `todo-widget`.
///
/// The rule is that of an ``AppGroup``: `[A-Za-z0-9._-]{1,128}`, neither `.` nor `..`, so that it is
/// a file's name as it is.
public struct ReaderName: Hashable, Sendable {
  /// The name.
  public let text: String

  /// Creates a name, or `nil` when the text is none.
  public init?(_ text: String) {
    guard let id = AppGroup(text)?.id else { return nil }
    self.text = id
  }
}

extension ReaderName: ExpressibleByStringLiteral {
  /// Creates a name from a literal in source code.
  /// - Precondition: the literal is a valid name.
  public init(stringLiteral value: StaticString) {
    guard let name = ReaderName("\(value)") else {
      preconditionFailure("Not a reader's name (A-Z, a-z, 0-9, '.', '_' and '-'): \(value)")
    }
    self = name
  }
}
