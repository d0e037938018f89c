import Foundation
import SharedStore
import Testing

/// A backup has no log, and says in its header that it needs none; a store always has one.
@Suite struct RestoredBackupTests {
  @Test func aBackupInTheStoresPlaceGetsALogAgainAndGoesOn() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "RestoredBackup-\(UUID().uuidString)")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    let location = StoreLocation.container(
      folder.appending(path: "container").path(), appGroup: "group.example.test")
    let backup = folder.appending(path: "backup.sqlite")

    let first = try StoreWriter(location, create: true)
      .publish(CountSnapshot(count: 3), kind: "todo")
    _ = try StoreBackup.create(location, to: backup.path())
    let store = folder.appending(path: "container/SharedStore/store.sqlite")
    for suffix in ["", "-wal", "-shm"] { try files.removeItem(atPath: store.path() + suffix) }
    try files.copyItem(at: backup, to: store)

    let writer = try StoreWriter(location)
    #expect(files.fileExists(atPath: store.path() + "-wal"))
    let second = try writer.publish(CountSnapshot(count: 4), kind: "todo")
    // A file that is another one begins a new line of revisions, which takes a revision too; one
    // may have got the inode of the file that is gone.
    #expect(second.storeRevision > first.storeRevision)
    let reading = StoreReader(location).readCount("todo")
    #expect(reading.snapshot?.payload.count == 4)
    #expect(reading.snapshot?.revision == second.revision)
  }
}
