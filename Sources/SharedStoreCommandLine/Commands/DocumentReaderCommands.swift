package import SharedStoreModel
import SharedStoreReader

/// The commands on documents that only read.
package enum DocumentReaderCommands {
  /// The argument of every command on one document.
  package static let id = Argument.positional("id", help: "The document's id.")

  /// `list`, `show` and `history`.
  package static var subcommands: [Command] {
    [
      Command("list", abstract: "List the documents.", action: Action(list)),
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
    let (documents, token) = try run.reader().documents()
    let report = DocumentsReport(documents, at: token)
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
  package func documentID() throws(StoreError) -> DocumentID {
    guard let id = DocumentID(required(DocumentReaderCommands.id)) else {
      let rule = Name.rule("An id", maximumBytes: DocumentID.maximumBytes)
      throw StoreError(invalid(DocumentReaderCommands.id, rule))
    }
    return id
  }
}
