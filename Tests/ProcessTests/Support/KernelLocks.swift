import Foundation
import Testing

/// The kernel's list of who holds which lock.
struct KernelLocks {
  /// One lock: of a whole file (`FLOCK`) or of a range of bytes (`POSIX`).
  struct Lock {
    let kind: Substring
    let isExclusive: Bool
    let processID: Int32
    let inode: Int
    let firstByte: Int

    /// Reads a line such as `1: FLOCK  ADVISORY  WRITE 4242 fe:00:131 0 EOF`.
    init?(_ line: Substring) {
      let fields = line.split(separator: " ")
      guard fields.count >= 8, let processID = Int32(fields[4]), let firstByte = Int(fields[6]),
        let inode = fields[5].split(separator: ":").last.flatMap({ Int($0) })
      else { return nil }
      (kind, isExclusive) = (fields[1], fields[3] == "WRITE")
      (self.processID, self.inode, self.firstByte) = (processID, inode, firstByte)
    }
  }

  private let locks: [Lock]

  init() throws {
    let list = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    locks = list.split(separator: "\n").compactMap(Lock.init)
  }

  /// What a process holds of a file.
  func held(by process: Child, of path: String) throws -> [Lock] {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let inode = try #require(attributes[.systemFileNumber] as? Int)
    return locks.filter { $0.processID == process.processID && $0.inode == inode }
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the test only where the kernel lists its locks.
  static var needsLockList: Self {
    .enabled(
      if: FileManager.default.fileExists(atPath: "/proc/locks"),
      "SKIPPED: there is no /proc/locks.")
  }
}
