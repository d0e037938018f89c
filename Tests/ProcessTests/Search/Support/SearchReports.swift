import Foundation
import Testing

/// What `search` shows: once, or for each answer while typing.
struct SearchReport: Decodable, Hashable {
  struct Hit: Decodable, Hashable {
    let document: String
    let revision: Int64
    let snippet: String
  }

  let query: String
  let hits: [Hit]
  let storeRevision: Int64?
  let note: String?

  /// The ids of the documents found.
  var documents: Set<String> { Set(hits.map(\.document)) }

  static let nothingToSearchFor = "nothing to search for"
}

/// One line of `search --trace`; the last one has but the number of dropped answers.
struct TraceLine: Decodable, Hashable {
  var ms: Int64?
  var event: String?
  var query: String?
  var dropped: Int?
}

extension Outcome {
  /// Standard output as one JSON object a line.
  func decodedLines<Report: Decodable>(_ type: Report.Type = Report.self) throws -> [Report] {
    try #require(exitCode == 0, "\(self)")
    return try lines.map { try JSONDecoder().decode(Report.self, from: Data($0.utf8)) }
  }
}

extension Workbench {
  /// Runs one search of a tool, whatever the query begins with.
  func search(
    _ query: String, _ options: String..., by tool: Tool = .extension
  ) throws -> SearchReport {
    try run(tool, ["search", "--json", "--limit", "10000"] + options + ["--", query]).decoded()
  }
}

/// `search --live`, typed into while it runs.
final class SearchField {
  let child: Child
  private let input: InputPipe

  init(_ bench: Workbench, _ tool: Tool, debounce: String) throws {
    input = try InputPipe(bench)
    child = try bench.start(
      tool, ["search", "--live", "--json", "--debounce", debounce], prefix: input.prefix)
  }

  /// Types a line and waits until that many lines have been shown in all.
  func type(_ text: String, untilShown count: Int) throws {
    input.write(text + "\n")
    try eventually("\(count) lines are shown") { shown >= count || child.poll() != nil }
  }

  /// Types without waiting.
  func type(_ text: String) { input.write(text + "\n") }

  private var shown: Int { child.output.split(separator: "\n").count }

  /// Ends the input and waits for the tool.
  func end() throws -> Outcome {
    input.close()
    return try child.wait()
  }
}
