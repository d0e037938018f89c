import Foundation
import Testing

/// The `sqlite3` shell, the tool that people use on a store.
enum SQLiteShell {
  static let path = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3", "/opt/homebrew/bin/sqlite3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static let isMissing: Comment = "SKIPPED: the sqlite3 shell is not installed."

  /// Runs SQL and returns what the shell printed.
  @discardableResult
  static func run(_ file: String, _ sql: String, readOnly: Bool = false) throws -> String {
    let path = try #require(path, isMissing)
    let outcome = try Child(Launch([path] + (readOnly ? ["-readonly"] : []) + [file, sql])).wait()
    try #require(outcome.exitCode == 0, "\(outcome.testDescription)")
    return outcome.output.trimmingCharacters(in: .newlines)
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the test only where the `sqlite3` shell is installed.
  static var needsSQLiteShell: Self { .enabled(if: SQLiteShell.path != nil, SQLiteShell.isMissing) }
}
