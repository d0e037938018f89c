#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The names in a directory.
package enum DirectoryListing {
  /// A name as the directory has it.
  package struct Entry: Hashable, Sendable {
    /// Its text; `nil` when it is no UTF-8, and then nothing here can open it.
    package let text: String?
    /// The name to be shown.
    package let shown: String
  }

  /// The names in a directory but `.` and `..`, in the order of what is shown.
  /// - Parameters:
  ///   - path: The directory's path.
  ///   - limit: The most names that are looked at, of a directory that may be anybody's.
  /// - Returns: The names.
  /// - Throws: The system call's error.
  package static func entries(
    of path: String, limit: Int = .max
  ) throws(SystemError) -> [Entry] {
    guard let directory = opendir(path) else { throw .last("opendir") }
    defer { closedir(directory) }
    var entries: [Entry] = []
    while entries.count < limit {
      errno = 0
      guard let entry = readdir(directory) else {
        if errno != 0 { throw .last("readdir") }
        break
      }
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = Array(bytes.prefix { $0 != 0 })
        if name == [0x2E] || name == [0x2E, 0x2E] { return }
        let text = String(validating: name, as: UTF8.self)
        entries.append(Entry(text: text, shown: text ?? SystemText.escaped(name)))
      }
    }
    return entries.sorted { $0.shown.utf8.lexicographicallyPrecedes($1.shown.utf8) }
  }
}
