import SharedStoreSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A process that holds a lock, found in the kernel's own list: nothing has to be written by the
/// holder for others to name it.
public struct LockHolder: Hashable, Sendable {
  /// Its process id, in this process's namespace.
  public let processID: Int32
  /// Whether it is stopped and will not let go by itself.
  public let isStopped: Bool

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
      guard let file = try? FileStatus(path: path), let list = ProcessFile.read("/proc/locks")
      else { return nil }
      for line in list.split(separator: "\n") {
        guard let lock = LockLine(line), lock.inode == file.identity.inode, matches(lock) else {
          continue
        }
        return LockHolder(processID: lock.processID, isStopped: isStopped(lock.processID))
      }
    #endif
    return nil
  }

  private static func isStopped(_ processID: Int32) -> Bool {
    // The name in parentheses may hold anything, so the state is looked for behind the last one.
    guard let status = ProcessFile.read("/proc/\(processID)/stat"),
      let state = status.split(separator: ")").last?.split(separator: " ").first
    else { return false }
    return state == "T" || state == "t"
  }
}

/// One line of `/proc/locks`, such as `1: FLOCK  ADVISORY  WRITE 4242 fe:00:131 0 EOF`.
struct LockLine {
  let type: Substring
  let isWrite: Bool
  let processID: Int32
  let inode: UInt64
  let start: Int64
  let end: Int64

  /// Parses a line; `nil` for a waiter (`->`) and for an owner that cannot be seen from here.
  init?(_ line: Substring) {
    let fields = line.split(separator: " ")
    guard fields.count >= 8, fields[1] != "->", let processID = Int32(fields[4]), processID > 0,
      let inode = fields[5].split(separator: ":").last.flatMap({ UInt64($0) })
    else { return nil }
    type = fields[1]
    isWrite = fields[3] == "WRITE"
    self.processID = processID
    self.inode = inode
    start = Int64(fields[6]) ?? 0
    end = Int64(fields[7]) ?? .max
  }
}

/// A file of the kernel, read whole.
package enum ProcessFile {
  /// The text of a file in `/proc`; `nil` when it cannot be read.
  package static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = chunk.withUnsafeMutableBytes { DescriptorIO.read(descriptor, $0) }
      guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
      bytes += chunk[..<count]
    }
  }
}

/// Reading an open file.
package enum DescriptorIO {
  /// One `read`, again when a signal interrupts it.
  package static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }
}
