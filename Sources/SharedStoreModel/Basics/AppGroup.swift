/// The id that names a container directory shared by an app and its extensions.
///
/// It always comes from configuration; no id is built in.
public struct AppGroup: Hashable, Sendable {
  /// The id, such as `group.example.todo`.
  public let id: String

  /// Creates an app group, or `nil` unless `id` matches `[A-Za-z0-9._-]{1,128}` and is neither
  /// `.` nor `..`.
  public init?(_ id: String) {
    let isValid = (1...128).contains(id.utf8.count) && id.utf8.allSatisfy(AppGroup.allows)
    guard isValid, id != ".", id != ".." else { return nil }
    self.id = id
  }

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
