import Foundation
import SharedStoreSQLite
import SharedStoreTesting
import TestSupport
import Testing

@Suite struct SQLiteErrorTests {
  /// Runs something that must fail and gives its error.
  private func failure(
    _ body: (Database) throws(SQLiteError) -> Void
  ) throws -> SQLiteError {
    let database = try Database(inMemory: "")
    try database.execute("CREATE TABLE t (value TEXT UNIQUE NOT NULL CHECK (value <> 'no'))")
    try database.execute("INSERT INTO t VALUES ('taken')")
    do throws(SQLiteError) {
      try body(database)
    } catch {
      return error
    }
    Issue.record("Nothing failed.")
    return SQLiteError(code: ResultCode(rawValue: 0), message: "", operation: "")
  }

  private func insert(_ value: String?) throws -> SQLiteError {
    try failure { database throws(SQLiteError) in
      let statement = try database.statement("INSERT INTO t VALUES (?1)")
      try statement.bind(value, at: 1)
      _ = try statement.step()
    }
  }

  @Test(
    arguments: [
      ("taken", 2067, "SQLITE_CONSTRAINT_UNIQUE"), ("no", 275, "SQLITE_CONSTRAINT_CHECK"),
      (nil, 1299, "SQLITE_CONSTRAINT_NOTNULL"),
    ] as [(String?, Int32, String)])
  func anErrorHasTheExtendedCodeAndItsName(
    _ value: String?, _ number: Int32, _ name: String
  ) throws {
    let error = try insert(value)
    #expect(error.code.rawValue == number)
    #expect(error.code.name == name)
    #expect(error.code.primary == .constraint)
    #expect(error.code.primary.name == "SQLITE_CONSTRAINT")
  }

  @Test func anErrorNamesTheStatementAndNeverABoundValue() throws {
    let database = try Database(inMemory: "")
    try database.execute("CREATE TABLE t (value TEXT CHECK (length(value) < 5))")
    let statement = try database.statement("INSERT INTO t VALUES (?1)")
    try statement.bind("sentinel-4711", at: 1)
    let error = #expect(throws: SQLiteError.self) { try statement.step() }
    let found = try #require(error)
    #expect(found.operation == "INSERT INTO t VALUES (?1)")
    #expect(found.description.contains("INSERT INTO t VALUES (?1)"))
    for text in [found.description, found.message, found.operation, "\(found)"] {
      #expect(!text.contains("sentinel"))
    }
  }

  @Test func aStatementThatCannotBeCompiledIsNamed() throws {
    let error = try failure { database throws(SQLiteError) in
      try database.execute("SELECT value FROM nowhere")
    }
    #expect(error.code.name == "SQLITE_ERROR")
    #expect(error.operation == "SELECT value FROM nowhere")
    #expect(error.message.contains("nowhere"))
  }

  @Test func aScriptThatFailsIsNamed() throws {
    let error = try failure { database throws(SQLiteError) in
      try database.script("CREATE TABLE u (a); CREATE TABLE u (a)", named: "0007_x.sql")
    }
    #expect(error.operation == "0007_x.sql")
  }

  @Test(
    arguments: [("missing.db", "SQLITE_CANTOPEN"), ("link.db", "SQLITE_CANTOPEN_SYMLINK")])
  func aFileThatCannotBeOpenedSaysWhy(_ name: String, _ code: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.makeDatabase("CREATE TABLE t (value)")
    try #require(symlink(path, directory.file("link.db")) == 0)
    for access in [.readOnly, .readWrite, .immutable] as [Connection.Access] {
      let error = #expect(throws: SQLiteError.self) {
        _ = try Database(directory.file(name), access)
      }
      #expect(error?.code.name == code, "\(access)")
    }
    #expect(try directory.names() == ["link.db", "test.db"])
  }

  @Test func aFolderIsNoDatabase() throws {
    let directory = try TemporaryDirectory()
    for access in [.readOnly, .readWrite, .immutable] as [Connection.Access] {
      #expect(throws: SQLiteError.self, "\(access)") { _ = try Database(directory.path, access) }
    }
    #expect(try directory.names() == [])
  }

  @Test func aPrimaryCodeMatchesItsExtendedCodesAndNothingElse() {
    let snapshot = ResultCode(rawValue: 517)
    #expect(.busy ~= snapshot)
    #expect(!(.locked ~= snapshot))
    #expect(snapshot ~= snapshot)
    #expect(!(snapshot ~= .busy))
  }

  @Test func aCodeWithoutANameIsNamedByItsPrimaryCodeElseByItsNumber() {
    #expect(ResultCode(rawValue: 5 | (99 << 8)).name == "SQLITE_BUSY")
    #expect(ResultCode(rawValue: 77).name == "SQLITE_77")
    #expect(ResultCode(rawValue: 0).name == "SQLITE_OK")
  }

  @Test(
    arguments: [
      (.symlink, "SQLITE_CANTOPEN_SYMLINK"), (.moved, "SQLITE_READONLY_DBMOVED"),
      (.shortRead, "SQLITE_IOERR_SHORT_READ"), (.sharedMemorySize, "SQLITE_IOERR_SHMSIZE"),
    ] as [(ResultCode, String)])
  func theExtendedCodesThatDecideSomethingAreTheOnesTheyAreCalled(
    _ code: ResultCode, _ name: String
  ) {
    #expect(code.name == name)
  }
}
