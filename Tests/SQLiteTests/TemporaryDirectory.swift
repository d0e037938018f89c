import Foundation
import SharedStoreSQLite

/// A directory of one test, removed when the test is done with it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("SQLiteTests-" + UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in it, which need not exist.
  func file(_ name: String) -> String { path + "/" + name }

  /// Names of everything in it, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Writes a file; never one that a connection has open.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Makes a database file in write-ahead mode, with the tables of a script.
  @discardableResult
  func makeDatabase(_ script: String, name: String = "test.db") throws -> String {
    let connection = try Connection.inMemory()
    try connection.executeScript(script, named: "test")
    var image = try connection.serialized()
    // https://www.sqlite.org/fileformat2.html#file_format_version_numbers
    (image[18], image[19]) = (2, 2)
    return try write(image, to: name)
  }
}
