import CSharedStoreSystem

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
    try draft.fill(contents)
    beforeLink()
    try draft.link()
  }

  /// Makes a new name survive a power loss.
  package static func syncDirectory(_ directory: String) throws(SystemError) {
    let descriptor = try Descriptor(directory, O_RDONLY | O_DIRECTORY)
    _ = try SystemError.check("fsync") { fsync(descriptor.number) }
  }

  /// The file before it has its name.
  package struct Draft: ~Copyable {
    private let descriptor: Descriptor
    /// A path that leads to the file: of its descriptor, or of a temporary name.
    package let path: String
    private let isNamed: Bool
    private let directory: String
    private let name: String

    /// Makes an empty file, still without its name.
    /// - Parameters:
    ///   - directory: The folder.
    ///   - name: The file's name in it, which is still free or taken by another file.
    ///   - temporary: The name it has meanwhile where a file needs one; a file of that name is
    ///     taken for one that was left behind. By default a random name.
    /// - Throws: The system call's error.
    package init(
      directory: String, name: String, temporary: String? = nil
    ) throws(SystemError) {
      let nameless = shared_store_open_nameless(directory, 0o600)
      if nameless >= 0 {
        let descriptor = try Descriptor(adopting: nameless)
        // open(2), O_TMPFILE: linked through its descriptor.
        let path = "/proc/self/fd/\(descriptor.number)"
        self.init(descriptor, path, isNamed: false, directory, name)
        return
      }
      // EISDIR is what kernels and file systems answer that do not know the flag.
      guard [EOPNOTSUPP, EISDIR].contains(errno) else { throw .last("open") }
      let path = directory + "/" + (temporary ?? Draft.randomName(name))
      unlink(path)
      let descriptor = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      self.init(descriptor, path, isNamed: true, directory, name)
    }

    private init(
      _ descriptor: consuming Descriptor, _ path: String, isNamed: Bool, _ directory: String,
      _ name: String
    ) {
      self.descriptor = descriptor
      self.path = path
      self.isNamed = isNamed
      self.directory = directory
      self.name = name
    }

    private static func randomName(_ name: String) -> String {
      ".\(name).\(UInt64.random(in: .min ... .max))"
    }

    deinit {
      if isNamed { unlink(path) }
    }

    /// The file's status; identity, size and time of modification stay when it gets its name.
    package borrowing func status() throws(SystemError) -> FileStatus {
      try descriptor.status(withTimes: true)
    }

    /// Writes and syncs the file's bytes.
    package borrowing func fill(_ contents: [UInt8]) throws(SystemError) {
      try append(contents)
      try sync()
    }

    /// Makes what was appended survive a power loss.
    package borrowing func sync() throws(SystemError) {
      // The mode is exact whatever the umask.
      _ = try SystemError.check("fchmod") { fchmod(descriptor.number, 0o600) }
      _ = try SystemError.check("fsync") { fsync(descriptor.number) }
    }

    /// Gives the file its name.
    /// - Throws: `EEXIST` when something stands at the path already.
    package borrowing func link() throws(SystemError) {
      _ = try SystemError.check("linkat") {
        linkat(AT_FDCWD, path, AT_FDCWD, directory + "/" + name, AT_SYMLINK_FOLLOW)
      }
      try syncDirectory(directory)
    }

    /// Where the file is now, and what its name will be.
    package var place: Place {
      Place(path: path, isNamed: isNamed, directory: directory, name: name)
    }

    /// Writes bytes at the end.
    package borrowing func append(_ contents: [UInt8]) throws(SystemError) {
      try Descriptor.write(descriptor.number, contents)
    }
  }

  /// Where a draft is, and what its name will be; good as long as the draft is.
  package struct Place: Sendable {
    let path: String
    let isNamed: Bool
    let directory: String
    let name: String

    /// Puts the file in the place of whatever has its name now, whole and at once; the folder is
    /// still to be synced.
    /// - Parameter temporary: A name in the same folder that it has for a moment: a nameless file
    ///   cannot replace another directly.
    /// - Throws: The system call's error; the old file is then untouched.
    package func replace(temporary: String) throws(SystemError) {
      let source = isNamed ? path : directory + "/" + temporary
      if !isNamed {
        unlink(source)
        _ = try SystemError.check("linkat") {
          linkat(AT_FDCWD, path, AT_FDCWD, source, AT_SYMLINK_FOLLOW)
        }
      }
      // rename(2) does nothing when both names are of one file, as in a second try; and when it
      // fails, nothing stays behind.
      defer { unlink(source) }
      _ = try SystemError.check("rename") { rename(source, directory + "/" + name) }
    }
  }
}
