import SharedStoreCommandLine
import SharedStoreModel

extension Action {
  /// What a command does whose parsing alone is looked at.
  static let nothing = Action { _ throws(StoreError) in }
}

extension Argument {
  static let config = option("config", value: "file", help: "The configuration file.")
  static let format = option(
    "format", value: "format", help: "How results are printed.", default: "text",
    allowed: ["text", "json"])
  static let json = flag("json", help: "Print results as JSON.")
  static let timeout = option(
    "timeout", value: "duration", help: "How long to wait for a lock.", default: "5s")

  static let kindName = positional("kind", help: "The kind of snapshot.")
  static let number = positional("number", help: "The new count.")
  static let title = option("title", value: "title", help: "The title shown beside the count.")
  static let ifRevision = option(
    "if-revision", value: "revision",
    help: "Fail unless this is the latest revision of the kind at the time of writing.")
  static let revision = option("revision", value: "revision", help: "A past revision.")
  static let limit = option("limit", value: "count", help: "How many to list.", default: "20")
  static let document = positional("document", help: "The name of the document.")
  static let fields = positional("field", help: "A field as NAME=VALUE.", repeats: true)
  static let unset = option("unset", value: "name", help: "A field to remove.", repeats: true)
  static let file = positional("file", help: "The file, or - for stdin.", required: false)
  static let condition = option(
    "where", value: "field=value", help: "What is counted.", required: true)
  static let yes = confirmation("yes", help: "Do it.", reason: "It cannot be undone.")
  static let policy = positional(
    "policy", help: "When to reload.", allowed: ["at-end", "later", "never"])
}

/// A tool small enough to read, with every kind of command and argument in it.
enum SampleTool {
  static let count = Command(
    "count", abstract: "Work with counts.",
    subcommands: [
      Command(
        "set", abstract: "Set a count.",
        discussion: "The count is kept as a new revision.\n\n  app count set todo 3",
        arguments: [.kindName, .number, .title, .ifRevision], action: .nothing),
      Command("list", abstract: "List all counts.", action: .nothing),
      Command(
        "define", abstract: "Define a count.", arguments: [.kindName, .condition, .yes],
        action: .nothing),
    ])
  static let snapshot = Command(
    "snapshot", abstract: "Read a snapshot.", arguments: [.kindName, .revision],
    subcommands: [
      Command(
        "list", abstract: "List the revisions of a kind.", arguments: [.kindName, .limit],
        action: .nothing)
    ],
    action: .nothing)
  static let edit = Command(
    "edit", abstract: "Edit the fields of a document, all of them or none.",
    arguments: [.document, .fields, .unset], action: .nothing)
  static let publish = Command(
    "publish", abstract: "Publish a file.", arguments: [.kindName, .file], action: .nothing)
  static let reload = Command(
    "reload", abstract: "Choose when to reload.", arguments: [.policy], action: .nothing)

  static let root = Command(
    "app", abstract: "Shares a store between an app and its extension.",
    subcommands: [count, snapshot, edit, publish, reload])

  static let parser = parser()

  static func parser(columns: Int = 80) -> Parser {
    Parser(
      root: root, common: [.config, .format, .json, .timeout],
      topics: [
        Topic("exit-codes", abstract: "What the exit codes mean.", text: "0  success\n2  stale")
      ],
      columns: columns)
  }

  /// The command and arguments of a command line that runs something.
  static func run(_ tokens: String...) throws -> (command: String, parsed: ParsedArguments) {
    guard case .run(_, let parsed) = try parser.parse(tokens) else { throw NothingRun() }
    return (parsed.path.dropFirst().joined(separator: " "), parsed)
  }

  /// The first line of help that a command line asks for, without its heading.
  static func help(_ tokens: String...) throws -> String? {
    guard case .help(let text) = try parser.parse(tokens) else { return nil }
    return text.split(separator: "\n").first.map { String($0.trimmingPrefix("OVERVIEW: ")) }
  }

  /// The error of a command line that cannot be carried out.
  static func error(_ tokens: String...) -> UsageError? {
    do throws(UsageError) {
      _ = try parser.parse(tokens)
      return nil
    } catch {
      return error
    }
  }

  struct NothingRun: Error {}
}
