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
    /// Which line of revisions they are of; numbered as they began.
    let line: Int
    /// Whether the log was copied as well, so that both together are a killed store.
    var hasLog = true
    /// Whether a checkpoint was made of it and not ended.
    var isTorn = false

    func hasEmptyLog() throws -> Bool {
      try FileStatus(path: folder + "/store.sqlite-wal").size == 0
    }
  }

  private let store: TestStore
  private let copies: TemporaryDirectory

  init() throws {
    store = try TestStore()
    copies = try TemporaryDirectory()
  }

  /// By another process: closing a descriptor of our own would drop SQLite's locks.
  ///
  /// The notice comes into being with the first revision.
  private func copy(_ files: [String], to folder: String) throws {
    let files = files.filter {
      !$0.hasSuffix("/store.notice") || FileManager.default.fileExists(atPath: $0)
    }
    guard !files.isEmpty else { return }
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
  private func opened(_ file: Copy, _ log: Copy, _ pair: String) throws -> [String]? {
    let other = try TestStore(create: false)
    let paths = try other.directory.makeDirectory("SharedStore")
    try #require(chmod(paths, 0o700) == 0)
    try copy([file.folder + "/store.sqlite", log.folder + "/store.sqlite-wal"], to: paths)
    // An empty log fits every file, whose own is lost then: that is what the notice is for.
    if file.hasLog, try log.hasEmptyLog() { try copy([file.folder + "/store.notice"], to: paths) }
    do {
      let writer = try other.writer()
      try writer.publish(CountSnapshot(count: 1), kind: "probe")
      writer.close()
    } catch let error as StoreError where [.replaced, .damaged].contains(error.code) {
      return nil
    }
    let database = Database(try other.connection(.readOnly))
    let integrity = try database.row("PRAGMA integrity_check") { $0.text() }
    #expect(integrity == "ok", "\(pair)")
    guard integrity == "ok" else { return [] }
    return try content(database).filter { !$0.hasPrefix("probe") }
  }

  @Test func killedStoresOpenWholeAndMixturesAreRefused() throws {
    for seed in Campaign.logs.seeds(2, of: 1_000) {
      try ForeignLogTests().expectWholeStores(seed)
    }
  }

  private func expectWholeStores(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var writer: StoreWriter? = try store.writer()
    var pinned: Connection?
    var taken: [Copy] = []
    var backups: [String] = []
    var line = 0
    var committed: Set<[String]> = [[]]
    func current() throws -> [String] { try content(Database(try store.connection(.readOnly))) }
    for step in 0..<120 {
      let folder = copies.file("\(step)")
      switch Int.random(in: 0..<16, using: &random) {
      case 0: pinned = pinned == nil ? try pin() : nil
      case 1: writer = nil
      case 2:
        let database = Database(try store.connection())
        _ = try database.copyLog(.random(using: &random) ? .emptying : .keepingLength)
      case 3 where taken.count < 10, 4 where taken.count < 4:
        try copies.makeDirectory("\(step)")
        let paths = try store.paths
        try copy([paths.store, paths.log, paths.notice], to: folder)
        taken.append(Copy(folder: folder, content: try current(), line: line))
      case 5 where taken.count < 10:
        try copies.makeDirectory("\(step)")
        let file = folder + "/store.sqlite"
        try copyDatabase(to: file, .random(in: 0..<3, using: &random))
        backups.append(file)
        taken.append(Copy(folder: folder, content: try current(), line: -step, hasLog: false))
      case 6 where taken.last?.hasLog == true && taken.count < 10:
        try copies.makeDirectory("\(step)")
        let last = taken[taken.count - 1]
        try stopInsideCheckpoint(of: last, to: folder, &random)
        taken.append(Copy(folder: folder, content: last.content, line: last.line, isTorn: true))
      case 7 where taken.last?.hasLog == true && taken.count < 10:
        let (branch, states) = try branch(taken[taken.count - 1], step, &random)
        taken.append(branch)
        committed.formUnion(states)
      case 8 where pinned == nil:
        guard let backup = backups.randomElement(using: &random) else { continue }
        _ = try StoreRestore.run(store.location, from: backup, options: TestStore.options())
        line = step
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
    for (index, log) in taken.enumerated() where log.hasLog {
      let found = try opened(log, log, "\(index) by itself, seed \(seed)")
      #expect(found == log.content, "a killed store, seed \(seed)")
      for (other, file) in taken.enumerated() where other != index {
        // Of a later file beside an earlier log nothing is promised: Documentation/Format.md.
        if other > index && file.line == log.line { continue }
        // The part of a torn checkpoint may have the newest revision in it, and then not even the
        // notice tells that others are missing.
        if file.isTorn, try log.hasEmptyLog() { continue }
        let pair = "\(other) beside \(index), seed \(seed)"
        guard let found = try opened(file, log, pair) else { continue }
        #expect(committed.contains(found), "a mixture, \(pair)")
      }
    }
  }

  /// Copies the database as people do: by a backup of ours, or with the shell's `.backup` or
  /// `VACUUM INTO`.
  private func copyDatabase(to file: String, _ way: Int) throws {
    let shell = "/usr/bin/sqlite3"
    guard way > 0, FileManager.default.isExecutableFile(atPath: shell) else {
      _ = try StoreBackup.create(store.location, to: file)
      return
    }
    let sqlite = Process()
    sqlite.executableURL = URL(filePath: shell)
    let command = way == 1 ? ".backup '\(file)'" : "VACUUM INTO '\(file)'"
    sqlite.arguments = ["-readonly", try store.paths.store, command]
    try sqlite.run()
    sqlite.waitUntilExit()
    try #require(sqlite.terminationStatus == 0)
  }

  /// What a writer leaves that is killed inside a checkpoint: its first pages have been copied.
  private func stopInsideCheckpoint(
    of copied: Copy, to folder: String, _ random: inout SeededGenerator
  ) throws {
    try copy([copied.folder + "/store.sqlite", copied.folder + "/store.sqlite-wal"], to: folder)
    let file = folder + "/store.sqlite"
    let before = try contents(file)
    do {
      let database = Database(try Connection.open(path: file, access: .readWrite))
      database.connection.keepSidecars()
      database.connection.setCheckpointOnClose(false)
      _ = try database.copyLog(.keepingLength)
    }
    let after = try contents(file)
    let end = Int.random(in: 0...(after.count / 4_096), using: &random) * 4_096
    let rest = end < before.count ? before[end...] : []
    try Data(after[..<end] + rest).write(to: URL(filePath: file))
    unlink(file + "-shm")
  }

  /// Goes on in a copy, while the original goes on as well.
  private func branch(
    _ copied: Copy, _ step: Int, _ random: inout SeededGenerator
  ) throws -> (Copy, states: Set<[String]>) {
    let other = try TestStore(create: false)
    let paths = try other.directory.makeDirectory("SharedStore")
    try #require(chmod(paths, 0o700) == 0)
    try copy([copied.folder + "/store.sqlite", copied.folder + "/store.sqlite-wal"], to: paths)
    let writer = try other.writer()
    var states: Set<[String]> = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let text = String(repeating: "b", count: Int.random(in: 1...9_000, using: &random))
      try writer.publish(Note(text: text, stars: -step), kind: "a")
      states.insert(try content(Database(try other.connection(.readOnly))))
    }
    let folder = try copies.makeDirectory("\(step)")
    let files = ["store.sqlite", "store.sqlite-wal", "store.notice"].map { paths + "/" + $0 }
    try copy(files, to: folder)
    let last = try content(Database(try other.connection(.readOnly)))
    return (Copy(folder: folder, content: last, line: -step), states)
  }

  /// A reader that stays inside its view.
  private func pin() throws -> Connection {
    let connection = try store.connection(.readOnly)
    try connection.beginRead()
    _ = try Database(connection).integer("SELECT count(*) FROM snapshots")
    return connection
  }

  /// A checkpoint that a reader holds back leaves the file with a schema that no row names.
  @Test func aReaderThatHoldsBackTheCheckpointOfAMigrationGoesOn() throws {
    _ = try store.writer().publish(CountSnapshot(count: 1), kind: "todo")
    let writer = Database(try store.connection())
    // As a step of a migration does it.
    try writer.connection.executeScript(
      """
      BEGIN; CREATE TABLE one (x);
      UPDATE store SET cookie = (SELECT schema_version FROM pragma_schema_version); COMMIT
      """, named: "step")
    let reader = Database(try store.connection(.readOnly))
    try reader.reading { () throws(StoreError) in
      try LogClaim.verify(reader)
      let result = try writer.copyLog(.keepingLength)
      #expect(result.copied > 0 && result.copied < result.frames)
      try LogClaim.verify(reader)
    }
    try reader.reading { () throws(StoreError) in try LogClaim.verify(reader) }
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
