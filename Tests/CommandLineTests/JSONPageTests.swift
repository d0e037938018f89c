import SharedStoreReader
import Testing

/// Documentation/JSON.md against the tools as they are built.
@Suite(.timeLimit(.minutes(2))) struct JSONPageTests {
  private let page: Page
  private let shell: Shell

  init() throws {
    page = try Page("Documentation/JSON.md")
    shell = try Shell()
  }

  /// Keys that show only while another process holds a lock, records a group or works on a job, for
  /// numbers as few inputs have them, or where a file is damaged or out of reach.
  private let unshown: Set = [
    "lockHolder.pid", "lockHolder.stopped", "pinnedReader.pid", "pinnedReader.stopped",
    "openGroup", "openGroupPid", "openGroupOwner", "pid", "announcedRevision", "counted",
    "numbersAsText[]", "stage", "unitsPerSecond", "stageRemainingMilliseconds",
    "remainingMilliseconds", "conflicts[]", "findings[].details[].subject",
    "findings[].details[].name", "findings[].details[].message", "findings[].details[].remedy",
    "error.sqlite.code", "error.sqlite.name", "error.system.errno", "error.system.text",
    "error.file", "changes[].document", "changes[].job", "many[].sort", "many[].number",
    "many[].revision", "many[].job", "moreNotes", "next", "ignored[].path", "ignored[].remedy",
  ]

  @Test func everyExamplePrintsTheKeysItShowsAndTheTablesExplain() throws {
    let errors = try #require(page.sections.first { $0.heading == "Errors" })
    var seen: [String: Set<String>] = [:]
    for section in page.sections {
      for example in section.examples {
        let result = try shell.run(example.command)
        let live = try objects(result.output, of: example) + objects(result.error, of: example)
        let shown = try objects(example.output, of: example)
        #expect(live.map(\.keys) == shown.map(\.keys), "\(example.command)")
        for object in live {
          let table = object.isError ? errors : section
          check(object, table.keys, example)
          seen[table.heading, default: []].formUnion(object.leaves(table.keys).map(\.path))
        }
      }
    }
    for section in page.sections {
      let explained = Set(section.keys.map(\.path)).subtracting(unshown)
      #expect(explained == seen[section.heading] ?? [], "\(section.heading)")
    }
  }

  @Test func resultsAndErrorsKeepToTheirStreams() throws {
    for example in page.sections.flatMap(\.examples) {
      let result = try shell.run(example.command)
      let exit = result.output.filter { $0.hasPrefix("exit ") }
      #expect(exit == example.output.filter { $0.hasPrefix("exit ") }, "\(example.command)")
      #expect(result.output.allSatisfy { $0.hasPrefix("{") || $0.hasPrefix("exit ") })
      #expect(try objects(result.output, of: example).allSatisfy { !$0.isError })
      let errors = try objects(result.error, of: example)
      #expect(errors.count == exit.count, "\(example.command)")
      #expect(errors.allSatisfy { $0.isError })
      #expect(result.status == 0, "\(example.command)")
    }
  }

  @Test(arguments: ["app", "extension"])
  func everyCommandHasAShape(tool: String) throws {
    let headings = page.sections.flatMap { $0.heading.split(separator: ", ").map(String.init) }
    let commands = try commands(below: tool)
    #expect(commands.count > 3)
    for command in commands { #expect(headings.contains(command)) }
  }

  /// The commands that do something, found in the tool's own help.
  private func commands(below path: String) throws -> [String] {
    let words = path.split(separator: " ")
    let help = try shell.run("\(words[0]) help \(words.dropFirst().joined(separator: " "))").output
    let list = help.drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
    let names = list.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first }
    let runs = help.contains { $0.hasPrefix("USAGE: ") && !$0.hasSuffix("<subcommand>") }
    return (runs ? [path] : []) + (try names.flatMap { try commands(below: "\(path) \($0)") })
  }

  private func objects(_ lines: [String], of example: Page.Example) throws -> [Object] {
    try lines.filter { $0.hasPrefix("{") }.map { Object(try CanonicalJSON.parse(Array($0.utf8))) }
  }

  private func check(_ object: Object, _ keys: [Page.Key], _ example: Page.Example) {
    let leaves = object.leaves(keys)
    for key in keys where !key.isOptional && object.mayHave(key) {
      #expect(leaves.contains { $0.path == key.path }, "\(example.command) lacks \(key.path)")
    }
    for leaf in leaves {
      guard let key = keys.first(where: { $0.path == leaf.path }) else {
        Issue.record("\(example.command): \(leaf.path) is not explained")
        continue
      }
      #expect(leaf.types.contains(key.type), "\(leaf.path)")
    }
  }
}

/// A JSON object by the paths of its values.
private struct Object {
  struct Leaf {
    let path: String
    /// The words of the tables that the value agrees with.
    let types: [String]
  }

  let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  /// A job that failed has an error too, but as a text.
  var isError: Bool { value.members?["error"]?.members != nil }

  /// Whether a key has a place here: the parts of an empty list have none.
  func mayHave(_ key: Page.Key) -> Bool {
    var (place, names) = (value, key.path.split(separator: ".")[...])
    while let name = names.popFirst(), name.hasSuffix("[]"), let list = place.members {
      guard case .array(let elements) = list[String(name.dropLast(2))] else { return true }
      guard let first = elements.first else { return false }
      place = first
    }
    return true
  }

  /// Every path, payloads included.
  var keys: Set<String> { Set(leaves([]).map(\.path)) }

  /// Every value that has no parts, or whose parts a table leaves open: `any` and `object`.
  func leaves(_ keys: [Page.Key]) -> [Leaf] {
    let opaque = keys.filter { ["any", "object"].contains($0.type) }
    return Object.leaves(value, "", opaque: Set(opaque.map(\.path)))
  }

  private static func leaves(_ value: JSONValue, _ path: String, opaque: Set<String>) -> [Leaf] {
    if opaque.contains(path) {
      return [Leaf(path: path, types: value.members == nil ? ["any"] : ["any", "object"])]
    }
    switch value {
    case .object(let members):
      return members.flatMap { name, member in
        leaves(member, path.isEmpty ? name : "\(path).\(name)", opaque: opaque)
      }
    case .array(let elements):
      return elements.flatMap { leaves($0, path + "[]", opaque: opaque) }
    case .string: return [Leaf(path: path, types: isDate(value) ? ["date"] : ["string"])]
    case .number(let number):
      return [Leaf(path: path, types: number.canonicalInteger == nil ? [] : ["integer"])]
    case .bool: return [Leaf(path: path, types: ["boolean"])]
    case .null: return [Leaf(path: path, types: [])]
    }
  }

  private static func isDate(_ value: JSONValue) -> Bool {
    guard case .string(let text) = value else { return false }
    return text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
  }
}
