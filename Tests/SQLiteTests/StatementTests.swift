import SharedStoreSQLite
import Testing

@Suite struct StatementTests {
  private let database: Database

  init() throws {
    database = try Database(inMemory: "")
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, value)")
  }

  /// Stores a text and reads it back, with its length in bytes as SQLite sees it.
  private func roundTrip(_ text: String?) throws -> (text: String?, bytes: Int64?, type: String?) {
    let row = try database.statement("SELECT ?1, length(CAST(?1 AS BLOB)), typeof(?1)")
    try row.bind(text, at: 1)
    #expect(try row.step() == true)
    return (row.text(0), row.optionalInteger(1), row.text(2))
  }

  @Test(arguments: ["todo", "a\0b", "\0", "caf\u{E9}", "cafe\u{301}", "\u{FFFD}", "👩‍👩‍👧", "a\0"])
  func textComesBackByteForByte(_ text: String) throws {
    let result = try roundTrip(text)
    #expect(result.text.map { Array($0.utf8) } == Array(text.utf8))
    #expect(result.bytes == Int64(text.utf8.count))
    #expect(result.type == "text")
  }

  @Test func emptyTextAndNoTextAreTwoThings() throws {
    let empty = try roundTrip("")
    #expect(empty.text == "")
    #expect(empty.type == "text")
    let missing = try roundTrip(nil)
    #expect(missing.text == nil)
    #expect(missing.type == "null")
  }

  @Test func longTextComesBackWhole() throws {
    let text = String(repeating: "0123456789abcdef", count: 65_536)
    #expect(try roundTrip(text).text == text)
  }

  @Test func bytesThatAreNoUTF8AreNoText() throws {
    for sql in ["SELECT CAST(x'ff41' AS TEXT)", "SELECT CAST(x'c3' AS TEXT)"] as [StaticString] {
      let row = try database.statement(sql)
      #expect(try row.step() == true)
      #expect(row.text(0) == nil)
      #expect(row.optionalInteger(0) != nil)
    }
  }

  @Test(arguments: [0, 1, -1, Int64.max, Int64.min] as [Int64])
  func numbersComeBackExactly(_ number: Int64) throws {
    let row = try database.statement("SELECT ?1, typeof(?1)")
    try row.bind(number, at: 1)
    #expect(try row.step() == true)
    #expect(row.integer(0) == number)
    #expect(row.optionalInteger(0) == number)
    #expect(row.text(1) == "integer")
  }

  @Test func zeroAndNoNumberAreTwoThings() throws {
    let row = try database.statement("SELECT ?1")
    try row.bind(nil as Int64?, at: 1)
    #expect(try row.step() == true)
    #expect(row.optionalInteger(0) == nil)
    #expect(row.integer(0) == 0)
  }

  @Test(
    arguments: [
      ("abc", "abc", true), ("", "", true), ("a\0b", "a\0b", true), ("abc", "ab", false),
      ("ab", "abc", false), ("a\0b", "a", false), ("\u{E9}", "e\u{301}", false), ("", "a", false),
    ])
  func textIsComparedByItsBytes(_ stored: String, _ expected: String, _ isEqual: Bool) throws {
    let row = try database.statement("SELECT ?1")
    try row.bind(stored, at: 1)
    #expect(try row.step() == true)
    #expect(row.text(0, equals: expected) == isEqual)
  }

  @Test func noTextEqualsNoTextAtAll() throws {
    let row = try database.statement("SELECT NULL")
    #expect(try row.step() == true)
    #expect(row.text(0, equals: "") == false)
  }

  @Test func rowsComeOneAfterTheOther() throws {
    try database.execute("INSERT INTO t (value) VALUES (10), (20), (30)")
    #expect(database.connection.changedRows == 3)
    let rows = try database.statement("SELECT value FROM t ORDER BY id")
    var values: [Int64] = []
    while try rows.step() { values.append(rows.integer(0)) }
    #expect(values == [10, 20, 30])
  }

  @Test func aParameterThatDoesNotExistIsAnError() throws {
    let row = try database.statement("SELECT ?1")
    #expect(throws: SQLiteError.self) { try row.bind(1, at: 2) }
    #expect(throws: SQLiteError.self) { try row.bind("x", at: 0) }
  }
}
