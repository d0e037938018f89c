import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// What becomes of a store under a watcher: said once with its word, and then followed.
  @Suite struct WatchedStoreTests {
    let bench: Workbench
    private let watcher: Child

    init() throws {
      bench = try Workbench()
      try bench.app("count", "set", "todo", "1").expectSuccess()
      watcher = try bench.start(.extension, ["watch", "todo", "--json"])
      try watcher.expectLast("what is there") { $0.revision == 1 }
    }

    private func move(_ from: String, to: String) throws {
      try FileManager.default.moveItem(atPath: from, toPath: to)
    }

    private func copy(_ from: String, to: String) throws {
      try FileManager.default.copyItem(atPath: from, toPath: to)
    }

    private func set(_ count: Int64) throws {
      try bench.app("count", "set", "todo", "\(count)").expectSuccess()
      try watcher.expectLast("the count") { $0.count == count }
    }

    /// The reasons that were told, in their order.
    private func reasons() throws -> [String] { try watcher.watched().compactMap(\.reason) }

    @Test func aContainerThatIsMovedAwayAndBackIsRemovedAndThenThere() throws {
      let away = bench.store.container + ".away"
      try move(bench.store.container, to: away)
      try watcher.expectLast("that it is gone") { $0.reason == "removed" }
      try move(away, to: bench.store.container)
      try watcher.expectLast("what is there") { $0.revision == 1 }
      try set(2)
      #expect(try reasons() == ["removed"])
    }

    @Test func aStoreThatIsDeletedIsRemovedAndANewOneReplacesIt() throws {
      try FileManager.default.removeItem(atPath: bench.store.directory)
      try watcher.expectLast("that it is gone") { $0.reason == "removed" }
      try bench.app("init").expectSuccess()
      try bench.app("count", "set", "todo", "5").expectSuccess()
      try watcher.expectLast("the new store") { $0.count == 5 }
      #expect(try reasons().first == "removed" && reasons().contains("replaced"))
      #expect(try reasons().filter { $0 == "replaced" }.count == 1)
      try set(6)
    }

    @Test func anotherFileInTheStoresPlaceIsReplaced() throws {
      let other = try Workbench()
      try other.app("count", "set", "todo", "500").expectSuccess()
      for path in [bench.store.log, bench.store.logIndex, bench.store.store] {
        try FileManager.default.removeItem(atPath: path)
      }
      try move(other.store.store, to: bench.store.store)
      try watcher.expectLast("the other store") { $0.count == 500 }
      #expect(try reasons().last == "replaced")
      try set(501)
    }

    @Test func aBackupThatIsRestoredIsRewoundOnceAndThenFollowed() throws {
      let backup = bench.folder + "/backup.sqlite"
      try bench.app("backup", backup).expectSuccess()
      try set(2)
      try bench.app("restore", backup, "--yes").expectSuccess()
      try watcher.expectLast("what was restored") { $0.count == 1 }
      #expect(try reasons() == ["rewound"])
      try set(3)
    }

    @Test func anOlderCopyOfTheFolderIsRewoundAndNeverShownAsNewer() throws {
      let copied = bench.folder + "/copied"
      try copy(bench.store.directory, to: copied)
      try set(2)
      try move(bench.store.directory, to: bench.folder + "/away")
      try move(copied, to: bench.store.directory)
      try watcher.expectLast("the older record") { $0.revision == 1 }
      #expect(try reasons().last == "rewound")
      try set(3)
    }
  }
}
