import Foundation
import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem
import TestSupport
import Testing

@testable import SharedStore
@testable import SharedStoreReader

@Suite struct MigrationTests {
  /// The checksum of every released file.
  ///
  /// A released file never changes: the next change of the schema is the next file. To release
  /// one, add its line here and its fingerprint to `SchemaFingerprint.released`.
  static let released: [(name: String, checksum: Int64)] = [
    ("0001_create_store_and_snapshots.sql", -4_018_240_193_927_094_257),
    ("0002_create_documents_and_search.sql", 2_095_390_516_925_908_963),
    ("0003_create_jobs.sql", 4_062_018_930_725_723_526),
  ]

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Migrations").path

  private func fileNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: MigrationTests.folder).sorted()
  }

  @Test func everyFileOfTheFolderIsEmbeddedAndNothingElse() throws {
    #expect(try Migration.all.map(\.name) == fileNames())
  }

  @Test func theEmbeddedTextIsTheFileByteForByte() throws {
    for migration in Migration.all {
      let file = try contents(MigrationTests.folder + "/" + migration.name)
      #expect(Array(migration.sql.utf8) == file, "\(migration.name)")
      #expect(!file.isEmpty)
    }
  }

  @Test func theNumbersRunFromOneWithoutGaps() {
    #expect(Migration.all.map(\.number) == Array(1...Migration.all.count))
    for migration in Migration.all {
      #expect(Int(migration.name.prefix(4)) == migration.number, "\(migration.name)")
    }
  }

  @Test func aReleasedFileNeverChanges() {
    let checksums = Migration.all.map { migration in
      var checksum = Checksum()
      checksum.add(migration.sql)
      return checksum.value
    }
    #expect(Migration.all.map(\.name) == MigrationTests.released.map(\.name))
    #expect(checksums == MigrationTests.released.map(\.checksum))
  }

  @Test func theReleasedFingerprintsAreThoseOfTheMigrations() throws {
    let database = Database(try Connection.inMemory())
    var fingerprints: [Int64] = []
    for migration in Migration.all {
      try database.connection.executeScript(migration.sql, named: migration.name)
      fingerprints.append(try SchemaFingerprint.compute(database))
      let version = try database.integer("PRAGMA user_version")
      #expect(version == Int64(migration.number))
      let applicationID = try database.integer("PRAGMA application_id")
      #expect(applicationID == SchemaFingerprint.applicationID)
    }
    #expect(fingerprints == SchemaFingerprint.released)
    #expect(SchemaFingerprint.currentVersion == Int64(fingerprints.count))
  }

  @Test func theNamesOfTheSchemasObjectsAreThoseOfTheMigrations() throws {
    let database = Database(try Connection.inMemory())
    try Migration.migrate(database)
    #expect(try SchemaObjects.difference(database) == "an object has another definition")
    try database.connection.executeScript("DROP TABLE writers; CREATE TABLE x (y)", named: "x")
    let difference = try SchemaObjects.difference(database)
    #expect(difference == "not of the store: table x; missing: table writers")
  }

  @Test func migratingTakesEveryMissingStepOnce() throws {
    let database = Database(try Connection.inMemory())
    for _ in 0..<2 {
      try Migration.migrate(database)
      let version = try database.integer("PRAGMA user_version")
      #expect(version == SchemaFingerprint.currentVersion)
      let fingerprint = try SchemaFingerprint.compute(database)
      #expect(fingerprint == SchemaFingerprint.released.last)
      let isOpen = database.connection.isInTransaction
      #expect(!isOpen)
    }
  }

  @Test func aNewStoreHasTheNewestSchemaAndItsVersionInBothPlaces() throws {
    let store = try TestStore()
    let newest = SchemaFingerprint.currentVersion
    #expect(try store.number("PRAGMA user_version") == newest)
    #expect(try store.number("SELECT schema_version FROM store") == newest)
    #expect(try store.reader().status().schemaVersion == newest)
  }

  /// The tables behind a search index belong to SQLite and are left out.
  ///
  /// With `SHARED_STORE_RECORD=1` in the environment, the schema is written down anew.
  @Test func theSchemaIsTheOneThatWasWrittenDown() throws {
    let store = try TestStore()
    let rows = try store.rows(
      """
      SELECT type, name, sql FROM sqlite_schema
      WHERE name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
      ORDER BY type DESC, name
      """, columns: 3)
    let dump =
      rows.map { row in "-- \(row[0] ?? "") \(row[1] ?? "")\n\(row[2] ?? "(made by SQLite)");\n" }
      .joined(separator: "\n")
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("schema.sql").path
    if Environment["SHARED_STORE_RECORD"] == "1" {
      try Data(dump.utf8).write(to: URL(fileURLWithPath: file))
    }
    let written = String(decoding: try contents(file), as: UTF8.self)
    #expect(dump == written, "If the change is meant, run with SHARED_STORE_RECORD=1 once.")
  }
}

@Suite struct SchemaFingerprintTests {
  private func fingerprint(_ script: String) throws -> Int64 {
    let database = Database(try Connection.inMemory())
    for migration in Migration.all {
      try database.connection.executeScript(migration.sql, named: migration.name)
    }
    try database.connection.executeScript(script, named: "test")
    return try SchemaFingerprint.compute(database)
  }

  @Test(
    arguments: [
      "CREATE TABLE intruder (x)", "CREATE VIEW intruder AS SELECT 1",
      "CREATE INDEX intruder ON changes (name)",
      "CREATE TRIGGER intruder AFTER INSERT ON snapshots BEGIN SELECT 1; END",
      "ALTER TABLE snapshots ADD COLUMN extra TEXT", "DROP VIEW store_status",
      "ALTER TABLE writers ADD COLUMN extra TEXT",
      "DROP VIEW refresh_requests; CREATE TABLE refresh_requests (kind TEXT)",
      // Foreign names do not excuse what runs by itself or hides a table.
      "CREATE VIEW _litestream_view AS SELECT 1",
      "CREATE TRIGGER _litestream_trigger AFTER INSERT ON snapshots BEGIN SELECT 1; END",
    ])
  func anyObjectThatIsNotOursChangesIt(_ script: String) throws {
    #expect(try fingerprint(script) != SchemaFingerprint.released.last)
  }

  @Test(
    arguments: [
      "", "ANALYZE", "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
      "CREATE TABLE _litestream_lock (id TEXT UNIQUE)",
      "CREATE TABLE intruder (x); DROP TABLE intruder",
    ])
  func statisticsAndAReplicationToolsTablesDoNot(_ script: String) throws {
    #expect(try fingerprint(script) == SchemaFingerprint.released.last)
  }
}
