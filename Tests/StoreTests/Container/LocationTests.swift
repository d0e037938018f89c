import Foundation
import SharedStore
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@Suite struct LocationTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func location(_ container: String) -> StoreLocation {
    .container(container, appGroup: TestStore.group)
  }

  private func writer(_ container: String, create: Bool = true) throws -> StoreWriter {
    try StoreWriter(location(container), create: create, options: TestStore.options())
  }

  /// What a reader and a writer that may not create say to a location.
  private func codes(_ container: String) throws -> [StoreError.Code?] {
    [
      StoreReader(location(container)).readCount("todo").error?.code,
      try failure { _ = try writer(container, create: false) }.code,
    ]
  }

  @Test func theStoreLiesInAFolderOfItsContainer() throws {
    _ = try writer(directory.path)
    #expect(try directory.tree().contains("SharedStore/store.sqlite"))
    #expect(location("/some/where").containerDirectory == "/some/where")
  }

  @Test func theFoldersThatLeadThereAreMadeForTheirOwnerAlone() throws {
    try #require(chmod(directory.path, 0o755) == 0)
    _ = try writer(directory.file("a/b/c"))
    for name in ["a", "a/b", "a/b/c", "a/b/c/SharedStore"] {
      #expect(try FileStatus(path: directory.file(name)).permissions == 0o700, "\(name)")
    }
    // What was there keeps its mode.
    #expect(try FileStatus(path: directory.path).permissions == 0o755)
  }

  @Test func withoutAContainerThereIsNoStoreAndNothingIsMade() throws {
    #expect(try codes(directory.file("nowhere")) == [.storeMissing, .storeMissing])
    #expect(try codes(directory.path) == [.storeMissing, .storeMissing])
    #expect(try directory.tree() == [])
  }

  @Test(arguments: ["", ".", "..", "../x", "a/b", "gr\u{FC}n", "a\0b"])
  func anInvalidAppGroupIsAMatterOfConfiguration(_ id: String) throws {
    for location in [.container(directory.path, appGroup: id), .appGroup(id)] as [StoreLocation] {
      #expect(StoreReader(location).readCount("todo").error?.code == .configuration)
      let open = { _ = try StoreWriter(location, create: true) }
      #expect(try failure { try open() }.code == .configuration)
      #expect(location.containerDirectory == nil)
    }
    #expect(try directory.tree() == [])
  }

  @Test(arguments: ["", "a\0b"])
  func aContainerWithoutAPathIsAMatterOfConfiguration(_ container: String) throws {
    #expect(try codes(container) == [.configuration, .configuration])
    #expect(try failure { _ = try writer(container) }.code == .configuration)
  }

  @Test func aFileIsNoContainer() throws {
    let file = try directory.write("a file", to: "file")
    #expect(try codes(file) == [.configuration, .configuration])
    #expect(try failure { _ = try writer(file) }.code == .configuration)
    #expect(try failure { _ = try writer(file + "/below") }.code == .configuration)
    #expect(try directory.tree() == ["file"])
  }

  @Test func aFileInTheFoldersPlaceIsAMatterOfConfiguration() throws {
    try directory.write("a file", to: "SharedStore")
    #expect(try failure { _ = try writer(directory.path) }.code == .configuration)
    #expect(
      try String(decoding: contents(directory.file("SharedStore")), as: UTF8.self) == "a file")
  }

  @Test func aContainerThatIsALinkWorks() throws {
    let real = try directory.makeDirectory("real")
    let link = directory.file("link")
    try #require(symlink(real, link) == 0)
    try writer(link).publish(CountSnapshot(count: 3), kind: "todo")
    for container in [link, real] {
      let reader = StoreReader(location(container))
      #expect(reader.readCount("todo").snapshot?.payload.count == 3)
      #expect(try reader.status().directory == real + "/SharedStore")
    }
  }

  @Test func aFolderThatIsALinkWorks() throws {
    let real = try directory.makeDirectory("real")
    let container = try directory.makeDirectory("container")
    try #require(symlink(real, container + "/SharedStore") == 0)
    try writer(container).publish(CountSnapshot(count: 3), kind: "todo")
    #expect(StoreReader(location(container)).readCount("todo").snapshot?.payload.count == 3)
    #expect(FileManager.default.fileExists(atPath: real + "/store.sqlite"))
  }

  @Test func aLinkThatLeadsToItselfIsAMatterOfConfiguration() throws {
    let link = directory.file("link")
    try #require(symlink(link, link) == 0)
    #expect(try codes(link) == [.configuration, .configuration])
    #expect(try failure { _ = try writer(link) }.code == .configuration)
  }

  @Test(
    arguments: [
      "a b", "a?b#c", "a%41b", "a'b\"c", "a\nb", "e\u{301}", "👩‍👩‍👧", "-rf", "\u{301}", "a/\u{301}b",
      "~", "$HOME", "a\\b",
    ])
  func aContainerMayHaveAnyName(_ name: String) throws {
    let container = directory.file(name)
    try writer(container).publish(CountSnapshot(count: 3), kind: "todo")
    #expect(StoreReader(location(container)).readCount("todo").snapshot?.payload.count == 3)
    #expect(FileManager.default.fileExists(atPath: container + "/SharedStore/store.sqlite"))
    #expect(try failure { _ = try writer(container + "x", create: false) }.code == .storeMissing)
  }

  /// A container whose database's path has exactly this many bytes.
  private func container(pathBytes: Int) -> String {
    let rest = pathBytes - directory.path.utf8.count - "/SharedStore/store.sqlite".utf8.count
    var path = ""
    while path.utf8.count < rest {
      // Names of at most 101 bytes, and none that would be empty.
      let left = rest - path.utf8.count
      let length = left > 102 ? 100 : left - 1
      path += "/" + String(repeating: "d", count: length)
    }
    return directory.path + path
  }

  @Test(arguments: [300, 499, 500])
  func aPathOfUpToFiveHundredBytesWorks(_ bytes: Int) throws {
    let container = container(pathBytes: bytes)
    try writer(container).publish(CountSnapshot(count: 3), kind: "todo")
    let reader = StoreReader(location(container))
    #expect(reader.readCount("todo").snapshot?.payload.count == 3)
    #expect(try (reader.status().directory + "/store.sqlite").utf8.count == bytes)
  }

  @Test(arguments: [501, 505, 1_000, 5_000])
  func aLongerPathIsRefusedWithBothNumbers(_ bytes: Int) throws {
    let container = container(pathBytes: bytes)
    let errors = [
      try failure { _ = try writer(container) },
      try failure { _ = try writer(container, create: false) },
      try #require(StoreReader(location(container)).readCount("todo").error),
    ]
    for error in errors {
      #expect(error.code == .configuration)
      #expect(error.message.contains("\(bytes) bytes") && error.message.contains("limit 500"))
    }
    #expect(try directory.tree() == [])
  }

  @Test func aLongPathThatExistsIsRefusedToo() throws {
    let container = container(pathBytes: 501)
    try FileManager.default.createDirectory(
      atPath: container + "/SharedStore", withIntermediateDirectories: true)
    #expect(try codes(container) == [.configuration, .configuration])
    #expect(try failure { _ = try writer(container) }.code == .configuration)
  }

  @Test func aShortLinkToALongPathDoesNotHelp() throws {
    let container = container(pathBytes: 505)
    try FileManager.default.createDirectory(
      atPath: container + "/SharedStore", withIntermediateDirectories: true)
    let link = directory.file("short")
    try #require(symlink(container, link) == 0)
    #expect(try codes(link) == [.configuration, .configuration])
    #expect(try failure { _ = try writer(link) }.code == .configuration)
  }
}
