import Foundation
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStoreSystem

@Suite struct LockLineTests {
  @Test func aLineOfTheKernelsListIsUnderstood() throws {
    let line = try #require(LockLine("1: FLOCK  ADVISORY  WRITE 4242 fe:00:131 0 EOF"))
    #expect(line.type == "FLOCK" && line.isWrite)
    #expect(
      line.processID == 4_242
        && line.file == FileStatus.Identity(device: 0xfe << 32, inode: 131))
    #expect(line.start == 0 && line.end == .max)
    let range = try #require(LockLine("12: POSIX  ADVISORY  READ 7 08:01:99 124 127"))
    #expect(range.type == "POSIX" && !range.isWrite)
    #expect(range.start == 124 && range.end == 127)
  }

  @Test(
    arguments: [
      "", "1: FLOCK  ADVISORY  WRITE", "1: -> FLOCK  ADVISORY  WRITE 4242 fe:00:131 0 EOF",
      // An owner in another namespace of processes.
      "1: POSIX  ADVISORY  READ 0 fe:00:131 0 EOF", "1: OFDLCK ADVISORY  READ -1 fe:00:131 0 EOF",
      "1: FLOCK  ADVISORY  WRITE 4242 fe:00:x 0 EOF", "1: FLOCK  ADVISORY  WRITE x fe:00:1 0 EOF",
    ])
  func whoOnlyWaitsAndWhoCannotBeSeenIsNoHolder(_ line: Substring) {
    #expect(LockLine(line) == nil)
  }
}

@Suite struct LockHolderTests {
  @Test func theHolderOfAFilesLockIsNamed() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "lock")
    #expect(LockHolder.ofFile(at: path) == nil)
    let lock = try LockFile.open(path)
    let isLocked = lock.tryLock()
    #expect(isLocked)
    #expect(LockHolder.ofFile(at: path) == LockHolder(processID: getpid(), isStopped: false))
    lock.unlock()
    #expect(LockHolder.ofFile(at: path) == nil)
  }

  /// Small file systems number their files from one, so that two of them often share a number.
  @Test func aFileOfAnotherFileSystemWithTheSameNumberIsNotTheOne() throws {
    let line = try #require(LockLine("1: FLOCK  ADVISORY  WRITE 4242 00:27:3 0 EOF"))
    #expect(line.file != FileStatus.Identity(device: 0x28, inode: 3))
    #expect(line.file == FileStatus.Identity(device: 0x27, inode: 3))
  }
}
