import CSharedStoreSQLite

/// What the kernel says about the file system a path is on.
package struct FileSystem: Hashable, Sendable {
  /// The number that names its type, statfs(2).
  package let magic: UInt64
  /// Bytes free to this user.
  package let freeBytes: UInt64

  /// Asks for a path; `nil` when it cannot be reached.
  package init?(path: String) {
    var magic: UInt64 = 0
    var free: UInt64 = 0
    guard path.withCString({ shared_store_file_system($0, &magic, &free) }) == 0 else { return nil }
    self.magic = magic
    freeBytes = free
  }
}
