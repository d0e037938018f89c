import Foundation
import SharedStoreSQLite
import SharedStoreTesting
import TestSupport
import Testing

@Suite struct OddPathTests {
  static let names = [
    "a b", "a?b", "a?mode=rwc", "a#b", "a%41b", "a&b=c", "a'b", "a\"b", "a\nb", "e\u{301}",
    "\u{E9}", "👩‍👩‍👧", "a\\b", "a;b", "-a", "a\u{1}b", "file:a",
  ]

  @Test(arguments: names)
  func everyAccessOpensExactlyTheFileThatWasNamed(_ name: String) throws {
    let directory = try TemporaryDirectory()
    // What the odd names would become if anybody unescaped or cut them short.
    for decoy in ["a", "aAb", "ab", "e"] {
      try directory.makeDatabase("CREATE TABLE t (value); INSERT INTO t VALUES (0)", name: decoy)
    }
    let path = try directory.makeDatabase(
      "CREATE TABLE t (value); INSERT INTO t VALUES (7)", name: name)
    let before = try directory.names()
    let immutable = try Database(path, .immutable)
    #expect(try immutable.number("SELECT value FROM t") == 7)
    #expect(try directory.names() == before)
    let writer = try Database(path)
    #expect(try writer.number("SELECT value FROM t") == 7)
    let reader = try Database(path, .readOnly)
    #expect(try reader.number("SELECT value FROM t") == 7)
  }
}

@Suite struct ConnectionFileTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.makeDatabase("CREATE TABLE t (value); INSERT INTO t VALUES (7)")
  }

  @Test func aFileThatStaysInPlaceHasNotMoved() throws {
    let database = try Database(path)
    #expect(!database.hasMoved())
    try database.execute("INSERT INTO t VALUES (8)")
    #expect(!database.hasMoved())
  }

  @Test func aRenamedADeletedAndAReplacedFileHaveMoved() throws {
    let database = try Database(path)
    try #require(rename(path, directory.file("elsewhere")) == 0)
    #expect(database.hasMoved())
    try directory.makeDatabase("CREATE TABLE t (value)")
    #expect(database.hasMoved())
    try #require(unlink(path) == 0 && rename(directory.file("elsewhere"), path) == 0)
    #expect(!database.hasMoved())
    try #require(unlink(path) == 0)
    #expect(database.hasMoved())
  }

  @Test func theLengthOfTheLogIsToldAfterEachCommit() throws {
    let database = try Database(path)
    database.connection.observeLog()
    #expect(database.logFrames == 0)
    try database.execute("INSERT INTO t VALUES (8)")
    #expect(database.logFrames == 1)
    try database.execute("INSERT INTO t VALUES (9)")
    #expect(database.logFrames == 2)
  }

  @Test func aCheckpointCopiesTheWholeLogWhenNobodyReads() throws {
    let database = try Database(path)
    database.connection.observeLog()
    for _ in 0..<3 { try database.execute("INSERT INTO t VALUES (8)") }
    let result = try database.connection.checkpoint()
    #expect(result == (3, 3))
    // The next commit begins the log anew.
    try database.execute("INSERT INTO t VALUES (8)")
    #expect(database.logFrames == 1)
  }

  @Test func aCheckpointLeavesWhatAReaderStillNeedsAndWaitsForNobody() throws {
    let writer = try Database(path)
    let reader = try Database(path, .readOnly)
    try writer.execute("INSERT INTO t VALUES (8)")
    try reader.connection.beginRead()
    #expect(try reader.number("SELECT count(*) FROM t") == 2)
    try writer.execute("INSERT INTO t VALUES (9)")
    let held = try writer.connection.checkpoint()
    #expect(held.copied < held.frames)
    #expect(try reader.number("SELECT count(*) FROM t") == 2)
    reader.connection.rollback()
    let free = try writer.connection.checkpoint()
    #expect(free.copied == free.frames)
  }

  @Test func theSidecarsStayWhenTheyAreToBeKept() throws {
    do {
      let database = try Database(path)
      database.connection.keepSidecars()
      try database.execute("INSERT INTO t VALUES (8)")
    }
    #expect(try directory.names() == ["test.db", "test.db-shm", "test.db-wal"])
    do {
      let database = try Database(path)
      #expect(try database.number("SELECT count(*) FROM t") == 2)
    }
    #expect(try directory.names() == ["test.db"])
  }

  @Test(arguments: [true, false])
  func closingCopiesTheLogOnlyWhenItMay(_ isAllowed: Bool) throws {
    do {
      let database = try Database(path)
      database.connection.keepSidecars()
      database.connection.setCheckpointOnClose(isAllowed)
      try database.execute("INSERT INTO t VALUES (8)")
    }
    try #require(unlink(path + "-wal") == 0)
    let database = try Database(path, .immutable)
    #expect(try database.number("SELECT count(*) FROM t") == (isAllowed ? 2 : 1))
  }

  @Test func anImageHoldsWhatIsInTheLogAndOpensAgain() throws {
    let database = try Database(path)
    try database.execute("INSERT INTO t VALUES (8)")
    var image = try database.serialized()
    #expect(image.count % 4_096 == 0)
    // An image has no log beside it.
    (image[18], image[19]) = (1, 1)
    let copy = try Database(image: image)
    #expect(try copy.number("SELECT sum(value) FROM t") == 15)
    #expect(try copy.serialized() == image)
  }

  @Test func anImageThatWasOpenedIsACopyOfItsOwn() throws {
    let database = try Database(inMemory: "")
    try database.execute("CREATE TABLE t (value)")
    let copy = try Database(image: database.serialized())
    try copy.execute("INSERT INTO t VALUES (zeroblob(100000))")
    #expect(try copy.number("SELECT count(*) FROM t") == 1)
    #expect(try database.number("SELECT count(*) FROM t") == 0)
  }

  @Test func bytesThatAreNoDatabaseFailAtTheFirstStatement() throws {
    let copy = try Database(image: Array("This is no database. ".utf8))
    let error = #expect(throws: SQLiteError.self) {
      _ = try copy.number("SELECT count(*) FROM sqlite_schema")
    }
    #expect(error?.code.primary == .notADatabase)
  }

  @Test func anEmptyImageIsAnEmptyDatabase() throws {
    let copy = try Database(image: [])
    #expect(try copy.number("SELECT count(*) FROM sqlite_schema") == 0)
  }
}
