import Foundation
import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@testable import SharedStore

/// A store of one test in a container of its own.
final class TestStore: Sendable {
  static let group = "group.example.test"

  let directory: TemporaryDirectory
  let location: StoreLocation

  /// Makes a container, and in it a store unless the test wants none.
  init(create: Bool = true) throws {
    directory = try TemporaryDirectory()
    location = .container(directory.path, appGroup: TestStore.group)
    if create { _ = try writer(create: true) }
  }

  var paths: StorePaths {
    get throws { try StorePaths(location) }
  }

  static func options(_ change: (inout WriterOptions) -> Void = { _ in }) -> WriterOptions {
    // Relaxed, since these tests are about rules and not about the power supply.
    var options = WriterOptions(
      writer: WriterIdentity(program: "tests", version: "1.2.3"), durability: .relaxed)
    change(&options)
    return options
  }

  func writer(
    create: Bool = false, _ change: (inout WriterOptions) -> Void = { _ in }
  ) throws -> StoreWriter {
    try StoreWriter(location, create: create, options: TestStore.options(change))
  }

  func reader(log: @escaping @Sendable (StoreEvent) -> Void = { _ in }) -> StoreReader {
    StoreReader(location, options: StoreReader.Options(log: log))
  }

  // MARK: Behind the library's back

  /// A plain connection, as another program might have one.
  func connection(_ access: Connection.Access = .readWrite) throws -> Connection {
    let connection = try Connection.open(path: paths.store, access: access)
    if access == .readWrite {
      connection.keepSidecars()
      connection.setCheckpointOnClose(false)
    }
    return connection
  }

  /// Changes the database by hand; what changes stays in the log.
  func edit(_ script: String) throws {
    try connection().executeScript(script, named: "edit")
  }

  /// The first column of the first row of a statement.
  func number(_ sql: StaticString) throws -> Int64? {
    let connection = try connection()
    let row = try connection.statement(sql)
    return try row.step() ? row.optionalInteger(0) : nil
  }

  /// Every row of a statement, its columns as text.
  func rows(_ sql: StaticString, columns: Int32) throws -> [[String?]] {
    let connection = try connection()
    let statement = try connection.statement(sql)
    var rows: [[String?]] = []
    while try statement.step() { rows.append((0..<columns).map { statement.text($0) }) }
    return rows
  }

  /// Puts the store at a revision, as if it had been written that often.
  func setRevision(_ revision: Int64) throws {
    let database = Database(try connection())
    try database.run("DELETE FROM changes WHERE revision > ?1", revision)
    try database.run("DELETE FROM snapshots WHERE revision > ?1", revision)
    guard try database.integer("SELECT max(revision) FROM changes") < revision else { return }
    try write(revision...revision, database)
  }

  /// Writes the rows of revisions that follow the store's, one of each.
  func addRevisions(_ revisions: ClosedRange<Int64>) throws {
    let database = Database(try connection())
    try database.run("BEGIN IMMEDIATE")
    try write(revisions, database)
    try database.run("COMMIT")
  }

  private func write(_ revisions: ClosedRange<Int64>, _ database: Database) throws {
    for revision in revisions {
      let row = ChangeRow(
        revision: Revision(revision), position: 0, subject: .snapshot, name: "todo",
        action: .changed, committedAt: .now, writer: TestStore.options().writer.key)
      try row.insert(database)
    }
  }

  /// Revision of the store, number of snapshots, of changes and of refresh requests.
  func totals() throws -> [Int64?] {
    [
      try number("SELECT max(revision) FROM changes"), try number("SELECT count(*) FROM snapshots"),
      try number("SELECT count(*) FROM changes"),
      try number("SELECT count(refresh_revision) FROM snapshots"),
    ]
  }

  /// Bytes of the log, asked without opening it.
  func logBytes() throws -> UInt64 { try FileStatus(path: paths.log).size }
}

/// The error a body throws.
func failure(
  _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) throws -> StoreError {
  let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
  return try #require(error, sourceLocation: sourceLocation)
}

extension Revision {
  /// A revision of a test; a negative number is the test's mistake and becomes zero.
  init(_ number: Int64) { self = Revision(rawValue: number) ?? .zero }
}

/// A payload of the tests.
struct Note: SnapshotPayload, Equatable {
  static let kind: Kind = "note"
  static let format = 1
  var text: String
  var stars = 0
}
