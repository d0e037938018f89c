import CSharedStoreSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the kernel says about a file, asked without opening it (contract F3).
package struct FileStatus: Hashable, Sendable {
  /// Which file it is.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
  }

  /// An instant in the life of a file; zero unless it was asked for.
  package struct Time: Hashable, Sendable {
    package let seconds: Int64
    package let nanoseconds: Int64

    /// Whether this instant lies at least so long before now, by the clock that files are stamped
    /// with.
    package func isPast(byMilliseconds milliseconds: Int64) -> Bool {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      let elapsed =
        (Int64(now.tv_sec) - seconds) * 1_000
        + (Int64(now.tv_nsec) - nanoseconds) / 1_000_000
      return elapsed >= milliseconds
    }
  }

  package let identity: Identity
  package let size: UInt64
  package let links: UInt32
  package let owner: UInt32
  /// When anything about the file last changed.
  package let changeTime: Time
  /// When its bytes last changed; a new name leaves that as it is.
  package let modificationTime: Time
  private let mode: UInt32

  // S_IFMT and its kin by value: two modules export them here with two types.
  package var isRegular: Bool { mode & 0o170000 == 0o100000 }
  package var isDirectory: Bool { mode & 0o170000 == 0o040000 }
  package var isSymbolicLink: Bool { mode & 0o170000 == 0o120000 }
  /// Whether others than the owner may write it.
  package var isWritableByOthers: Bool { mode & 0o022 != 0 }
  /// The permission bits.
  package var permissions: UInt32 { mode & 0o7777 }

  /// The status of a path.
  /// - Parameters:
  ///   - path: An absolute or relative path.
  ///   - followsLink: Whether a link at the end of the path is followed.
  ///   - withTimes: Whether its times are wanted. Never for a log that a writer appends to.
  /// - Throws: The error number of the system call.
  package init(
    path: String, followsLink: Bool = false, withTimes: Bool = false
  ) throws(SystemError) {
    let options =
      (followsLink ? SHARED_STORE_FOLLOW_LINK : 0) | (withTimes ? SHARED_STORE_WITH_TIMES : 0)
    var status = shared_store_file_status()
    let number = path.withCString {
      shared_store_file_status(AT_FDCWD, $0, options, &status)
    }
    guard number == 0 else { throw SystemError(number: number, operation: "statx") }
    self.init(status)
  }

  /// The status of an open file.
  package init(descriptor: Int32, withTimes: Bool = false) throws(SystemError) {
    var status = shared_store_file_status()
    let number = shared_store_file_status(
      descriptor, nil, withTimes ? SHARED_STORE_WITH_TIMES : 0, &status)
    guard number == 0 else { throw SystemError(number: number, operation: "statx") }
    self.init(status)
  }

  private init(_ status: shared_store_file_status) {
    identity = Identity(device: status.device, inode: status.inode)
    size = status.size
    links = status.links
    owner = status.owner
    changeTime = Time(seconds: status.changed_seconds, nanoseconds: status.changed_nanoseconds)
    modificationTime = Time(
      seconds: status.modified_seconds, nanoseconds: status.modified_nanoseconds)
    mode = status.mode
  }
}

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The `errno` value.
  package let number: Int32
  /// The call's name.
  package let operation: String

  package init(number: Int32, operation: String) {
    self.number = number
    self.operation = operation
  }

  /// Runs a call that returns a negative number on failure, again when a signal interrupts it.
  package static func check(
    _ operation: String, _ call: () -> Int32
  ) throws(SystemError) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(number: errno, operation: operation) }
    }
  }

  package var isExisting: Bool { number == EEXIST }
  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  package var isPermission: Bool { number == EACCES || number == EPERM || number == EROFS }
  package var isFull: Bool { number == ENOSPC || number == EDQUOT }

  /// The system's words for it.
  package var text: String { String(cString: strerror(number)) }
}
