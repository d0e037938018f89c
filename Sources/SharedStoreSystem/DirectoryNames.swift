#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The names in a directory.
package enum DirectoryNames {
  /// Every name but `.` and `..`, in no order; names that are no UTF-8 are left out.
  /// - Parameters:
  ///   - directory: The directory's path.
  ///   - limit: The most names that are looked at.
  /// - Returns: The names; none when the directory cannot be read.
  package static func list(_ directory: String, limit: Int) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      // A view of the name's bytes within the entry, which ends with a zero.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          String(validatingCString: $0)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
