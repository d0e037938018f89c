import SharedStoreSQLite

/// A connection that a suite can keep and an expectation can look into: neither takes a value that
/// cannot be copied.
final class Database {
  let connection: Connection

  init(inMemory script: String = "") throws {
    connection = try Connection.inMemory()
    try connection.executeScript(script, named: "test")
  }

  init(_ path: String, _ access: Connection.Access = .readWrite) throws {
    connection = try Connection.open(path: path, access: access)
  }

  init(image: [UInt8]) throws {
    connection = try Connection.deserializing(image)
  }

  func execute(_ sql: StaticString) throws(SQLiteError) { try connection.execute(sql) }

  func script(_ sql: String, named name: String = "test") throws(SQLiteError) {
    try connection.executeScript(sql, named: name)
  }

  func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
    try connection.statement(sql)
  }

  /// The first column of the first row, `nil` when there is no row or no value in it.
  func number(_ sql: StaticString) throws(SQLiteError) -> Int64? {
    let row = try connection.statement(sql)
    return try row.step() ? row.optionalInteger(0) : nil
  }

  func hasMoved() -> Bool { connection.hasMoved() }
  func commitMark() -> CommitMark? { connection.commitMark() }
  func isUnchanged(since mark: CommitMark) -> Bool { connection.isUnchanged(since: mark) }
  func serialized() throws(SQLiteError) -> [UInt8] { try connection.serialized() }
  var logFrames: Int { connection.logFrames }
  var isInTransaction: Bool { connection.isInTransaction }
}
