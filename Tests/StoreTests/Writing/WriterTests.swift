import Foundation
import SharedStore
import SharedStoreSQLite
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStore

@Suite struct WriterTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
  }

  @Test func onlyAWriterThatIsToldToMakesAStore() throws {
    let store = try TestStore(create: false)
    #expect(try failure { _ = try store.writer() }.code == .storeMissing)
    #expect(try store.directory.tree() == [])
    _ = try store.writer(create: true)
    #expect(try store.reader().token().revision == .zero)
  }

  @Test func aStoreThatIsThereIsOpenedNotMade() throws {
    try store.writer().publish(CountSnapshot(count: 3), kind: "todo")
    let token = try store.reader().token()
    _ = try store.writer(create: true)
    #expect(try store.reader().token() == token)
  }

  @Test func everyStoreHasAnIdentityOfItsOwn() throws {
    let stores = try [store, TestStore(), TestStore()]
    let tokens = try stores.map { try $0.reader().token() }
    #expect(Set(tokens.map(\.storeID)).count == 3)
    #expect(Set(tokens.map(\.incarnation)).count == 3)
    for token in tokens {
      #expect(token.storeID != token.incarnation)
      #expect(token.storeID.utf8.count == 36 && token.storeID == token.storeID.lowercased())
    }
  }

  @Test func foldersAndFilesBelongToTheirOwnerAlone() throws {
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    let folder = try store.paths.directory
    #expect(try FileStatus(path: folder).permissions == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(
      names == [
        "store.lock", "store.notice", "store.sqlite", "store.sqlite-shm", "store.sqlite-wal",
        "store.turn",
      ])
    for name in names {
      #expect(try FileStatus(path: folder + "/" + name).permissions == 0o600, "\(name)")
    }
  }

  @Test func theSidecarsStayWhenTheLastWriterCloses() throws {
    try store.writer().publish(CountSnapshot(count: 3), kind: "todo")
    let paths = try store.paths
    #expect(try FileStatus(path: paths.log).size == 0)
    #expect((try? FileStatus(path: paths.logIndex)) != nil)
  }

  @Test func aClosingWriterLeavesTheLogAloneWhileAnotherHoldsTheLock() throws {
    var lock = try WriterLock.open(store.paths)
    do {
      let writer = try store.writer()
      try writer.publish(CountSnapshot(count: 3), kind: "todo")
      try lock.acquire(.unlimited)
    }
    #expect(try store.logBytes() > 0)
    lock.release()
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 3)
  }

  @Test func aWriterOfARemovedStoreSaysSoAndMakesNoNewOne() throws {
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    let paths = try store.paths
    for path in [paths.store, paths.log, paths.logIndex] { try #require(unlink(path) == 0) }
    for _ in 0..<2 {
      #expect(
        try failure { try writer.publish(CountSnapshot(count: 4), kind: "todo") }.code == .removed)
    }
    #expect((try? FileStatus(path: paths.store)) == nil)
    #expect(try failure { _ = try store.writer() }.code == .storeMissing)
    // A writer that is told to may begin anew.
    let fresh = try store.writer(create: true)
    #expect(try fresh.publish(CountSnapshot(count: 5), kind: "todo").revision == Revision(1))
    #expect(
      try failure { try writer.publish(CountSnapshot(count: 4), kind: "todo") }.code == .replaced)
  }

  @Test func aRemovalDuringATransactionIsFoundBeforeSuccessIsReported() throws {
    let writer = try store.writer()
    let paths = try store.paths
    let error = try failure {
      try writer.write { tx in
        try tx.publish(CountSnapshot(count: 4), kind: "todo")
        try #require(unlink(paths.store) == 0)
      }
    }
    #expect(error.code == .removed)
  }

  @Test func aRemovedLogIsFoundToo() throws {
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    try #require(try unlink(store.paths.log) == 0)
    #expect(
      try failure { try writer.publish(CountSnapshot(count: 4), kind: "todo") }.code == .replaced)
  }

  @Test func aStoreWhoseLogSurvivedIsNotMadeAnew() throws {
    try store.edit("UPDATE store SET created_at = created_at + 1")
    let paths = try store.paths
    try #require(unlink(paths.store) == 0)
    #expect(try failure { _ = try store.writer(create: true) }.code == .removed)
    #expect((try? FileStatus(path: paths.store)) == nil)
  }

  @Test func aStoreThatWasReplacedUnderAWriterIsNotWritten() throws {
    let other = try TestStore()
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    try #require(try rename(other.paths.store, store.paths.store) == 0)
    #expect(
      try failure { try writer.publish(CountSnapshot(count: 4), kind: "todo") }.code == .replaced)
    #expect(
      try failure { try writer.write { _ in } }.code == .replaced)
  }

  @Test func anotherAppGroupsContainerIsNotTakenOver() throws {
    let other = StoreLocation.container(store.directory.path, appGroup: "group.example.other")
    let open = { (create: Bool) in
      _ = try StoreWriter(other, create: create, options: TestStore.options())
    }
    #expect(try failure { try open(false) }.code == .storeMissing)
    #expect(try failure { try open(true) }.code == .configuration)
    #expect(try store.reader().token().revision == .zero)
  }

  @Test(arguments: [(.full, 2), (.relaxed, 1)] as [(WriterOptions.Durability, Int64)])
  func durabilityDecidesWhetherACommitIsSynced(
    _ durability: WriterOptions.Durability, _ expected: Int64
  ) throws {
    let options = TestStore.options { $0.durability = durability }
    let writer = try StoreWriter(store.location, options: options)
    func synchronous(_ kind: TransactionKind) throws -> Int64 {
      try writer.perform(kind) { tx throws(StoreError) in
        try tx.transaction.database.integer("PRAGMA synchronous")
      }.value
    }
    // https://www.sqlite.org/pragma.html#pragma_synchronous: 2 is FULL, 1 is NORMAL.
    #expect(try synchronous(.standard) == expected)
    // Progress may be set back a little by a power loss, and what comes after it may not.
    #expect(try synchronous(.progress) == 1)
    #expect(try synchronous(.standard) == expected)
    #expect(try synchronous(.duty) == expected)
    let limit = try writer.perform { tx throws(StoreError) in
      try tx.transaction.database.integer("PRAGMA journal_size_limit")
    }.value
    #expect(limit == 2 * Int64(CheckpointPolicy.maximumFrames * CheckpointPolicy.frameBytes))
  }

  @Test func fullDurabilityIsTheDefault() {
    #expect(WriterOptions().durability == .full)
    #expect(WriterOptions().timeout == .seconds(5))
    #expect(WriterOptions().retention == .standard)
  }

  @Test func whatIsNotSyncedIsThereForTheNextProcessAllTheSame() throws {
    try store.writer { $0.durability = .relaxed }.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 3)
  }

  @Test func theLogGetsNumbersAndCodes() throws {
    let events = Record<StoreEvent>()
    let writer = try store.writer { $0.log = { events.note($0) } }
    let count = CountSnapshot(count: 3, title: "sentinel")
    try writer.publish(count, kind: "sentinel")
    try writer.publish(count, kind: "sentinel")
    _ = try failure { try writer.publish(count, kind: "sentinel", ifRevision: .zero) }
    let seen = events.all
    #expect(seen.count == 3 && !"\(seen)".contains("sentinel"))
    guard case .committed(let revision, let changes, _) = seen[0],
      case .unchanged(let same, _) = seen[1], case .writeFailed(.stale, _) = seen[2]
    else {
      Issue.record("\(seen)")
      return
    }
    #expect(revision == Revision(1) && changes == 1 && same == Revision(1))
  }
}
