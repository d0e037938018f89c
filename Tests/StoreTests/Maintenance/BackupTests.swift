import Foundation
import SharedStore
import SharedStoreSQLite
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@Suite struct BackupTests {
  private let store: TestStore
  private let outside: TemporaryDirectory

  init() throws {
    store = try TestStore()
    outside = try TemporaryDirectory()
    try store.writer().publish(CountSnapshot(count: 3, title: "Today"), kind: "todo")
  }

  @Test func aBackupIsOneWholeFileOfTheRevisionItNames() throws {
    // In use: what was published last is only in the log.
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 4), kind: "todo")
    let backup = try StoreBackup.create(store.location, to: outside.file("backup.sqlite"))
    #expect(try backup.token == store.reader().token())
    #expect(backup.token.revision == Revision(2))
    #expect(try outside.tree() == ["backup.sqlite"])
    let status = try FileStatus(path: outside.file("backup.sqlite"))
    #expect(status.permissions == 0o600 && status.size == UInt64(backup.bytes))
    // It opens anywhere, with nothing beside it.
    let copy = try Connection.open(path: outside.file("backup.sqlite"), access: .readWrite)
    let revision = try copy.integer("SELECT max(revision) FROM changes")
    let count = try copy.integer("SELECT count FROM snapshots ORDER BY revision DESC")
    #expect(revision == 2 && count == 4)
    #expect(try outside.tree() == ["backup.sqlite"])
  }

  @Test func aFileThatIsThereIsNotOverwritten() throws {
    try outside.write("mine", to: "backup.sqlite")
    let error = try failure {
      _ = try StoreBackup.create(store.location, to: outside.file("backup.sqlite"))
    }
    #expect(error.code == .exists)
    #expect(try contents(outside.file("backup.sqlite")) == Array("mine".utf8))
    #expect(try outside.tree() == ["backup.sqlite"])
  }

  @Test func aBackupDoesNotBelongIntoTheContainer() throws {
    let link = outside.file("link")
    try #require(symlink(store.directory.path, link) == 0)
    let before = try store.directory.tree()
    for folder in [store.directory.path, store.directory.file("SharedStore"), link] {
      let error = try failure {
        _ = try StoreBackup.create(store.location, to: folder + "/backup.sqlite")
      }
      #expect(error.code == .configuration)
    }
    #expect(try store.directory.tree() == before)
  }

  @Test(arguments: ["missing/backup.sqlite", "folder/"])
  func aPlaceThatIsNoneIsRefused(_ name: String) throws {
    let error = try failure {
      _ = try StoreBackup.create(store.location, to: outside.file(name))
    }
    #expect(error.code == .configuration)
    #expect(try outside.tree() == [])
  }

  @Test func aNeighbourOfTheContainerIsAPlace() throws {
    let path = store.directory.path + "-backup"
    defer { unlink(path) }
    #expect(try StoreBackup.create(store.location, to: path).token.revision == Revision(1))
  }

  @Test func ofADamagedStoreThereIsNoBackup() throws {
    try store.edit("UPDATE snapshots SET count = 9")
    let error = try failure {
      _ = try StoreBackup.create(store.location, to: outside.file("backup.sqlite"))
    }
    #expect(error.code == .damaged)
    #expect(try outside.tree() == [])
  }

  @Test func ofAMissingStoreThereIsNoBackup() throws {
    let missing = try TestStore(create: false)
    let error = try failure {
      _ = try StoreBackup.create(missing.location, to: outside.file("backup.sqlite"))
    }
    #expect(error.code == .storeMissing)
    #expect(try outside.tree() == [] && missing.directory.tree() == [])
  }
}
