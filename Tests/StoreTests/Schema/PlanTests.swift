import CSharedStoreSQLite
import Foundation
import SharedStoreReader
import Testing

@testable import SharedStore
@testable import SharedStoreSQLite

/// How SQLite runs each statement of the library, asked of SQLite itself.
@Suite struct PlanTests {
  private struct Statement {
    let file: String
    let sql: String
  }

  private let database: Database

  init() throws {
    database = Database(try Connection.inMemory())
    for migration in Migration.all {
      try database.connection.executeScript(migration.sql, named: migration.name)
    }
  }

  /// Every string in the sources that is a statement about tables.
  private static func statements() throws -> [Statement] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources").standardizedFileURL
    let literal = /"""\n(?<block>(?s).*?)"""|"(?<line>[^"\\\n]*)"/
    return try ["SharedStore", "SharedStoreReader"].flatMap { target in
      let folder = sources.appending(path: target)
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
      return try files.filter { $0.hasSuffix(".swift") }.sorted().flatMap { file in
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        return text.matches(of: literal).compactMap { match in
          let sql = (match.block ?? match.line ?? "").trimmingCharacters(
            in: .whitespacesAndNewlines)
          let isSQL = sql.contains(/^(SELECT|WITH|INSERT|UPDATE|DELETE) [a-zA-Z*(?]/)
          return isSQL && !sql.contains("\\(")
            ? Statement(file: target + "/" + file, sql: sql) : nil
        }
      }
    }
  }

  /// The steps of a plan: which step they belong to, and what is done.
  private func plan(_ sql: String) throws -> [(id: Int64, parent: Int64, detail: String)] {
    // By SQLite's own calls: the library runs constants only.
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(
      database.connection.pointer, "EXPLAIN QUERY PLAN " + sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    try #require(
      code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database.connection.pointer)))")
    var steps: [(id: Int64, parent: Int64, detail: String)] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let detail = sqlite3_column_text(statement, 3).map { String(cString: $0) } ?? ""
      steps.append((sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1), detail))
    }
    return steps
  }

  @Test func everyStatementCompiles() throws {
    let statements = try PlanTests.statements()
    #expect(statements.count > 120)
    for statement in statements {
      #expect(throws: Never.self, "\(statement.file): \(statement.sql)") {
        _ = try plan(statement.sql)
      }
    }
  }

  /// What would be read for each row of something else.
  @Test func noStatementScansATableOnceForEveryRow() throws {
    for statement in try PlanTests.statements() {
      let steps = try plan(statement.sql)
      let perRow = Set(steps.filter { $0.detail.hasPrefix("CORRELATED") }.map(\.id))
      let scans = steps.filter { step in
        perRow.contains(step.parent) && step.detail.hasPrefix("SCAN ")
          && !step.detail.contains("VIRTUAL TABLE") && !step.detail.contains("CONSTANT ROW")
          // Over rows that an index has found already.
          && !step.detail.hasPrefix("SCAN (subquery")
      }
      #expect(scans.isEmpty, "\(statement.file): \(statement.sql)\n\(scans.map(\.detail))")
    }
  }

  /// Who looks at documents that nobody may see yet.
  private static let seesHidden: [(file: String, why: String)] = [
    ("SharedStore/Counts/", "rules also count for imports that are not shown"),
    ("SharedStore/Maintenance/", "a check looks at every row"),
    ("SharedStore/Search/", "hidden texts are indexed too"),
    ("SharedStore/Transfer/", "an import makes and removes them"),
    ("SharedStoreReader/Documents/DocumentRow.swift", "a check looks at every row"),
    ("SharedStoreReader/Search/SearchedText+Rows.swift", "its key is a hit that may be seen"),
  ]

  /// One predicate decides who sees a document: it has a revision, of its own or of its import.
  @Test func noStatementShowsADocumentWithoutARevision() throws {
    var shown = 0
    for statement in try PlanTests.statements()
    where statement.sql.contains(/(FROM|JOIN) documents\b/) && statement.sql.hasPrefix("SELECT") {
      if statement.sql.contains("coalesce(d.revision, i.revision) IS NOT NULL") {
        shown += 1
      } else {
        #expect(
          PlanTests.seesHidden.contains { statement.file.hasPrefix($0.file) },
          "\(statement.file): \(statement.sql)")
      }
    }
    #expect(shown >= 7)
  }

  /// Where a sort is right, since there can be no index.
  private static let sorted: [(file: String, why: String)] = [
    ("SharedStoreReader/Search/DocumentSearch.swift", "hits by rank"),
    ("SharedStoreReader/Store/SchemaFingerprint.swift", "SQLite's own table of the schema"),
  ]

  @Test func noStatementSortsWhatAnIndexHasInOrder() throws {
    for statement in try PlanTests.statements()
    where !PlanTests.sorted.contains(where: { $0.file == statement.file }) {
      let sorts = try plan(statement.sql).filter { $0.detail.contains("TEMP B-TREE FOR ORDER") }
      #expect(sorts.isEmpty, "\(statement.file): \(statement.sql)")
    }
  }
}
