import Foundation
import SharedStore
import SharedStoreSQLite
import SharedStoreSystem
import TestSupport
import Testing

/// What else may stand where a store should be: named, and left as it is.
@Suite(.inTurns) struct StoreFileTests {
  enum Impostor: String, CaseIterable, Sendable {
    case nothingInIt, text, pipe, folder, foreignDatabase, otherID, trigger, view, alteredTable
    case newerSchema, disagreeingVersions, half, hardLink, symbolicLink, noIdentity, garbledHeader

    var expected: StoreError.Code {
      switch self {
      case .half, .noIdentity: .damaged
      case .hardLink, .symbolicLink: .configuration
      default: .incompatible
      }
    }

    /// A change made by hand to a store that was whole.
    var script: String? {
      switch self {
      case .otherID: "PRAGMA application_id = 1"
      case .trigger: "CREATE TRIGGER t AFTER INSERT ON snapshots BEGIN DELETE FROM changes; END"
      case .view: "CREATE VIEW v AS SELECT * FROM snapshots"
      case .alteredTable: "ALTER TABLE snapshots ADD COLUMN extra TEXT"
      case .newerSchema: "PRAGMA user_version = 99; UPDATE store SET schema_version = 99"
      case .disagreeingVersions: "UPDATE store SET schema_version = 99"
      case .noIdentity: "DELETE FROM store"
      default: nil
      }
    }
  }

  private let store: TestStore
  private let paths: StorePaths

  init() throws {
    store = try TestStore()
    paths = try store.paths
    let writer = try store.writer()
    for number in 1...10 as ClosedRange<Int64> {
      try writer.publish(Note(text: String(repeating: "x", count: 3_000), stars: Int(number)))
    }
  }

  private func put(_ impostor: Impostor) throws {
    if let script = impostor.script {
      // Closed as the last one: everything is in the database, nothing in the log.
      let connection = try Connection.open(path: paths.store, access: .readWrite)
      try connection.executeScript(script, named: "edit")
      return
    }
    let whole = try contents(paths.store)
    for path in [paths.log, paths.logIndex] { try #require(unlink(path) == 0) }
    func write(_ bytes: [UInt8]) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: paths.store))
    }
    switch impostor {
    case .nothingInIt: try write([])
    case .text: try write(Array(String(repeating: "This is no database.\n", count: 500).utf8))
    case .half: try write(Array(whole.prefix(whole.count / 2)))
    case .garbledHeader: try write([0] + whole.dropFirst())
    case .hardLink: try #require(link(paths.store, store.directory.file("second")) == 0)
    case .symbolicLink:
      try #require(rename(paths.store, store.directory.file("target")) == 0)
      try #require(symlink(store.directory.file("target"), paths.store) == 0)
    case .foreignDatabase:
      let connection = try Connection.inMemory()
      try connection.execute("CREATE TABLE t (x)")
      try write(connection.serialized())
    case .pipe, .folder:
      try #require(unlink(paths.store) == 0)
      let result = impostor == .pipe ? mkfifo(paths.store, 0o600) : mkdir(paths.store, 0o700)
      try #require(result == 0)
    default: Issue.record("There is no way to make \(impostor).")
    }
  }

  /// What can be compared of a file without being caught in a pipe.
  private func state() throws -> [String] {
    let status = try FileStatus(path: paths.store)
    let bytes = status.isRegular ? try contents(paths.store) : []
    return ["\(status.identity)", "\(status.size)", "\(status.permissions)", "\(bytes.hashValue)"]
  }

  @Test(arguments: Impostor.allCases)
  func aReaderNamesItAndLeavesItAlone(_ impostor: Impostor) throws {
    try put(impostor)
    let (before, names) = (try state(), try store.directory.tree())
    let reader = store.reader()
    for _ in 0..<2 { #expect(reader.readStored("note").error?.code == impostor.expected) }
    #expect(try failure { _ = try reader.kinds() }.code == impostor.expected)
    #expect(try state() == before)
    #expect(try store.directory.tree() == names)
  }

  @Test(arguments: Impostor.allCases, [false, true])
  func aWriterNamesItAndLeavesItAlone(_ impostor: Impostor, _ create: Bool) throws {
    try put(impostor)
    let before = try state()
    for _ in 0..<2 {
      #expect(try failure { _ = try store.writer(create: create) }.code == impostor.expected)
    }
    #expect(try state() == before)
  }
}
