import SharedStoreSQLite
import SharedStoreTesting
import TestSupport
import Testing

@Suite struct CommitMarkTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.makeDatabase("CREATE TABLE t (value); INSERT INTO t VALUES (7)")
  }

  @Test func aMarkHoldsUntilAnybodyCommits() throws {
    let (reader, writer) = (try Database(path), try Database(path))
    #expect(try reader.number("SELECT count(*) FROM t") == 1)
    let mark = try #require(reader.commitMark())
    #expect(try reader.number("SELECT count(*) FROM t") == 1)
    #expect(reader.isUnchanged(since: mark))
    try writer.execute("INSERT INTO t VALUES (8)")
    #expect(!reader.isUnchanged(since: mark))
    let later = try #require(reader.commitMark())
    #expect(later != mark)
    #expect(reader.isUnchanged(since: later))
    try reader.execute("INSERT INTO t VALUES (9)")
    #expect(!reader.isUnchanged(since: later))
  }

  @Test func whatIsNotCommittedMovesNoMark() throws {
    let (reader, writer) = (try Database(path), try Database(path))
    #expect(try reader.number("SELECT count(*) FROM t") == 1)
    let mark = try #require(reader.commitMark())
    try writer.connection.beginImmediate()
    try writer.execute("INSERT INTO t VALUES (8)")
    #expect(reader.isUnchanged(since: mark))
    writer.connection.rollback()
    #expect(reader.isUnchanged(since: mark))
  }

  @Test func aMarkOutlivesACheckpointThatBeginsTheLogAnew() throws {
    let (reader, writer) = (try Database(path), try Database(path))
    try writer.execute("INSERT INTO t VALUES (8)")
    #expect(try reader.number("SELECT count(*) FROM t") == 2)
    let mark = try #require(reader.commitMark())
    _ = try writer.connection.checkpoint()
    // As many frames as before, in a log of another generation.
    try writer.execute("UPDATE t SET value = 9 WHERE value = 8")
    #expect(!reader.isUnchanged(since: mark))
  }

  @Test func aDatabaseInMemoryHasNone() throws {
    let database = try Database(inMemory: "CREATE TABLE t (value)")
    #expect(database.commitMark() == nil)
  }
}
