import Foundation
import SharedStore
import SharedStoreSQLite
import Testing

/// A store of one test in a container of its own.
final class UndoStore: Sendable {
  let container: String
  let location: StoreLocation

  init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("UndoTests-" + UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    container = url.path
    location = .container(container, appGroup: "group.example.test")
    _ = try writer(create: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: container)
  }

  func writer(
    create: Bool = false, _ change: (inout WriterOptions) -> Void = { _ in }
  ) throws -> BlockingStoreWriter {
    var options = WriterOptions(
      writer: WriterIdentity(program: "tests", version: "1.2.3"), durability: .relaxed)
    change(&options)
    return try BlockingStoreWriter(location, create: create, options: options)
  }

  func reader() -> StoreReader { StoreReader(location) }

  func connection() throws -> Connection {
    let connection = try Connection.open(path: StorePaths(location).store, access: .readWrite)
    connection.keepSidecars()
    connection.setCheckpointOnClose(false)
    return connection
  }

  func edit(_ script: String) throws {
    try connection().executeScript(script, named: "edit")
  }

  func number(_ sql: StaticString) throws -> Int64? {
    let connection = try connection()
    let row = try connection.statement(sql)
    return try row.step() ? row.optionalInteger(0) : nil
  }

  func rows(_ sql: StaticString, columns: Int32) throws -> [[String?]] {
    let connection = try connection()
    let statement = try connection.statement(sql)
    var rows: [[String?]] = []
    while try statement.step() { rows.append((0..<columns).map { statement.text($0) }) }
    return rows
  }
}

/// The error a body throws.
func failure(
  _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) throws -> StoreError {
  let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
  return try #require(error, sourceLocation: sourceLocation)
}

extension Revision {
  init(_ number: Int64) { self = Revision(rawValue: number) ?? .zero }
}
