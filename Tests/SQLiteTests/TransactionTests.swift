import SharedStoreSQLite
import SharedStoreTesting
import TestSupport
import Testing

@Suite struct TransactionTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.makeDatabase("CREATE TABLE t (value); INSERT INTO t VALUES (7)")
  }

  private func open() throws -> Database {
    try Database(path)
  }

  @Test func aCommitMakesEverythingVisibleTogether() throws {
    let (writer, reader) = (try open(), try open())
    try writer.connection.beginImmediate()
    #expect(writer.isInTransaction)
    try writer.execute("INSERT INTO t VALUES (8)")
    try writer.execute("INSERT INTO t VALUES (9)")
    #expect(try reader.number("SELECT count(*) FROM t") == 1)
    try writer.connection.commit()
    #expect(!writer.isInTransaction)
    #expect(try reader.number("SELECT count(*) FROM t") == 3)
  }

  @Test func aRollbackLeavesEverythingAsItWas() throws {
    let database = try open()
    try database.connection.beginImmediate()
    try database.execute("DELETE FROM t")
    database.connection.rollback()
    #expect(!database.isInTransaction)
    #expect(try database.number("SELECT count(*) FROM t") == 1)
  }

  @Test func aRollbackWithoutATransactionDoesNothing() throws {
    let database = try open()
    database.connection.rollback()
    #expect(try database.number("SELECT count(*) FROM t") == 1)
  }

  @Test func aSecondWriterIsRefusedAtItsBeginningNotInTheMiddle() throws {
    let (first, second) = (try open(), try open())
    try first.connection.beginImmediate()
    second.connection.setBusyTimeout(milliseconds: 0)
    let error = #expect(throws: SQLiteError.self) { try second.connection.beginImmediate() }
    #expect(error?.code.primary == .busy)
    #expect(!second.isInTransaction)
    try first.connection.commit()
    try second.connection.beginImmediate()
  }

  @Test func aReadTransactionKeepsItsView() throws {
    let (writer, reader) = (try open(), try open())
    try reader.connection.beginRead()
    #expect(try reader.number("SELECT count(*) FROM t") == 1)
    try writer.execute("INSERT INTO t VALUES (8)")
    #expect(try reader.number("SELECT count(*) FROM t") == 1)
    reader.connection.rollback()
    #expect(try reader.number("SELECT count(*) FROM t") == 2)
  }
}
