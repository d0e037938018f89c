import CSharedStoreSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that appears at its path whole, or not at all, and never over another one.
package enum NewFile {
  /// Writes, syncs and links a file of mode 0600.
  ///
  /// Where the file system can, the bytes go into a file without a name, so that a process killed
  /// half-way leaves nothing behind.
  /// - Throws: `EEXIST` when something stands at the path already.
  package static func create(
    directory: String, name: String, contents: [UInt8], beforeLink: () -> Void = {}
  ) throws(SystemError) {
    let draft = try Draft(directory: directory, name: name)
    try draft.append(contents)
    try draft.sync()
    beforeLink()
    _ = try SystemError.check("linkat") {
      linkat(AT_FDCWD, draft.path, AT_FDCWD, directory + "/" + name, AT_SYMLINK_FOLLOW)
    }
    try syncDirectory(directory)
  }

  /// Makes a new name survive a power loss.
  package static func syncDirectory(_ directory: String) throws(SystemError) {
    let descriptor = try SystemError.check("open") {
      open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    defer { close(descriptor) }
    _ = try SystemError.check("fsync") { fsync(descriptor) }
  }

  /// The file before it has its name.
  package struct Draft: ~Copyable {
    let descriptor: Int32
    /// A path that leads to the file: of its descriptor, or of a temporary name.
    package let path: String
    private let isNamed: Bool

    /// Opens a file without a name in a directory, or with a temporary one where there are none.
    package init(directory: String, name: String) throws(SystemError) {
      let nameless = shared_store_open_nameless(directory, 0o600)
      if nameless >= 0 {
        // open(2), O_TMPFILE: linked through its descriptor.
        (descriptor, path, isNamed) = (nameless, "/proc/self/fd/\(nameless)", false)
        return
      }
      // EISDIR is what kernels and file systems answer that do not know the flag.
      guard [EOPNOTSUPP, EISDIR].contains(errno) else {
        throw SystemError(number: errno, operation: "open")
      }
      let temporary = directory + "/.\(name).\(UInt64.random(in: .min ... .max))"
      descriptor = try SystemError.check("open") {
        open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
      (path, isNamed) = (temporary, true)
    }

    deinit {
      close(descriptor)
      if isNamed { unlink(path) }
    }

    /// Which file it is, also after it got its name.
    package borrowing func identity() throws(SystemError) -> FileStatus.Identity {
      try FileStatus(descriptor: descriptor).identity
    }

    /// Makes what was appended survive a power loss.
    package borrowing func sync() throws(SystemError) {
      // The mode is exact whatever the umask.
      _ = try SystemError.check("fchmod") { fchmod(descriptor, 0o600) }
      _ = try SystemError.check("fsync") { fsync(descriptor) }
    }

    /// Puts the file in the place of whatever has that name now, whole and at once.
    /// - Parameters:
    ///   - directory: The folder of both names.
    ///   - name: The name of what is replaced.
    ///   - temporary: A name that the file has for a moment: a nameless file cannot replace another
    ///     directly.
    /// - Throws: The system call's error; the old file is then untouched.
    package borrowing func replace(
      directory: String, name: String, temporary: String
    ) throws(SystemError) {
      let source = directory + "/" + temporary
      unlink(source)
      _ = try SystemError.check("linkat") {
        linkat(AT_FDCWD, path, AT_FDCWD, source, AT_SYMLINK_FOLLOW)
      }
      _ = try SystemError.check("rename") { rename(source, directory + "/" + name) }
    }

    /// Writes bytes at the end.
    package borrowing func append(_ contents: [UInt8]) throws(SystemError) {
      var written = 0
      while written < contents.count {
        let result = contents.withUnsafeBytes { bytes in
          write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        }
        if result < 0 && errno == EINTR { continue }
        guard result > 0 else { throw SystemError(number: errno, operation: "write") }
        written += result
      }
    }
  }
}
