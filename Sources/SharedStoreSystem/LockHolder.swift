#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A process that holds a lock, found in the kernel's own list: nothing has to be written by the
/// holder for others to name it.
package struct LockHolder: Hashable, Sendable {
  /// Its process id, in this process's namespace.
  package let processID: Int32
  /// Whether it is stopped and will not let go by itself.
  package let isStopped: Bool

  /// The process that holds the `flock` of a file; `nil` when none does or it cannot be seen.
  package static func ofFile(at path: String) -> LockHolder? {
    holder(path) { $0.type == "FLOCK" }
  }

  /// The other process in whose read transaction the log is pinned. SQLite's readers lock bytes
  /// 120 + 3 … 127 of the log index: https://www.sqlite.org/walformat.html#wal_locks
  package static func pinningReader(logIndex: String) -> LockHolder? {
    let own = getpid()
    return holder(logIndex) {
      $0.type == "POSIX" && $0.start >= 123 && $0.end <= 127 && $0.processID != own
    }
  }

  /// The process that holds SQLite's own write lock, byte 120 of the log index.
  package static func ofDatabase(logIndex: String) -> LockHolder? {
    holder(logIndex) { $0.type == "POSIX" && $0.start <= 120 && $0.end >= 120 && $0.isWrite }
  }

  private static func holder(_ path: String, _ matches: (LockLine) -> Bool) -> LockHolder? {
    #if os(Linux)
      guard let file = try? FileStatus(path: path).identity,
        let list = KernelFile.text("/proc/locks")
      else { return nil }
      for line in list.split(separator: "\n") {
        guard let lock = LockLine(line), lock.file == file, matches(lock) else { continue }
        return LockHolder(processID: lock.processID, isStopped: isStopped(lock.processID))
      }
    #endif
    return nil
  }

  /// Whether a process is stopped, as by SIGSTOP, and does nothing until somebody continues it.
  package static func isStopped(_ processID: Int32) -> Bool {
    ProcessSight.isStopped(processID)
  }
}

/// One line of `/proc/locks`, such as `1: FLOCK  ADVISORY  WRITE 4242 fe:00:131 0 EOF`.
struct LockLine {
  let type: Substring
  let isWrite: Bool
  let processID: Int32
  /// Two file systems may give one number to a file each, so the device counts too.
  let file: FileStatus.Identity
  let start: Int64
  let end: Int64

  /// Parses a line; `nil` for a waiter (`->`) and for an owner that cannot be seen from here.
  init?(_ line: Substring) {
    let fields = line.split(separator: " ")
    guard fields.count >= 8, fields[1] != "->", let processID = Int32(fields[4]), processID > 0
    else { return nil }
    let numbers = fields[5].split(separator: ":")
    guard numbers.count == 3, let major = UInt64(numbers[0], radix: 16),
      let minor = UInt64(numbers[1], radix: 16), let inode = UInt64(numbers[2])
    else { return nil }
    type = fields[1]
    isWrite = fields[3] == "WRITE"
    self.processID = processID
    file = FileStatus.Identity(device: major << 32 | minor, inode: inode)
    start = Int64(fields[6]) ?? 0
    end = Int64(fields[7]) ?? .max
  }
}

/// A file of the kernel, read whole.
enum KernelFile {
  /// The text of a file in `/proc`; `nil` when it cannot be read.
  static func text(_ path: String) -> String? {
    guard let bytes = try? Descriptor.reading(path).contents(limit: 16 << 20) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The fields of `/proc/PID/stat` from the third on, proc_pid_stat(5).
  static func processFields(_ processID: Int32) -> [Substring]? {
    // The name in parentheses may hold anything, so fields are counted behind the last one.
    guard let text = text("/proc/\(processID)/stat"),
      let end = text.utf8.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    return text[text.utf8.index(after: end)...].split(separator: " ")
  }
}
