import Foundation
import SharedStore
import SharedStoreSQLite
import SharedStoreSystem
import Testing

@testable import SharedStoreReader

@Suite struct StatusTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
  }

  @Test func theStatusSaysWhichStoreThisIsAndHowItLies() throws {
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    let status = try store.reader().status()
    let paths = try store.paths
    #expect(status.directory == paths.directory)
    #expect(status.appGroup == TestStore.group)
    #expect(try status.token == store.reader().token())
    #expect(status.schemaVersion == SchemaFingerprint.currentVersion)
    #expect(status.createdAt.milliseconds > 1_700_000_000_000)
    #expect(try status.databaseBytes == FileStatus(path: paths.store).size)
    #expect(try status.logBytes == store.logBytes())
    #expect((status.logBytes ?? 0) > 0)
    #expect(status.directoryPermissions == 0o700)
    #expect(status.storePermissions == 0o600)
    #expect(status.lockHolder == nil && status.pinnedReader == nil)
    #expect(!status.fileSystem.isShared && !status.fileSystem.name.isEmpty)
    #expect(status.library.version == Connection.libraryVersion.text)
  }

  @Test func aStoreWithoutALogHasNoBytesOfOne() throws {
    let paths = try store.paths
    try #require(unlink(paths.log) == 0 && unlink(paths.logIndex) == 0)
    #expect(try store.reader().status().logBytes == nil)
  }

  @Test func whoHoldsTheWriterLockIsNamed() throws {
    let (writer, reader) = (try store.writer(), store.reader())
    try writer.write { tx in
      let holder = try reader.status().lockHolder
      #expect(holder?.processID == getpid() && holder?.isStopped == false)
    }
    #expect(try reader.status().lockHolder == nil)
  }

  @Test(
    arguments: [
      (3_006_023, false), (3_007_000, true), (3_040_001, true), (3_044_005, true),
      (3_044_006, false), (3_044_999, false), (3_045_000, true), (3_050_006, true),
      (3_050_007, false), (3_051_000, true), (3_051_002, true), (3_051_003, false),
      (3_052_000, false), (3_053_000, false),
    ] as [(Int32, Bool)])
  func theVersionsThatCanLoseCommitsAreKnown(_ version: Int32, _ isAffected: Bool) {
    #expect(LibraryStatus.isAffected(version) == isAffected)
  }

  @Test func theLoadedLibraryIsJudgedByItsOwnNumber() {
    let (text, number) = Connection.libraryVersion
    #expect(LibraryStatus.loaded.version == text)
    #expect(LibraryStatus.loaded.hasWALResetBug == LibraryStatus.isAffected(number))
  }
}
