#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Moves a file that nobody may lose.
package enum FileMove {
  /// Gives a file another path, in another file system too, and never over another file.
  ///
  /// It is at one of the two paths at every moment; across file systems perhaps at both.
  /// - Parameters:
  ///   - source: The file's path.
  ///   - directory: The folder it goes to.
  ///   - name: Its name there.
  /// - Throws: `EEXIST` when something stands there already, or the system call's error.
  package static func move(
    _ source: String, to directory: String, name: String
  ) throws(SystemError) {
    let target = directory + "/" + name
    guard (try? FileStatus(path: target)) == nil else {
      throw SystemError(number: EEXIST, operation: "rename")
    }
    if rename(source, target) == 0 { return try NewFile.syncDirectory(directory) }
    guard errno == EXDEV, try FileStatus(path: source).isRegular else { throw .last("rename") }
    let draft = try NewFile.Draft(directory: directory, name: name)
    let file = try Descriptor.reading(source)
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try file.read(into: &chunk)
      if count == 0 { break }
      try draft.append(Array(chunk[..<count]))
    }
    try draft.sync()
    try draft.link()
    _ = try SystemError.check("unlink") { unlink(source) }
  }
}
