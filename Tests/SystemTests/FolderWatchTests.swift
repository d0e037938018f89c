import Foundation
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

/// What is told of a folder, and that what was moved or deleted is watched anew.
@Suite struct FolderWatchTests {
  private let directory: TemporaryDirectory
  private let folder: String

  init() throws {
    directory = try TemporaryDirectory()
    folder = try directory.makeDirectory("folder")
    try directory.write("1", to: "folder/notice")
  }

  /// A watch that expectations can ask, which take no value that cannot be copied.
  private final class Watch {
    private var watch: FolderWatch

    init(_ folder: String) throws {
      watch = try FolderWatch(directory: folder, name: "notice", topic: "")
    }

    func arm() -> Bool { watch.arm() }
    func take() -> Bool { watch.take() }
  }

  private func watch() throws -> Watch {
    let watch = try Watch(folder)
    #expect(watch.arm())
    #expect(!watch.arm())
    return watch
  }

  private func overwrite(_ name: String = "folder/notice") throws {
    let file = try #require(FileHandle(forWritingAtPath: directory.file(name)))
    try file.write(contentsOf: Data("2".utf8))
  }

  @Test func aFileThatIsWrittenIsTold() throws {
    let watch = try watch()
    #expect(!watch.take())
    try overwrite()
    #expect(watch.take())
    #expect(!watch.take())
  }

  @Test func readingAndWritingOtherFilesIsNotTold() throws {
    try directory.write("log", to: "folder/log")
    let watch = try watch()
    #expect(try contents(directory.file("folder/notice")) == Array("1".utf8))
    try overwrite("folder/log")
    #expect(!watch.take())
  }

  @Test func aFileThatIsDeletedAndMadeAnewIsWatchedAgain() throws {
    let watch = try watch()
    try #require(unlink(directory.file("folder/notice")) == 0)
    #expect(watch.take())
    try directory.write("1", to: "folder/notice")
    #expect(watch.take())
    try overwrite()
    #expect(watch.take())
  }

  @Test func aFileInAnothersPlaceIsWatchedAndTheOneThatLeftIsNot() throws {
    let watch = try watch()
    try directory.write("1", to: "new")
    try #require(
      rename(directory.file("folder/notice"), directory.file("old")) == 0
        && rename(directory.file("new"), directory.file("folder/notice")) == 0)
    #expect(watch.take())
    try overwrite("old")
    #expect(!watch.take())
    try overwrite()
    #expect(watch.take())
  }

  @Test func aFolderThatIsMovedAwayAndBackIsWatchedAgain() throws {
    let watch = try watch()
    try #require(rename(folder, directory.file("away")) == 0)
    #expect(watch.take())
    try #require(rename(directory.file("away"), folder) == 0)
    #expect(watch.take())
    try overwrite()
    #expect(watch.take())
  }

  @Test func aFolderThatComesIsSeen() throws {
    try FileManager.default.removeItem(atPath: folder)
    let watch = try Watch(folder)
    #expect(watch.arm())
    try directory.makeDirectory("folder")
    #expect(watch.take())
    try directory.write("1", to: "folder/notice")
    #expect(watch.take())
  }

  /// More events than the kernel keeps: it says so, and the watch goes on.
  @Test func anOverflowIsToldAndThenTheNextChange() throws {
    let watch = try watch()
    let text = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let limit = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    guard limit <= 100_000 else { return }
    let (one, other) = (directory.file("folder/a"), directory.file("folder/b"))
    try directory.write("", to: "folder/a")
    for _ in 0...(limit / 4) {
      try #require(rename(one, other) == 0 && rename(other, one) == 0)
    }
    #expect(watch.take())
    try overwrite()
    #expect(watch.take())
  }
}
