import Foundation
import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStore

/// Which log lies on which file: what a kill leaves opens with all that was committed, and a file
/// that was put beside another file's log is refused, or adds up to a state that was once
/// committed.
@Suite(.inTurns) struct ForeignLogTests {
  /// Copies of both files, as they lay there at one moment.
  private struct Copy {
    let folder: String
    /// What had been committed when they were made.
    let content: [String]
  }

  private let store: TestStore
  private let copies: TemporaryDirectory

  init() throws {
    store = try TestStore()
    copies = try TemporaryDirectory()
  }

  /// By another process: closing a descriptor of our own would drop SQLite's locks.
  private func copy(_ files: [String], to folder: String) throws {
    let cp = Process()
    cp.executableURL = URL(filePath: "/bin/cp")
    cp.arguments = ["-p"] + files + [folder]
    try cp.run()
    cp.waitUntilExit()
    try #require(cp.terminationStatus == 0)
  }

  /// Everything a reader could see, in order.
  private func content(_ database: Database) throws -> [String] {
    try database.rows(
      """
      SELECT kind || revision || payload FROM snapshots ORDER BY kind, revision
      """
    ) { row throws(StoreError) in try row.requiredText() }
  }

  /// What a writer finds in the files; `nil` when it refuses them.
  private func opened(_ file: Copy, _ log: Copy) throws -> [String]? {
    let other = try TestStore(create: false)
    let paths = try other.directory.makeDirectory("SharedStore")
    try #require(chmod(paths, 0o700) == 0)
    try copy([file.folder + "/store.sqlite", log.folder + "/store.sqlite-wal"], to: paths)
    do {
      let writer = try other.writer()
      try writer.publish(CountSnapshot(count: 1), kind: "probe")
      writer.close()
    } catch let error as StoreError where [.replaced, .damaged].contains(error.code) {
      return nil
    }
    let database = Database(try other.connection(.readOnly))
    #expect(try database.row("PRAGMA integrity_check") { $0.text() } == "ok")
    return try content(database).filter { !$0.hasPrefix("probe") }
  }

  @Test func killedStoresOpenWholeAndMixturesAreRefused() throws {
    for seed in Campaign.logs.seeds(4, of: 1_000) {
      try ForeignLogTests().expectWholeStores(seed)
    }
  }

  private func expectWholeStores(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var writer: StoreWriter? = try store.writer()
    var pinned: Connection?
    var taken: [Copy] = []
    var committed: Set<[String]> = [[]]
    for step in 0..<120 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: pinned = pinned == nil ? try pin() : nil
      case 1: writer = nil
      case 2:
        let database = Database(try store.connection())
        _ = try database.copyLog(.random(using: &random) ? .emptying : .keepingLength)
      case 3 where taken.count < 8, 4 where taken.count < 4:
        let folder = try copies.makeDirectory("\(step)")
        let paths = try store.paths
        try copy([paths.store, paths.log], to: folder)
        taken.append(
          Copy(
            folder: folder,
            content: try content(Database(try store.connection(.readOnly)))))
      default:
        let current = try writer ?? store.writer()
        writer = current
        let size = Int.random(in: 1...20_000, using: &random)
        let text = String(repeating: "\(step % 10)", count: size)
        let kind: Kind = .random(using: &random) ? "a" : "b"
        try current.publish(Note(text: text, stars: step), kind: kind)
        committed.insert(try content(Database(try store.connection(.readOnly))))
      }
    }
    for (index, log) in taken.enumerated() {
      #expect(try opened(log, log) == log.content, "a killed store, seed \(seed)")
      // Of a later file beside an earlier log nothing is promised: Documentation/Format.md.
      for file in taken[..<index] {
        guard let found = try opened(file, log) else { continue }
        #expect(committed.contains(found), "a mixture, seed \(seed)")
      }
    }
  }

  /// A reader that stays inside its view.
  private func pin() throws -> Connection {
    let connection = try store.connection(.readOnly)
    try connection.beginRead()
    _ = try Database(connection).integer("SELECT count(*) FROM snapshots")
    return connection
  }

  /// Somebody copies a backup over the store while it is in use.
  @Test func aFileThatIsWrittenOverInPlaceIsNoticedByTheNextTransaction() throws {
    let writer = try store.writer()
    let reader = store.reader()
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    let backup = copies.file("backup.sqlite")
    _ = try StoreBackup.create(store.location, to: backup)
    try writer.publish(CountSnapshot(count: 2), kind: "todo")
    #expect(reader.readCount("todo").snapshot?.payload.count == 2)
    try copy([backup], to: store.paths.store)
    let revision = try failure { try writer.publish(CountSnapshot(count: 3), kind: "todo") }
    #expect(revision.code == .replaced)
    #expect(store.reader().readCount("todo").error?.code == .replaced)
  }
}
