import SharedStoreCommandLine
import SharedStoreReader

/// `changes`.
enum ChangesCommand {
  private static let since = Argument.option(
    "since", value: "revision", help: "The last store revision whose changes are known.",
    required: true)
  private static let incarnation = Argument.option(
    "incarnation", value: "id", help: "The line of revisions that revision is of, if it is known.")

  static var command: Command {
    Command(
      "changes", abstract: "Show what has changed since a store revision.",
      discussion: """
        Each kind, document and job is shown once, with the last revision that changed it. Of a \
        revision that changed more than 1 000 of a sort, only their number is shown. Where the log \
        no longer reaches back so far, there is a gap: read everything again.
        """,
      arguments: [since, incarnation], action: Action(show))
  }

  private static func show(_ run: Invocation) throws(StoreError) {
    guard let since = try run.arguments.revision(since) else { return }
    let line = run.arguments[incarnation]
    let (changes, token) = try run.reader().read { view throws(StoreError) in
      (try view.changes(since: since, of: line), view.token)
    }
    let report = Report(changes, since: since, at: token)
    try run.output.show(report, report.text)
  }

  private struct Report: Encodable {
    struct Change: Encodable {
      var kind: String?
      var document: String?
      var job: Int64?
      let revision: Revision
      let state: String

      init(_ change: StoreChanges.Change) {
        switch change.subject {
        case .kind(let kind): self.kind = kind.text
        case .document(let id): document = id.text
        case .job(let id): job = id.rawValue
        }
        revision = change.revision
        state = change.isDeleted ? "deleted" : "changed"
      }

      var text: String {
        let name =
          kind.map { "kind " + $0.displayable } ?? document.map { "document " + $0.displayable }
        return "revision \(revision)  \(name ?? "job \(job ?? 0)")  \(state)"
      }
    }

    struct Many: Encodable {
      let sort: String
      let number: Int
      let revision: Revision
      let job: Int64?

      init(_ many: StoreChanges.Many) {
        sort = many.sort.rawValue
        number = many.number
        revision = many.revision
        job = many.job?.rawValue
      }

      var text: String {
        "revision \(revision)  \(number) \(sort)" + (job.map { " by job \($0)" } ?? "")
      }
    }

    let since: Revision
    let storeRevision: Revision
    let incarnation: String
    let gap: Bool
    let changes: [Change]
    let many: [Many]

    init(_ changes: StoreChanges, since: Revision, at token: StoreToken) {
      self.since = since
      storeRevision = token.revision
      incarnation = token.incarnation
      gap = changes.hasGap
      self.changes = changes.changes.map(Change.init)
      many = changes.many.map(Many.init)
    }

    var text: String {
      var lines = changes.map(\.text) + many.map(\.text)
      if gap { lines.append("gap: the log begins after revision \(since); read everything again") }
      lines.append(
        lines.isEmpty
          ? "nothing has changed since store revision \(since)" : "store revision \(storeRevision)")
      return lines.joined(separator: "\n")
    }
  }
}
