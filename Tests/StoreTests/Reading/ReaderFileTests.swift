import Foundation
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStore

/// How a reader opens a store depends on which files lie beside it.
@Suite struct ReaderFileTests {
  private let store: TestStore
  private let paths: StorePaths

  init() throws {
    store = try TestStore()
    paths = try store.paths
    try store.writer().publish(CountSnapshot(count: 3), kind: "todo")
  }

  private func count(_ reader: StoreReader? = nil) -> Int64? {
    (reader ?? store.reader()).readCount("todo").snapshot?.payload.count
  }

  @Test func withoutALogTheDatabaseAloneIsRead() throws {
    try #require(unlink(paths.log) == 0 && unlink(paths.logIndex) == 0)
    let before = try store.directory.tree()
    #expect(count() == 3)
    #expect(try store.directory.tree() == before)
  }

  @Test func withAnEmptyLogAndNoIndexTheDatabaseAloneIsRead() throws {
    #expect(try store.logBytes() == 0)
    try #require(unlink(paths.logIndex) == 0)
    let before = try store.directory.tree()
    #expect(count() == 3)
    #expect(try store.directory.tree() == before)
  }

  @Test func withBothFilesTheLogIsReadToo() throws {
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 4), kind: "todo")
    #expect(try store.logBytes() > 0)
    #expect(count() == 4)
  }

  @Test func aReaderWithoutALogNoticesTheWriterThatComes() throws {
    try #require(unlink(paths.log) == 0 && unlink(paths.logIndex) == 0)
    let reader = store.reader()
    #expect(count(reader) == 3)
    let writer = try store.writer()
    for number in 4...6 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo")
      #expect(count(reader) == number)
    }
  }

  @Test func aReaderWithoutALogNoticesAWriterThatCameAndWent() throws {
    try #require(unlink(paths.log) == 0 && unlink(paths.logIndex) == 0)
    let reader = store.reader()
    for number in 4...6 as ClosedRange<Int64> {
      #expect(count(reader) == number - 1)
      // The last to close copies its log into the database.
      try store.writer().publish(CountSnapshot(count: number), kind: "todo")
      try #require(unlink(paths.log) == 0 && unlink(paths.logIndex) == 0)
    }
    #expect(count(reader) == 6)
  }

  @Test func aLogWithContentButNoIndexNeedsAWriterFirst() throws {
    try store.edit("UPDATE store SET created_at = created_at + 1")
    try #require(unlink(paths.logIndex) == 0)
    let before = try store.directory.tree()
    let reader = store.reader()
    #expect(reader.readCount("todo").error?.code == .recoveryNeeded)
    #expect(reader.readCount("todo").error?.code == .recoveryNeeded)
    #expect(try store.directory.tree() == before)
    _ = try store.writer()
    #expect(count(reader) == 3)
  }

  @Test func aLogOfAnotherFileIsNeverApplied() throws {
    let other = try TestStore()
    try other.writer().publish(CountSnapshot(count: 70), kind: "todo")
    try store.edit("UPDATE store SET created_at = created_at + 1")
    #expect(try store.logBytes() > 0)
    try #require(rename(other.paths.store, paths.store) == 0)
    let database = try contents(paths.store)
    #expect(store.reader().readCount("todo").error?.code == .replaced)
    #expect(try failure { _ = try store.writer() }.code == .replaced)
    // With the old log out of the way it is a store like any other.
    try #require(unlink(paths.log) == 0 && unlink(paths.logIndex) == 0)
    #expect(try contents(paths.store) == database)
    #expect(count() == 70)
  }

  @Test func filesThatMayNotBeReadAreUnreadable() async throws {
    try #require(chmod(paths.store, 0) == 0)
    // Rights do not bind the superuser, so a process of another user asks.
    await #expect(processExitsWith: .success) { [path = store.directory.path as String] in
      if geteuid() == 0 {
        try #require(chmod(path, 0o755) == 0 && chmod(path + "/SharedStore", 0o755) == 0)
        try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
      }
      let reader = StoreReader(.container(path, appGroup: TestStore.group))
      #expect(reader.readCount("todo").error?.code == .unreadable)
    }
  }

  @Test func aFolderThatMayNotBeEnteredIsUnreadable() async throws {
    try #require(chmod(paths.directory, 0) == 0)
    await #expect(processExitsWith: .success) { [path = store.directory.path as String] in
      if geteuid() == 0 {
        try #require(chmod(path, 0o755) == 0)
        try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
      }
      let reader = StoreReader(.container(path, appGroup: TestStore.group))
      #expect(reader.readCount("todo").error?.code == .unreadable)
    }
    try #require(chmod(paths.directory, 0o700) == 0)
  }
}

/// A store appears whole, with everything a reader asks about it.
@Suite struct StoreAppearanceTests {
  @Test func aNewStoreKnowsItsFileBeforeAnybodyOpensIt() throws {
    let store = try TestStore(create: false)
    let paths = try StoreCreation.makeFolder(store.location)
    try StoreCreation.makeStore(paths, writer: WriterIdentity(program: "tests", version: "1"))
    let inode = try FileStatus(path: paths.store).identity.inode
    let connection = try Connection.open(path: paths.store, access: .immutable)
    let known = try connection.integer("SELECT file_inode FROM store")
    #expect(known == Int64(bitPattern: inode))
    #expect(store.reader().readCount("todo").error?.code == .notFound)
  }

  @Test func openingANewStoreWritesNoLog() throws {
    let store = try TestStore(create: false)
    let writer = try store.writer(create: true)
    #expect(try store.logBytes() == 0)
    _ = consume writer
  }

  @Test func aReaderThatLooksMeanwhileFindsNoStoreOrAWholeOne() throws {
    for _ in 0..<10 {
      let store = try TestStore(create: false)
      let found = Record<StoreError.Code>()
      onThreads(2) { index in
        if index == 0 {
          let writer = try? store.writer(create: true) { $0.durability = .full }
          _ = try? writer?.publish(CountSnapshot(count: 4), kind: "todo")
          return
        }
        for _ in 0..<1_000 {
          // A reader of its own each time, so that it opens what is there.
          guard let error = store.reader().readCount("todo").error else { return }
          found.note(error.code)
        }
      }
      #expect(Set(found.all).isSubset(of: [.storeMissing, .notFound]))
      #expect(store.reader().readCount("todo").snapshot?.payload.count == 4)
    }
  }
}
