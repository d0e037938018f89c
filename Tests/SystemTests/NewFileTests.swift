import Foundation
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@Suite struct NewFileTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func create(
    _ name: String = "new", _ bytes: [UInt8] = [1, 2, 3], beforeLink: () -> Void = {}
  ) throws(SystemError) {
    try NewFile.create(
      directory: directory.path, name: name, contents: bytes, beforeLink: beforeLink)
  }

  private func contents(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: directory.file(name))))
  }

  @Test(arguments: ["plain-", "zürich-", "日本-"])
  func aTemporaryDirectoryMayHaveAnyLettersInItsName(_ prefix: String) throws {
    let path = try Paths.makeTemporaryDirectory(prefix: directory.file(prefix))
    #expect(path.hasPrefix(directory.file(prefix)) && path.utf8.count > prefix.utf8.count)
    #expect(try directory.names() == [URL(filePath: path).lastPathComponent])
  }

  @Test(arguments: [0, 1, 4_096, 1_000_003])
  func aFileAppearsWithAllOfItsBytes(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try create("new", bytes)
    #expect(try contents("new") == bytes)
    #expect(try directory.names() == ["new"])
  }

  @Test(arguments: [0o000, 0o022, 0o777] as [mode_t])
  func itsModeIs600WhateverTheMask(_ mask: mode_t) async throws {
    // The mask belongs to the whole process, hence one of its own.
    await #expect(processExitsWith: .success) {
      [path = directory.path as String, mask = mask as mode_t] in
      umask(mask)
      try NewFile.create(directory: path, name: "new", contents: [1])
    }
    #expect(try FileStatus(path: directory.file("new")).permissions == 0o600)
  }

  @Test func itIsInvisibleUntilItIsComplete() throws {
    var seen: [String]?
    try create { seen = try? directory.names() }
    #expect(seen?.contains("new") == false)
    #expect(try directory.names() == ["new"])
  }

  @Test func aFileThatIsThereStaysAsItIs() throws {
    try directory.write([9], to: "new")
    let error = #expect(throws: SystemError.self) { try create() }
    #expect(error?.isExisting == true)
    #expect(try contents("new") == [9])
    #expect(try directory.names() == ["new"])
  }

  @Test func aFileThatAppearsMeanwhileStaysAsItIs() throws {
    let error = #expect(throws: SystemError.self) {
      try create { _ = try? directory.write([9], to: "new") }
    }
    #expect(error?.isExisting == true)
    #expect(try contents("new") == [9])
    #expect(try directory.names() == ["new"])
  }

  @Test func aLinkThatIsThereIsNotFollowed() throws {
    try #require(symlink(directory.file("target"), directory.file("new")) == 0)
    let error = #expect(throws: SystemError.self) { try create() }
    #expect(error?.isExisting == true)
    #expect(try directory.names() == ["new"])
  }

  @Test func aFailureLeavesNothingBehind() throws {
    let missing = #expect(throws: SystemError.self) {
      try NewFile.create(directory: directory.file("nowhere"), name: "new", contents: [1])
    }
    #expect(missing?.isMissing == true)
    let nameless = #expect(throws: SystemError.self) { try create("missing/new") }
    #expect(nameless?.isMissing == true)
    #expect(try directory.names() == [])
  }

  @Test func noDescriptorStaysOpen() throws {
    func openDescriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        .filter { name in
          let target = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/" + name)
          return target?.hasPrefix(directory.path) == true
        }.count
    }
    try create("one")
    #expect(throws: SystemError.self) { try create("one") }
    try NewFile.syncDirectory(directory.path)
    #expect(try openDescriptors() == 0)
  }
}
