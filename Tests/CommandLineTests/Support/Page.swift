import Foundation

/// A Markdown page of this repository, as far as the tests understand it: sections with tables of
/// keys and with terminal sessions.
struct Page {
  /// A command of a session and everything the page says that it prints.
  struct Example {
    let command: String
    let output: [String]
  }

  /// A row of a table of keys.
  struct Key {
    let path: String
    let type: String
    let isOptional: Bool
  }

  /// What stands below a heading of the second level.
  struct Section {
    let heading: String
    var keys: [Key] = []
    var examples: [Example] = []
  }

  /// What stands above the first heading, and then each heading's part.
  private(set) var sections = [Section(heading: "")]

  /// Reads a page by its path from the top of the repository.
  init(_ path: String) throws {
    var session: [String]?
    for line in try Page.text(path).components(separatedBy: "\n") {
      if let lines = session {
        session = line == "```" ? nil : lines + [line]
        if line == "```" { add(session: lines) }
      } else if line == "```console" {
        session = []
      } else if line.hasPrefix("## ") {
        sections.append(Section(heading: String(line.dropFirst(3))))
      } else if let key = Page.key(line) {
        sections[sections.count - 1].keys.append(key)
      }
    }
  }

  private static let top = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

  /// The text of a file by its path from the top of the repository.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: top.appending(path: path), encoding: .utf8)
  }

  /// The texts of all Swift files in a folder.
  static func sources(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: top.appending(path: folder).path())
      .filter { $0.hasSuffix(".swift") }
      .map { try text("\(folder)/\($0)") }
  }

  private mutating func add(session lines: [String]) {
    var examples: [Example] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2)), output: []))
      } else if let last = examples.popLast() {
        examples.append(Example(command: last.command, output: last.output + [line]))
      }
    }
    sections[sections.count - 1].examples += examples
  }

  /// A row such as `` | `kind` | string, optional | the kind | ``; other tables have two columns.
  private static func key(_ line: String) -> Key? {
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3, cells[0].hasPrefix("`"), cells[0].hasSuffix("`") else { return nil }
    let type = cells[1].components(separatedBy: ", ")
    return Key(
      path: String(cells[0].dropFirst().dropLast()), type: type[0],
      isOptional: type.contains("optional"))
  }
}
