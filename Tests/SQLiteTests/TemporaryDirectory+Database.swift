import SharedStoreSQLite
import SharedStoreTesting
import TestSupport

extension TemporaryDirectory {
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
