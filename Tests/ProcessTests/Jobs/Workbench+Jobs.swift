import Foundation
import SharedStoreTesting
import Testing

/// What tests of jobs do with their bench.
extension Workbench {
  /// The folder that is imported.
  var files: String { folder + "/files" }

  /// Makes files in ten folders of the one that is imported.
  func makeFiles(_ count: Int, text: String = "text") throws {
    try makeFolder("files")
    for number in 0..<count {
      try makeFolder("files/\(number % 10)")
      try makeFile("files/\(number % 10)/\(number).txt", "\(text) \(number)")
    }
  }

  /// Makes a folder in the working directory, with everything that leads there.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/" + name, withIntermediateDirectories: true)
  }

  /// Makes a file in the working directory.
  func makeFile(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
  }

  /// What `job show` says of a job.
  func job(_ id: Int = 1) throws -> JobReport {
    try app("job", "show", "\(id)", "--json").decoded()
  }

  /// How many documents the reader's tool lists.
  func documentCount() throws -> Int {
    struct List: Decodable {
      struct Document: Decodable { let document: String }
      let documents: [Document]
    }
    let list: List = try `extension`("document", "list", "--json").decoded()
    return list.documents.count
  }

  /// A number that SQL finds, read by the public shell.
  func number(_ sql: String) throws -> Int {
    try #require(Int(SQLiteShell.run(store.store, sql, readOnly: true)))
  }

  /// Rows that belong to documents nobody sees.
  func stagedRows() throws -> Int {
    try number(
      """
      SELECT (SELECT count(*) FROM imports WHERE revision IS NULL)
        + (SELECT count(*) FROM fields WHERE document NOT IN (SELECT key FROM documents))
        + (SELECT count(*) FROM search_texts WHERE document NOT IN (SELECT key FROM documents))
        + (SELECT count(*) FROM staged_replacements) + (SELECT count(*) FROM staged_fields)
      """)
  }
}
