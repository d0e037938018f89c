package import SharedStoreSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Path questions that only the system can answer.
package enum Paths {
  /// The absolute path without links, as `realpath` finds it.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    guard let pointer = realpath(path, nil) else {
      throw SystemError(number: errno, operation: "realpath")
    }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// The absolute path without links in the part of it that exists.
  package static func resolvedIgnoringMissing(_ path: String) throws(SystemError) -> String {
    let absolute = path.hasPrefix("/") ? path : (workingDirectory ?? "") + "/" + path
    var existing = absolute
    while true {
      do throws(SystemError) {
        let rest = absolute.dropFirst(existing.utf8.count == 1 ? 0 : existing.count)
        return try (existing == "/" ? "" : resolved(existing)) + rest
      } catch {
        guard error.number == ENOENT, let parent = parent(of: existing) else { throw error }
        existing = parent
      }
    }
  }

  /// The working directory.
  package static var workingDirectory: String? {
    guard let pointer = getcwd(nil, 0) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// The directory part of an absolute path, `nil` for the root itself.
  package static func parent(of path: String) -> String? {
    guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The effective user id.
  package static var userID: UInt32 { geteuid() }

  /// Whether the error says that a name, or the whole path, is too long.
  package static func isTooLong(_ error: SystemError) -> Bool { error.number == ENAMETOOLONG }

  /// Whether the error says that links go round in circles.
  package static func isLoop(_ error: SystemError) -> Bool { error.number == ELOOP }

  /// Whether the error says that a directory was expected and something else is there.
  package static func isNotDirectory(_ error: SystemError) -> Bool { error.number == ENOTDIR }
}
