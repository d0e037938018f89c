package import SharedStoreModel
import SharedStoreReader

/// The commands on documents that only read.
package enum DocumentReaderCommands {
  /// The argument of every command on one document.
  package static let id = Argument.positional("id", help: "The document's id.")

  private static let prefix = Argument.option(
    "prefix", value: "text", help: "Only documents whose ids begin so.")
  private static let condition = Argument.option(
    "where", value: "field=value", help: "Only documents with that field. " + FieldText.rule)
  private static let after = Argument.option(
    "after", value: "id", help: "Begin behind this id.")
  private static let limit = Argument.option(
    "limit", value: "number", help: "The most documents; by default all.")

  /// `list`, `show` and `history`.
  package static var subcommands: [Command] {
    [
      Command(
        "list", abstract: "List the documents, in the order of their ids.",
        arguments: [prefix, condition, after, limit], action: Action(list)),
      Command("show", abstract: "Show a document.", arguments: [id], action: Action(show)),
      Command(
        "history", abstract: "Show what can be undone and redone.", arguments: [id],
        action: Action(history)),
    ].map { $0.readingAsIs }
  }

  /// `document` of a tool that only reads.
  static var command: Command {
    Command("document", abstract: "Show documents and their history.", subcommands: subcommands)
  }

  private static func list(_ run: Invocation) throws(StoreError) {
    let limit = try run.arguments.integer(limit)
    guard (1...Int64(Int.max - 1)).contains(limit ?? 1) else {
      throw StoreError(run.arguments.invalid(Self.limit, "It is 1 or more."))
    }
    var filter = DocumentFilter(prefix: run.arguments[prefix] ?? "")
    filter.after = try run.arguments[after].map { _ throws(StoreError) in
      try run.arguments.documentID(after)
    }
    if let (name, value) = try run.arguments.field(condition) {
      filter.field = .init(name, equals: value)
    }
    // One more shows that there are more.
    if let limit { filter.limit = Int(limit) + 1 }
    let (documents, token) = try run.reader().documents(filter)
    let report = DocumentsReport(documents, limit: limit.map { Int($0) }, at: token)
    try run.output.show(report, report.text)
  }

  private static func show(_ run: Invocation) throws(StoreError) {
    let (document, token) = try run.reader().document(run.arguments.documentID())
    let report = DocumentReport(document, at: token.revision)
    try run.output.show(report, report.text)
  }

  private static func history(_ run: Invocation) throws(StoreError) {
    let (groups, document, token) = try run.reader().history(of: run.arguments.documentID())
    let report = HistoryReport(groups, of: document, at: token)
    try run.output.show(report, report.text)
  }
}

extension ParsedArguments {
  /// The document's id.
  /// - Throws: `usage` when the text is none.
  package func documentID(
    _ argument: Argument = DocumentReaderCommands.id
  ) throws(StoreError) -> DocumentID {
    guard let id = DocumentID(required(argument)) else {
      let rule = Name.rule("An id", maximumBytes: DocumentID.maximumBytes)
      throw StoreError(invalid(argument, rule))
    }
    return id
  }

  /// A field and the value it has; `nil` when the argument was not given.
  /// - Throws: `usage` when the text is none.
  package func field(
    _ argument: Argument
  ) throws(StoreError) -> (name: FieldName, value: FieldValue)? {
    guard let text = self[argument] else { return nil }
    do throws(FieldText.Refusal) {
      let change = try FieldText.parse(text)
      return change.value.map { (change.field, $0) }
    } catch {
      throw StoreError(invalid(argument, error.reason))
    }
  }
}
