#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Path questions that only the system can answer.
package enum Paths {
  /// The absolute path without links, as `realpath` finds it.
  /// - Throws: ``SystemError/notText`` when the path that is found is no UTF-8.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    guard let pointer = realpath(path, nil) else {
      throw .last("realpath")
    }
    defer { free(pointer) }
    guard let resolved = SystemText.text(pointer) else { throw .notText }
    return resolved
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

  /// The working directory; `nil` when it is gone, or its path is no UTF-8.
  package static var workingDirectory: String? {
    guard let pointer = getcwd(nil, 0) else { return nil }
    defer { free(pointer) }
    return SystemText.text(pointer)
  }

  /// The working directory's path that is no UTF-8, to be shown; `nil` when it can be used.
  package static var unusableWorkingDirectory: String? {
    guard let pointer = getcwd(nil, 0) else { return nil }
    defer { free(pointer) }
    return SystemText.text(pointer) == nil ? SystemText.escaped(pointer) : nil
  }

  /// Whether a path begins at the root.
  ///
  /// Here and below bytes are compared, not characters: to Swift, a combining mark at the start of
  /// a name makes one character with the slash before it.
  package static func isAbsolute(_ path: String) -> Bool {
    path.utf8.first == UInt8(ascii: "/")
  }

  /// A path from the root, for one from the working directory; without such a directory it stays as
  /// it is, and means nothing.
  package static func absolute(_ path: String) -> String {
    guard !isAbsolute(path), let workingDirectory else { return path }
    return (workingDirectory == "/" ? "" : workingDirectory) + "/" + path
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

  /// Makes a directory of mode 0700, if it is missing, and everything that leads to it.
  /// - Throws: ``SystemError/notADirectory`` when something else stands there, or the system call's
  ///   error.
  package static func makeDirectory(_ path: String) throws(SystemError) {
    if let status = try? FileStatus(path: path, followsLink: true) {
      guard status.isDirectory else { throw .notADirectory }
      return
    }
    if let parent = parent(of: path) { try makeDirectory(parent) }
    if mkdir(path, 0o700) == 0 {
      // The mode is exact whatever the umask.
      _ = try SystemError.check("chmod") { chmod(path, 0o700) }
    } else if errno != EEXIST {
      throw .last("mkdir")
    }
  }

  /// Makes a directory of mode 0700 whose name begins like this.
  /// - Returns: Its path, without links.
  package static func makeTemporaryDirectory(prefix: String) throws(SystemError) -> String {
    var template = Array((prefix + "XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .last("mkdtemp") }
    let bytes = template.dropLast().map { UInt8(bitPattern: $0) }
    return try resolved(String(decoding: bytes, as: UTF8.self))
  }

  /// Removes an empty directory, if it is there.
  package static func removeDirectory(_ path: String) {
    rmdir(path)
  }

  /// Removes a file, if it is there.
  package static func removeFile(_ path: String) {
    unlink(path)
  }
}
