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
    // The file is another one: a new line of revisions takes a revision too.
    #expect(second.storeRevision == first.storeRevision.successor?.successor)
    let reading = StoreReader(location).readCount("todo")
    #expect(reading.snapshot?.payload.count == 4)
    #expect(reading.snapshot?.revision == second.revision)
  }
}
