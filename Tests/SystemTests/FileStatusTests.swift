import Foundation
@testable import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@Suite struct FileStatusTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write([1, 2, 3], to: "file")
  }

  @Test func aFileIsSeenAsItIs() throws {
    try #require(chmod(path, 0o640) == 0)
    let status = try FileStatus(path: path)
    #expect(status.isRegular && !status.isDirectory && !status.isSymbolicLink)
    #expect(status.size == 3)
    #expect(status.links == 1)
    #expect(status.permissions == 0o640)
    #expect(status.owner == geteuid())
    #expect(!status.isWritableByOthers)
  }

  @Test(arguments: [(0o620, true), (0o602, true), (0o755, false)] as [(mode_t, Bool)])
  func writingByGroupOrOthersIsNoticed(_ mode: mode_t, _ isWritable: Bool) throws {
    try #require(chmod(path, mode) == 0)
    #expect(try FileStatus(path: path).isWritableByOthers == isWritable)
  }

  @Test func aLinkIsFollowedOnlyWhenAsked() throws {
    let link = directory.file("link")
    try #require(symlink(path, link) == 0)
    #expect(try FileStatus(path: link).isSymbolicLink)
    let followed = try FileStatus(path: link, followsLink: true)
    #expect(followed.isRegular)
    #expect(try followed.identity == FileStatus(path: path).identity)
  }

  @Test func aSecondNameOfAFileIsCounted() throws {
    try #require(link(path, directory.file("second")) == 0)
    #expect(try FileStatus(path: path).links == 2)
    #expect(
      try FileStatus(path: path).identity == FileStatus(path: directory.file("second")).identity)
  }

  @Test func folderAndPipeAreNoFiles() throws {
    let pipe = directory.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(try FileStatus(path: directory.path).isDirectory)
    #expect(try !FileStatus(path: pipe).isRegular)
    #expect(try !FileStatus(path: pipe).isDirectory)
  }

  @Test func anOpenFileHasTheStatusOfItsPath() throws {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(try FileStatus(descriptor: descriptor, withTimes: false) == FileStatus(path: path))
  }

  @Test func anOpenFileThatWasDeletedHasNoNames() throws {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(unlink(path) == 0)
    #expect(try FileStatus(descriptor: descriptor, withTimes: false).links == 0)
  }

  @Test func theTimeOfChangeIsToldOnlyWhenAsked() throws {
    let plain = try FileStatus(path: path)
    let timed = try FileStatus(path: path, withTimes: true)
    #expect(plain.changeTime != timed.changeTime)
    // Asked for or not, twice the same question has the same answer.
    #expect(try timed == FileStatus(path: path, withTimes: true))
    #expect(try plain == FileStatus(path: path))
  }

  @Test func whatIsMissingSaysSo() {
    let missing = #expect(throws: SystemError.self) {
      _ = try FileStatus(path: directory.file("nothing"))
    }
    #expect(missing?.isMissing == true)
    #expect(missing?.number == ENOENT)
    let below = #expect(throws: SystemError.self) { _ = try FileStatus(path: path + "/below") }
    #expect(below?.isMissing == true)
    #expect(below?.number == ENOTDIR)
  }

  @Test(
    arguments: [
      (EEXIST, "existing"), (ENOENT, "missing"), (ENOTDIR, "missing"), (EACCES, "permission"),
      (EPERM, "permission"), (EROFS, "permission"), (ENOSPC, "full"), (EDQUOT, "full"),
      (EIO, ""), (ELOOP, ""),
    ])
  func anErrorNumberHasItsMeaning(_ number: Int32, _ meaning: String) {
    let error = SystemError(number: number, operation: "open")
    #expect(error.isExisting == (meaning == "existing"))
    #expect(error.isMissing == (meaning == "missing"))
    #expect(error.isPermission == (meaning == "permission"))
    #expect(error.isFull == (meaning == "full"))
    #expect(error.text == String(cString: strerror(number)))
  }

  @Test func aCallIsRepeatedWhenASignalInterruptsIt() throws {
    var results: [(Int32, Int32)] = [(-1, EINTR), (-1, EINTR), (3, 0)]
    let result = try SystemError.check("read") {
      let (value, number) = results.removeFirst()
      errno = number
      return value
    }
    #expect(result == 3)
    #expect(results.isEmpty)
    let error = #expect(throws: SystemError.self) {
      _ = try SystemError.check("read") {
        errno = EBADF
        return -1
      }
    }
    #expect(error == SystemError(number: EBADF, operation: "read"))
  }
}

@Suite struct FileSystemTests {
  @Test func theFileSystemOfAPathIsNamedByItsNumber() throws {
    #expect(FileSystem(path: "/proc")?.name == "0x9fa0")
    let directory = try TemporaryDirectory()
    #expect(try #require(FileSystem(path: directory.path)).freeBytes > 0)
  }

  @Test func aPathThatIsNotThereIsOnNone() {
    #expect(FileSystem(path: "/no/such/path") == nil)
  }
}

@Suite struct MonotonicTimeTests {
  @Test(
    arguments: [
      (5, 0, 5), (5, 1, 1_000_005), (5, -1, 5), (5, Int64.min, 5),
      // Whatever does not fit ends at the last instant there is.
      (5, Int64.max, UInt64.max), (UInt64.max, 1, UInt64.max), (UInt64.max, 0, UInt64.max),
      (UInt64.max - 1_000_000, 1, UInt64.max), (UInt64.max - 1_000_001, 1, UInt64.max - 1),
    ] as [(UInt64, Int64, UInt64)])
  func anInstantMovesForwardAndNeverWrapsAround(
    _ start: UInt64, _ milliseconds: Int64, _ expected: UInt64
  ) {
    let moved = MonotonicTime(nanoseconds: start).advanced(byMilliseconds: milliseconds)
    #expect(moved.nanoseconds == expected)
  }

  @Test func nothingIsLeftUntilAnInstantThatHasPassed() {
    #expect(MonotonicTime(nanoseconds: 0).millisecondsLeft == 0)
    #expect(MonotonicTime.now.millisecondsLeft == 0)
  }

  @Test func wholeMillisecondsAreLeftUntilOneToCome() {
    let left = MonotonicTime.now.advanced(byMilliseconds: 3_600_000).millisecondsLeft
    #expect(left > 0 && left <= 3_600_000)
    #expect(MonotonicTime(nanoseconds: .max).millisecondsLeft > 3_600_000)
  }

  @Test func theClockNeverGoesBack() {
    let first = MonotonicTime.now
    #expect(!(MonotonicTime.now < first))
    #expect(first.nanoseconds > 0)
  }
}
