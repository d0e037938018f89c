import SharedStoreSQLite
import SharedStoreSystem
import SharedStoreTesting
import TestSupport
import Testing

@Suite struct HardeningTests {
  private let database: Database

  init() throws {
    database = try Database(inMemory: "")
    try database.execute("CREATE TABLE t (value INTEGER)")
  }

  private func refuses(_ sql: StaticString, with name: String = "SQLITE_ERROR") throws {
    let error = #expect(throws: SQLiteError.self, "\(sql)") { try database.execute(sql) }
    #expect(error?.code.name == name, "\(sql)")
  }

  @Test func aPlantedTriggerDoesNotRun() throws {
    try database.script(
      """
      CREATE TABLE victim (value);
      INSERT INTO victim VALUES (1);
      CREATE TRIGGER planted AFTER INSERT ON t BEGIN DELETE FROM victim; END;
      """, named: "test")
    try database.execute("INSERT INTO t VALUES (1)")
    #expect(try database.number("SELECT count(*) FROM victim") == 1)
  }

  @Test func aViewIsNotRead() throws {
    try database.execute("CREATE VIEW v AS SELECT 1 AS one")
    try refuses("SELECT one FROM v")
  }

  @Test func textInDoubleQuotesIsNoText() throws {
    try refuses(#"SELECT "no such column""#)
    try refuses(#"CREATE INDEX i ON t ("no such column")"#)
  }

  @Test func theSchemaTableCannotBeWritten() throws {
    try database.execute("PRAGMA writable_schema = ON")
    try refuses("UPDATE sqlite_schema SET sql = ''")
  }

  @Test func extensionsAreNotLoaded() throws {
    try refuses("SELECT load_extension('x')")
  }

  @Test func noOtherDatabaseIsAttached() throws {
    try refuses("ATTACH ':memory:' AS other")
  }

  @Test func theSchemaIsNotTrusted() throws {
    #expect(try database.number("PRAGMA trusted_schema") == 0)
    #expect(try database.number("PRAGMA cell_size_check") == 1)
  }

  @Test func valuesAreLimitedToSixtyFourMebibytes() throws {
    #expect(try database.number("SELECT length(zeroblob(67108864))") == 67_108_864)
    try refuses("SELECT length(zeroblob(67108865))", with: "SQLITE_TOOBIG")
  }

  @Test func statementsAreLimitedToOneMebibyte() throws {
    let padding = String(repeating: " ", count: 1 << 20)
    let error = #expect(throws: SQLiteError.self) {
      try database.script("SELECT 1" + padding, named: "long")
    }
    #expect(error?.code.name == "SQLITE_TOOBIG")
  }

  @Test func tablesAndExpressionsAreLimited() throws {
    func table(_ columns: Int) -> String {
      "CREATE TABLE wide\(columns) (" + (0..<columns).map { "c\($0)" }.joined(separator: ",") + ")"
    }
    try database.script(table(200), named: "wide")
    #expect(throws: SQLiteError.self) { try database.script(table(201), named: "wide") }
    func sum(_ terms: Int) -> String {
      "SELECT " + Array(repeating: "1", count: terms).joined(separator: "+")
    }
    try database.script(sum(100), named: "deep")
    #expect(throws: SQLiteError.self) { try database.script(sum(102), named: "deep") }
  }

  @Test func aRunawayStatementEndsAtTheDeadline() throws {
    // It ends some day, so that a deadline that fails shows as a failure and not as a hang.
    let runaway: StaticString = """
      WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 20000000)
      SELECT count(*) FROM c
      """
    // A deadline that has passed, so nothing depends on how fast this machine is.
    database.connection.setDeadline(MonotonicTime(nanoseconds: 1))
    try refuses(runaway, with: "SQLITE_INTERRUPT")
  }

  @Test func noDeadlineAndADistantOneInterruptNothing() throws {
    let long: StaticString = """
      WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 20000)
      SELECT count(*) FROM c
      """
    database.connection.setDeadline(MonotonicTime(nanoseconds: 1))
    try refuses(long, with: "SQLITE_INTERRUPT")
    database.connection.setDeadline(nil)
    #expect(try database.number(long) == 20_000)
    database.connection.setDeadline(MonotonicTime(nanoseconds: .max))
    #expect(try database.number(long) == 20_000)
  }

  @Test func aConnectionWaitsFiveSecondsForALockUnlessItIsTold() throws {
    #expect(try database.number("PRAGMA busy_timeout") == 5_000)
    database.connection.setBusyTimeout(milliseconds: .max)
    #expect(try database.number("PRAGMA busy_timeout") == Int64(Int32.max))
  }
}

@Suite struct HardeningOfFilesTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.makeDatabase("CREATE TABLE t (value); INSERT INTO t VALUES (7)")
  }

  @Test(
    arguments: [(.readOnly, 1), (.immutable, 1), (.readWrite, 0)] as [(Connection.Access, Int64)])
  func aReadersConnectionOnlyReads(_ access: Connection.Access, _ isQueryOnly: Int64) throws {
    // A read-only connection needs the sidecars, as beside a store in use.
    let other = try Database(path)
    #expect(try other.number("SELECT value FROM t") == 7)
    let database = try Database(path, access)
    #expect(try database.number("PRAGMA query_only") == isQueryOnly)
    if isQueryOnly == 1 {
      #expect(throws: SQLiteError.self) { try database.execute("DELETE FROM t") }
    } else {
      try database.execute("DELETE FROM t")
    }
  }

  @Test func noConnectionMapsTheFileOrCheckpointsByItself() throws {
    for access in [.readWrite, .readOnly, .immutable] as [Connection.Access] {
      let database = try Database(path, access)
      #expect(try database.number("PRAGMA mmap_size") == 0)
      #expect(try database.number("PRAGMA wal_autocheckpoint") == 0)
    }
  }

  @Test func theLogGrowsPastAThousandFramesWithoutACheckpoint() throws {
    let database = try Database(path)
    try database.execute("PRAGMA synchronous = OFF")
    database.connection.observeLog()
    for _ in 0..<1_100 { try database.execute("UPDATE t SET value = value + 1") }
    #expect(database.logFrames == 1_100)
  }
}
