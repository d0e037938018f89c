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
    let absolute = absolute(path)
    var existing = absolute
    while true {
      do throws(SystemError) {
        if existing == "/" { return absolute }
        let rest = absolute.utf8.index(absolute.startIndex, offsetBy: existing.utf8.count)
        return try resolved(existing) + absolute[rest...]
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

  /// Whether a path begins at the root.
  ///
  /// Here and below bytes are compared, not characters: to Swift, a combining mark at the start of
  /// a name makes one character with the slash before it.
  package static func isAbsolute(_ path: String) -> Bool {
    path.utf8.first == UInt8(ascii: "/")
  }

  /// A path from the root, for one from the working directory.
  package static func absolute(_ path: String) -> String {
    isAbsolute(path) ? path : (workingDirectory ?? "") + "/" + path
  }

  /// The directory part of an absolute path, `nil` for the root itself.
  package static func parent(of path: String) -> String? {
    guard path != "/", let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// What follows the last slash of a path.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Whether a path is a directory's own or lies below it; both without links.
  package static func isPath(_ path: String, in directory: String) -> Bool {
    let folder = directory == "/" ? "/" : directory + "/"
    return (path + "/").utf8.starts(with: folder.utf8)
  }

  /// Whether this user may put a file into a directory.
  package static func isWritable(_ directory: String) -> Bool {
    access(directory, W_OK | X_OK) == 0
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
