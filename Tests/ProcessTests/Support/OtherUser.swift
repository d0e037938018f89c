import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A user who owns nothing, for what only permissions can show.
enum OtherUser {
  static let id = 65_534

  /// A command that becomes another command as that user.
  static let prefix = [
    "/usr/bin/setpriv", "--reuid", "\(id)", "--regid", "\(id)", "--clear-groups",
  ]

  /// Whether this process may become that user.
  static let isAvailable =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: prefix[0])

  /// Gives a file to that user.
  static func own(_ path: String) throws {
    try FileManager.default.setAttributes(
      [.ownerAccountID: id, .groupOwnerAccountID: id], ofItemAtPath: path)
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the test only as root, who may give files away and become another user.
  static var needsRoot: Self {
    .enabled(if: OtherUser.isAvailable, "SKIPPED: it needs root and setpriv.")
  }
}
