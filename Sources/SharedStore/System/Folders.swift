import SharedStoreReader
import SharedStoreSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Makes directories for their owner alone.
enum Folders {
  /// Makes a directory, if it is missing, and everything that leads to it.
  static func make(_ path: String) throws(SystemError) {
    if let status = try? FileStatus(path: path, followsLink: true) {
      guard status.isDirectory else { throw SystemError(number: ENOTDIR, operation: "mkdir") }
      return
    }
    if let parent = Paths.parent(of: path) { try make(parent) }
    if mkdir(path, 0o700) != 0 && errno != EEXIST {
      throw SystemError(number: errno, operation: "mkdir")
    }
  }
}

extension SystemError {
  /// What a path that no system call would take is refused with.
  static let tooLong = SystemError(number: ENAMETOOLONG, operation: "open")
}
