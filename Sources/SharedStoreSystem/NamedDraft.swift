#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A new file of mode 0600 under a temporary name, for what has to be opened by a path before it
/// gets its own: locked while its process lives, so that one left behind can be told from one in
/// use.
package struct NamedDraft: ~Copyable {
  /// The temporary path.
  package let path: String
  private let descriptor: Descriptor
  private let directory: String

  /// Makes an empty file.
  /// - Parameters:
  ///   - directory: The folder.
  ///   - prefix: How the temporary name begins.
  /// - Throws: The system call's error.
  package init(directory: String, prefix: String) throws(SystemError) {
    while true {
      let path = directory + "/" + prefix + String(UInt64.random(in: .min ... .max), radix: 36)
      let descriptor = try Descriptor(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      // The mode is exact whatever the umask.
      _ = try SystemError.check("fchmod") { fchmod(descriptor.number, 0o600) }
      // Whoever clears up may come between the two and take it for one that was left behind.
      guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0,
        (try? FileStatus(path: path))?.identity == (try descriptor.status()).identity
      else { continue }
      self.init(path, descriptor, directory)
      return
    }
  }

  private init(_ path: String, _ descriptor: consuming Descriptor, _ directory: String) {
    (self.path, self.directory) = (path, directory)
    self.descriptor = descriptor
  }

  deinit {
    unlink(path)
  }

  /// Which file it is, also once it has its name.
  package borrowing func identity() throws(SystemError) -> FileStatus.Identity {
    try descriptor.status().identity
  }

  /// Writes bytes at a place of the file.
  package borrowing func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try descriptor.write(bytes, at: offset)
  }

  /// Makes it empty again.
  package borrowing func clear() throws(SystemError) {
    let number = descriptor.number
    _ = try SystemError.check("ftruncate") { ftruncate(number, 0) }
  }

  /// Syncs the file and gives it its name.
  /// - Throws: `EEXIST` when something stands at the path already.
  package borrowing func link(as name: String) throws(SystemError) {
    let (number, path, directory) = (descriptor.number, path, directory)
    _ = try SystemError.check("fsync") { fsync(number) }
    _ = try SystemError.check("linkat") {
      linkat(AT_FDCWD, path, AT_FDCWD, directory + "/" + name, 0)
    }
    unlink(path)
    try NewFile.syncDirectory(directory)
  }

  /// Removes a draft, and what SQLite kept beside it, if the process that made it has ended.
  package static func removeIfAbandoned(_ path: String) {
    guard let file = try? Descriptor.readingPlainFile(path),
      flock(file.number, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlink(path)
  }
}
