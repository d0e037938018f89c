import Foundation
import SharedStoreTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Something that stands where the store should, and is none that we made.
enum Impostor: CaseIterable {
  case zeroBytes, text, pipe, directory
  case foreignDatabase, foreignDatabaseWithALog, otherApplication
  case plantedTrigger, plantedView, plantedTable, plantedIndex, alteredTable, missingIdentityTable
  case newerSchema, newerVersionNumberAlone

  /// Those that can be made without the `sqlite3` shell.
  static let files: [Impostor] = [.zeroBytes, .text, .pipe, .directory]
  static let databases = allCases.filter { !files.contains($0) }

  /// Puts it in the place of a bench's store, or makes the store one.
  func put(in bench: Workbench) throws {
    let path = bench.store.store
    switch self {
    case .zeroBytes: try replace(path) { try Data().write(to: URL(filePath: $0)) }
    case .text:
      try replace(path) {
        try Data(String(repeating: "not a database\n", count: 100).utf8)
          .write(to: URL(filePath: $0))
      }
    case .pipe: try replace(path) { try #require(mkfifo($0, 0o600) == 0) }
    case .directory:
      try replace(path) {
        try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
      }
    case .foreignDatabase, .foreignDatabaseWithALog:
      let mode = self == .foreignDatabase ? "delete" : "wal"
      try replace(path) {
        try SQLiteShell.run(
          $0,
          "PRAGMA journal_mode = \(mode); CREATE TABLE mine (a); "
            + "INSERT INTO mine VALUES ('precious')")
      }
    default: try SQLiteShell.run(path, sql)
    }
  }

  private func replace(_ path: String, _ make: (String) throws -> Void) throws {
    for path in [path, path + "-wal", path + "-shm"] {
      try FileManager.default.removeItem(atPath: path)
    }
    try make(path)
  }

  private var sql: String {
    switch self {
    case .otherApplication: "PRAGMA application_id = 1"
    case .plantedTrigger:
      "CREATE TRIGGER planted AFTER INSERT ON snapshots BEGIN DELETE FROM changes; END"
    case .plantedView: "CREATE VIEW planted AS SELECT 1"
    case .plantedTable: "CREATE TABLE planted (a)"
    case .plantedIndex: "CREATE INDEX planted ON snapshots (type)"
    case .alteredTable: "ALTER TABLE snapshots ADD COLUMN planted TEXT"
    case .missingIdentityTable: "DROP TABLE store"
    case .newerSchema: "UPDATE store SET schema_version = 99; PRAGMA user_version = 99"
    case .newerVersionNumberAlone: "PRAGMA user_version = 98"
    default: ""
    }
  }
}
