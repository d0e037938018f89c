import Foundation
import Testing

/// The README: its sessions run as they are written, its guarantees name what proves them.
@Suite(.timeLimit(.minutes(2))) struct DocumentationTests {
  private let shell: Shell
  private let examples: [Page.Example]

  init() throws {
    shell = try Shell()
    examples = try Page("README.md").sections.flatMap(\.examples)
  }

  @Test func theSessionsOfTheREADMEPrintWhatTheyShow() throws {
    for example in examples {
      let result = try shell.run(example.command)
      #expect(result.status == 0, "\(example.command)")
      #expect(
        stable(result.output + result.error) == stable(example.output), "\(example.command)")
    }
  }

  @Test func theOpeningSessionEndsWithOneRevisionInAllThree() throws {
    let opening = try #require(Page("README.md").sections.first?.examples)
    let shown = try opening.map { ($0.command, try shell.run($0.command).output) }
    func output(_ prefix: String) -> [String]? { shown.last { $0.0.hasPrefix(prefix) }?.1 }
    // The write before the one that nobody is told of.
    let writes = shown.filter { $0.0.hasPrefix("app count") }.map(\.1)
    let app = try #require(writes.dropLast().last?.last?.firstMatch(of: /^revision (\d+),/))
    let timeline = try #require(
      output("extension timeline")?.first?.firstMatch(of: /revision (\d+)$/))
    let row = try #require(output("sqlite3")?.first?.firstMatch(of: /^todo\|(\d+)\|/))
    #expect(app.1 == timeline.1)
    #expect(app.1 == row.1)
  }

  @Test func theREADMEBeginsWithASession() throws {
    let commands = try #require(Page("README.md").sections.first).examples.map(\.command)
    #expect(commands.first?.hasPrefix("app init") == true)
    #expect(commands.contains { $0.hasPrefix("extension timeline") })
    #expect(commands.last?.hasPrefix("extension diagnose") == true)
  }

  @Test func everyGuaranteeNamesTestsThatExist() throws {
    let rows = try Page.text("README.md").matches(of: /\n\|[^\n]+\| (`\w+Tests`(, `\w+Tests`)*) \|/)
    let suites = Set(rows.flatMap { $0.1.matches(of: /\w+Tests/).map { String($0.0) } })
    #expect(suites.count > 5)
    let sources = try Page.sources(in: "Tests")
    for suite in suites {
      #expect(sources.contains { $0.contains("struct \(suite) ") }, "\(suite)")
    }
  }

  /// What differs from run to run, replaced by what it is.
  private func stable(_ lines: [String]) -> [String] {
    let folder = shell.directory.path().trimmingSuffix("/")
    return lines.map { line in
      line.replacingOccurrences(of: folder, with: "/tmp/todo")
        .replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "UUID")
        .replacing(/^versions: .*/, with: "versions: VERSIONS")
        .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, with: "DATE")
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
