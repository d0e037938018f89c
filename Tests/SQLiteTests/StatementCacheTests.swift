@testable import SharedStoreSQLite
import SharedStoreTesting
import TestSupport
import Testing

@Suite struct StatementCacheTests {
  private let database: Database

  init() throws {
    database = try Database(inMemory: "")
    try database.execute("CREATE TABLE t (value INTEGER)")
    try database.execute("INSERT INTO t VALUES (1), (2), (3)")
  }

  @Test func theSameConstantIsCompiledOnce() throws {
    let sql: StaticString = "SELECT value FROM t"
    let first = try database.connection.statement(sql).pointer
    #expect(try database.connection.statement(sql).pointer == first)
    #expect(try database.connection.statement("SELECT 1").pointer != first)
  }

  @Test func aStatementThatWasLeftHalfWayBeginsAnew() throws {
    let sql: StaticString = "SELECT value FROM t ORDER BY value"
    for _ in 0..<3 {
      let rows = try database.statement(sql)
      #expect(try rows.step() == true)
      #expect(rows.integer(0) == 1)
    }
  }

  @Test func aStatementForgetsWhatWasBoundToItBefore() throws {
    let sql: StaticString = "SELECT ?1"
    do {
      let first = try database.statement(sql)
      try first.bind("left over", at: 1)
      #expect(try first.step() == true)
    }
    let second = try database.statement(sql)
    #expect(try second.step() == true)
    #expect(second.text(0) == nil)
  }

  @Test func aStatementThatFailedCanBeUsedAgain() throws {
    try database.execute("CREATE TABLE u (value INTEGER UNIQUE)")
    let sql: StaticString = "INSERT INTO u VALUES (?1)"
    for (value, isAccepted) in [(1, true), (1, false), (2, true)] as [(Int64, Bool)] {
      let insert = try database.statement(sql)
      try insert.bind(value, at: 1)
      if isAccepted {
        #expect(try insert.step() == false)
      } else {
        #expect(throws: SQLiteError.self) { try insert.step() }
      }
    }
    #expect(try database.number("SELECT count(*) FROM u") == 2)
  }

  @Test func nothingStaysOpenWhenAStatementGoesAway() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.makeDatabase("CREATE TABLE t (value); INSERT INTO t VALUES (1), (2)")
    let reader = try Database(path)
    let writer = try Database(path)
    do {
      // One row of two: an open statement holds a read transaction.
      let rows = try reader.statement("SELECT value FROM t")
      #expect(try rows.step() == true)
      try writer.execute("INSERT INTO t VALUES (3)")
      let pinned = try writer.connection.checkpoint()
      #expect(pinned.copied < pinned.frames)
    }
    try writer.execute("INSERT INTO t VALUES (4)")
    let free = try writer.connection.checkpoint()
    #expect(free.copied == free.frames)
  }

  @Test func aChangedSchemaIsToldByTheStatementThatHadToBeCompiledAnew() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.makeDatabase("CREATE TABLE t (value); INSERT INTO t VALUES (1)")
    let database = try Database(path)
    let other = try Database(path)
    let sql: StaticString = "SELECT value FROM t"
    func wasRecompiled() throws -> Bool {
      let row = try database.statement(sql)
      #expect(try row.step() == true)
      return row.takeRecompiled()
    }
    #expect(try !wasRecompiled())
    try other.execute("INSERT INTO t VALUES (2)")
    #expect(try !wasRecompiled())
    try other.execute("CREATE TABLE u (value)")
    #expect(try wasRecompiled())
    #expect(try !wasRecompiled())
    try other.execute("CREATE TABLE v (value)")
    try other.execute("CREATE TABLE w (value)")
    #expect(try wasRecompiled())
  }
}
