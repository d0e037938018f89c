import CSharedStoreSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the kernel says about a file, asked without opening it: closing a second descriptor of a
/// database that a connection has open drops that connection's locks
/// (https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
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

    package init(seconds: Int64, nanoseconds: Int64) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }

    /// Whether this instant lies at least so long before now, by the clock that files are stamped
    /// with.
    package func isPast(byMilliseconds milliseconds: Int64) -> Bool {
      let now = WallClock.now
      let elapsed = (now.seconds - seconds) * 1_000 + (now.nanoseconds - nanoseconds) / 1_000_000
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
  /// Whether it is a regular file of one name; one that was deleted meanwhile has none at all.
  package var isPlain: Bool { isRegular && links <= 1 }
  /// Whether others than the owner may write it.
  package var isWritableByOthers: Bool { mode & 0o022 != 0 }
  /// The permission bits.
  package var permissions: UInt32 { mode & 0o7777 }

  /// The status of a path.
  /// - Parameters:
  ///   - path: An absolute or relative path.
  ///   - followsLink: Whether a link at the end of the path is followed.
  ///   - withTimes: Whether its times are wanted. Never for a log that a writer appends to: a file
  ///     whose times were read pays for finer ones at its next write.
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
  init(descriptor: Int32, withTimes: Bool) throws(SystemError) {
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
