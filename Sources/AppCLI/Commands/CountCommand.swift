import SharedStore
import SharedStoreCommandLine

/// `count set` and `count add`.
enum CountCommand {
  private static let kind = Argument.positional("kind", help: "The kind of the count.")
  private static let number = Argument.positional("number", help: "A whole number.")
  private static let title = Argument.option(
    "title", value: "title", help: "What is counted; by default the title stays.")
  private static let condition = Argument.option(
    "where", value: "field=value", help: "What is counted. " + FieldText.rule,
    required: true)
  static let ifRevision = Argument.option(
    "if-revision", value: "revision",
    help: "Change nothing unless the record has this revision; 0: unless there is none.")

  static var command: Command {
    Command(
      "count", abstract: "Set or change a count.",
      subcommands: [
        Command(
          "set", abstract: "Set the count of a kind.",
          arguments: [kind, number, title, ifRevision], action: Action(set)),
        Command(
          "add", abstract: "Add to the count of a kind, which begins at 0.",
          arguments: [kind, number, title, ifRevision], action: Action(add)),
        Command(
          "define", abstract: "Keep a count equal to the documents with a value in a field.",
          arguments: [kind, condition], action: Action(define)),
        Command("list", abstract: "List the counts that follow documents.", action: Action(list)),
        Command(
          "undefine", abstract: "Let a count stand as it is.", arguments: [kind],
          action: Action(undefine)),
      ])
  }

  private static func set(_ run: Invocation) throws(StoreError) {
    let (kind, number, title, ifRevision) = try parameters(run)
    try run.publish { tx throws(StoreError) in
      try tx.counts.set(number, of: kind, title: title, ifRevision: ifRevision)
    }
  }

  private static func add(_ run: Invocation) throws(StoreError) {
    let (kind, number, title, ifRevision) = try parameters(run)
    try run.publish { tx throws(StoreError) in
      try tx.counts.add(number, to: kind, title: title, ifRevision: ifRevision)
    }
  }

  private static func define(_ run: Invocation) throws(StoreError) {
    let kind = try run.arguments.kind(kind)
    guard let (field, value) = try run.arguments.field(condition) else {
      throw StoreError(run.arguments.usageError("Missing value for '\(condition.label)'"))
    }
    let rule = CountedKind(kind, field: field, equals: value)
    try run.publish { tx throws(StoreError) in try tx.counts.define(rule) }
  }

  private static func list(_ run: Invocation) throws(StoreError) {
    let (kinds, token) = try run.reader().countedKinds()
    let report = RulesReport(kinds, at: token)
    try run.output.show(report, report.text)
  }

  private static func undefine(_ run: Invocation) throws(StoreError) {
    let kind = try run.arguments.kind(kind)
    try run.commit { tx throws(StoreError) in
      try tx.counts.undefine(kind)
    } report: { written in
      let report = UndefinedReport(kind: kind.text, storeRevision: written.storeRevision)
      return (
        report, "\(kind.text.displayable): undefined, store revision \(report.storeRevision)"
      )
    }
  }

  private struct UndefinedReport: Encodable {
    let kind: String
    let storeRevision: Revision
    let changed = true
  }

  private struct RulesReport: Encodable {
    struct Rule: Encodable {
      let kind: String
      let field: String
      let value: JSONValue
    }

    let storeRevision: Revision
    let kinds: [Rule]

    init(_ kinds: [CountedKind], at token: StoreToken) {
      storeRevision = token.revision
      self.kinds = kinds.map {
        Rule(kind: $0.kind.text, field: $0.field.text, value: FieldJSON.encode($0.value))
      }
      lines = kinds.map {
        "\($0.kind.text.displayable)  \($0.field.text.displayable)=\(FieldText.show($0.value))"
      }
    }

    private let lines: [String]

    private enum CodingKeys: CodingKey {
      case storeRevision, kinds
    }

    var text: String { lines.isEmpty ? "no counted kinds" : lines.joined(separator: "\n") }
  }

  private static func parameters(
    _ run: Invocation
  ) throws(StoreError) -> (Kind, Int64, String?, Revision?) {
    (
      try run.arguments.kind(kind), try run.arguments.integer(number) ?? 0, run.arguments[title],
      try run.arguments.revision(ifRevision)
    )
  }
}
