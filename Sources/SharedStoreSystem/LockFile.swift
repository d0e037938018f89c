#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that exists to be locked with `flock`: released by the kernel when the process ends,
/// however it ends.
package struct LockFile: ~Copyable, Sendable {
  private let descriptor: Descriptor
  private let path: String
  private let identity: FileStatus.Identity

  /// Opens the file, or creates it again after somebody deleted it.
  /// - Throws: ``SystemError/notPlain`` for a link and for anything else that is no plain file of
  ///   one name, or the system call's error.
  package static func open(_ path: String) throws(SystemError) -> LockFile {
    let descriptor = try Descriptor.plainFile(path)
    let identity = try descriptor.status().identity
    return LockFile(descriptor: descriptor, path: path, identity: identity)
  }

  private init(descriptor: consuming Descriptor, path: String, identity: FileStatus.Identity) {
    self.descriptor = descriptor
    self.path = path
    self.identity = identity
  }

  /// Takes the lock if it is free now.
  package borrowing func tryLock() -> Bool {
    while true {
      if flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 { return true }
      if errno != EINTR { return false }
    }
  }

  /// Gives the lock back.
  package borrowing func unlock() {
    _ = flock(descriptor.number, LOCK_UN)
  }

  /// Whether the path still leads to this file: a lock on a deleted file keeps nobody out.
  package borrowing func isCurrent() -> Bool {
    (try? FileStatus(path: path))?.identity == identity
  }
}
