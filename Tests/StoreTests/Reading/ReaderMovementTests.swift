import Foundation
import SharedStore
import SharedStoreTesting
import Testing

/// A store that is no longer the one that was read is reported once, and accepted after that.
@Suite(.inTurns) struct ReaderMovementTests {
  private let store: TestStore
  private let reader: StoreReader

  init() throws {
    store = try TestStore()
    let writer = try store.writer()
    for number in 1...5 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo")
    }
    reader = store.reader()
    #expect(reader.readCount("todo").snapshot?.payload.count == 5)
  }

  /// Puts another store of the same app group into this one's place.
  private func replace() throws {
    let other = try TestStore()
    do { try other.writer().publish(CountSnapshot(count: 70), kind: "todo") }
    let (source, target) = (try other.paths, try store.paths)
    for path in [target.log, target.logIndex] { try #require(unlink(path) == 0) }
    try #require(rename(source.store, target.store) == 0)
  }

  private func remove() throws {
    let paths = try store.paths
    for path in [paths.store, paths.log, paths.logIndex] { try #require(unlink(path) == 0) }
  }

  /// Sets the store back, and takes away what says where it had been.
  private func rewind() throws {
    try store.setRevision(4)
    try #require(unlink(store.paths.notice) == 0)
  }

  @Test func aRewoundStoreIsReportedOnce() throws {
    try rewind()
    let first = reader.readCount("todo")
    #expect(first.error?.code == .rewound)
    #expect(first.storeRevision == Revision(4))
    let second = reader.readCount("todo")
    #expect(second.snapshot?.payload.count == 4)
    #expect(second.storeRevision == Revision(4))
  }

  @Test func anotherLineOfRevisionsIsReportedOnceHoweverFarItHasCome() throws {
    try store.setRevision(500)
    try store.edit("UPDATE store SET incarnation = '11111111-1111-1111-1111-111111111111'")
    #expect(reader.readCount("todo").error?.code == .rewound)
    #expect(reader.readCount("todo").snapshot?.payload.count == 5)
    #expect(try reader.token().revision == Revision(500))
  }

  @Test func aReplacedStoreIsReportedOnce() throws {
    try replace()
    let first = reader.readCount("todo")
    #expect(first.error?.code == .replaced)
    #expect(first.storeRevision == Revision(1))
    #expect(reader.readCount("todo").snapshot?.payload.count == 70)
  }

  @Test func aRemovedStoreIsReportedOnceAndIsMissingAfterThat() throws {
    try remove()
    #expect(reader.readCount("todo").error?.code == .removed)
    #expect(reader.readCount("todo").error?.code == .storeMissing)
    #expect(reader.readCount("todo").error?.code == .storeMissing)
  }

  @Test func aRemovedFolderIsReportedTheSameWay() throws {
    try FileManager.default.removeItem(atPath: store.directory.path)
    #expect(reader.readCount("todo").error?.code == .removed)
    #expect(reader.readCount("todo").error?.code == .storeMissing)
  }

  @Test func everyKindOfCallReportsIt() throws {
    let calls: [(StoreReader) throws -> Void] = [
      { _ = try $0.token() }, { _ = try $0.kinds() }, { _ = try $0.versions(of: "todo") },
      { _ = try $0.status() },
    ]
    let readers = calls.map { _ in store.reader() }
    for reader in readers { _ = try reader.token() }
    try rewind()
    for (call, reader) in zip(calls, readers) {
      #expect(try failure { try call(reader) }.code == .rewound)
      try call(reader)
    }
  }

  @Test func aNewStoreAfterARemovalIsReadAfterTheReport() throws {
    try remove()
    _ = try store.writer(create: true).publish(CountSnapshot(count: 9), kind: "todo")
    #expect(reader.readCount("todo").error?.code == .replaced)
    #expect(reader.readCount("todo").snapshot?.payload.count == 9)
  }

  @Test func aReaderThatNeverReadBeforeReportsNothing() throws {
    try replace()
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 70)
  }

  @Test func aStoreThatCameBackUnchangedIsRead() throws {
    let paths = try store.paths
    try #require(rename(paths.directory, paths.directory + ".aside") == 0)
    #expect(reader.readCount("todo").error?.code == .removed)
    try #require(rename(paths.directory + ".aside", paths.directory) == 0)
    #expect(reader.readCount("todo").snapshot?.payload.count == 5)
  }
}
