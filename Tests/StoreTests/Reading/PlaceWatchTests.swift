import Foundation
import SharedStore
import SharedStoreSystem
import SharedStoreSQLite
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStoreReader

/// Files that are no longer the ones that were opened, whichever of them it is.
@Suite struct PlaceWatchTests {
  private let store: TestStore
  private let paths: StorePaths

  init() throws {
    store = try TestStore()
    paths = try store.paths
    try store.writer().publish(CountSnapshot(count: 1), kind: "todo")
  }

  @Test func filesThatStayAreInPlace() throws {
    var watch = try #require(PlaceWatch(paths))
    for _ in 0..<5 {
      let isInPlace = watch.isInPlace()
      #expect(isInPlace)
    }
    // Other names may come and go.
    try store.directory.write("", to: "SharedStore/other")
    try #require(unlink(paths.notice) == 0)
    let isInPlace = watch.isInPlace()
    #expect(isInPlace)
  }

  @Test(arguments: ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"], [false, true])
  func aFileThatIsGoneOrAnotherIsNoticedAtTheNextLook(
    _ name: String, _ isReplaced: Bool
  ) throws {
    let path = paths.directory + "/" + name
    var watch = try #require(PlaceWatch(paths))
    let before = watch.isInPlace()
    if isReplaced { try store.directory.write("", to: "other") }
    let result = isReplaced ? rename(store.directory.file("other"), path) : unlink(path)
    try #require(result == 0)
    let after = watch.isInPlace()
    #expect(before && !after)
  }

  @Test func aFolderThatIsAnotherIsNoticed() throws {
    var watch = try #require(PlaceWatch(paths))
    let before = watch.isInPlace()
    try #require(rename(paths.directory, paths.directory + ".aside") == 0)
    let without = watch.isInPlace()
    try store.directory.makeDirectory("SharedStore")
    let other = watch.isInPlace()
    #expect(before && !without && !other)
  }

  /// Two changes within one tick of the file system's clock bear one time.
  @Test func aFolderIsTrustedOnlyOnceItsClockHasTicked() {
    let now = Int64(Date.now.timeIntervalSince1970)
    func counts(_ seconds: Int64, _ nanoseconds: Int64) -> Bool {
      PlaceWatch.counts(FileStatus.Time(seconds: seconds, nanoseconds: nanoseconds))
    }
    #expect(!counts(now + 1, 5) && counts(now - 2, 5))
    // No fraction: the clock may tick once in two seconds.
    #expect(!counts(now - 1, 0) && counts(now - 4, 0))
    // A clock that was set back.
    #expect(!counts(now + 3_600, 0))
  }

  @Test func aStoreThatIsNotWholeCannotBeWatched() throws {
    try #require(unlink(paths.log) == 0)
    let watch = PlaceWatch(paths)
    #expect(watch == nil)
  }

  @Test func aReaderWhoseIndexWasDeletedSeesWhatAnotherProcessWrites() async throws {
    let reader = store.reader()
    #expect(await reader.readCount("todo").snapshot?.payload.count == 1)
    try #require(unlink(paths.logIndex) == 0)
    await #expect(processExitsWith: .success) { [path = store.directory.path as String] in
      let location = StoreLocation.container(path, appGroup: TestStore.group)
      let writer = try StoreWriter(location, options: TestStore.options())
      try writer.publish(CountSnapshot(count: 2), kind: "todo")
    }
    #expect(await reader.readCount("todo").snapshot?.payload.count == 2)
  }
}

@Suite struct KeptReadingTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
  }

  @Test func readingAgainFindsTheSameAndSaysSo() throws {
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    let first = reader.readStored("todo")
    #expect(first.snapshot != nil)
    for _ in 0..<3 { #expect(reader.readStored("todo") == first) }
    let events = Record<StoreEvent>()
    let logged = store.reader { events.note($0) }
    for _ in 0..<3 { _ = logged.readStored("todo") }
    #expect(events.all.count == 3)
  }

  @Test func manyKindsAndLargeRecordsAreReadRightEveryTime() throws {
    let kinds = (0..<20).compactMap { Kind("kind \($0)") }
    let text = String(repeating: "x", count: 100_000)
    for round in 1...3 {
      for (index, kind) in kinds.enumerated() {
        try writer.publish(Note(text: index % 4 == 0 ? text : "", stars: round), kind: kind)
      }
      for _ in 0..<2 {
        for kind in kinds {
          let stars = reader.read(Note.self, kind: kind).snapshot?.payload.stars
          #expect(stars == round)
        }
      }
    }
  }

  @Test func aMissingRecordIsLookedForEveryTime() throws {
    #expect(reader.readCount("todo").error?.code == .notFound)
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    #expect(reader.readCount("todo").snapshot?.payload.count == 1)
  }

  @Test func aDamagedRecordIsReportedEveryTime() throws {
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    #expect(reader.readCount("todo").snapshot != nil)
    try store.edit("UPDATE snapshots SET count = 2")
    for _ in 0..<3 { #expect(reader.readCount("todo").error?.code == .damaged) }
  }
}
