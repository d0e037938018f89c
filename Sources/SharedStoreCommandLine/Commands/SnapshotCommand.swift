import SharedStoreModel
package import SharedStoreReader

/// `snapshot KIND` and `snapshot list KIND`.
enum SnapshotCommand {
  static let kind = Argument.positional("kind", help: "The kind of the snapshot.")
  static let revision = Argument.option(
    "revision", value: "revision", help: "Show the kept version of this revision.")
  static let atLeast = Argument.option(
    "at-least", value: "revision", help: "Wait until the store stands at this revision.")
  static let wait = Argument.option(
    "wait", value: "duration", help: "How long to wait for --at-least.", default: "0s")

  static func command(waits: Bool) -> Command {
    Command(
      "snapshot", abstract: "Show the current record of a kind.",
      arguments: [kind, revision] + (waits ? [atLeast, wait] : []),
      subcommands: [
        Command(
          "list", abstract: "List the kept versions of a kind.", arguments: [kind],
          action: Action(list))
      ], action: Action(show))
  }

  private static func show(_ run: Invocation) throws(StoreError) {
    let kind = try run.arguments.kind(kind)
    guard run.arguments.isGiven(atLeast) || !run.arguments.isGiven(wait) else {
      throw StoreError(run.arguments.usageError("'--wait' goes with '--at-least'."))
    }
    let reading: Reading<StoredPayload>
    if let atLeast = try run.arguments.revision(atLeast) {
      guard !run.arguments.isGiven(revision) else {
        throw StoreError(
          run.arguments.usageError("'--revision' and '--at-least' exclude each other."))
      }
      let wait = try run.arguments.milliseconds(wait) ?? 0
      reading = try run.reader().readStored(
        kind, atLeast: atLeast, timeout: .milliseconds(wait))
    } else {
      reading = try run.reader().readStored(kind, revision: run.arguments.revision(revision))
    }
    switch reading {
    case .unavailable(let error): throw error
    case .value(let snapshot, let token):
      let report = SnapshotReport(snapshot, at: token)
      try run.output.show(report, report.text)
    }
  }

  private static func list(_ run: Invocation) throws(StoreError) {
    let kind = try run.arguments.kind(kind)
    let (versions, token) = try run.reader().versions(of: kind)
    let report = VersionsReport(kind: kind, versions, at: token)
    try run.output.show(report, report.text)
  }
}

/// A record as `snapshot` shows it.
package struct SnapshotReport: Encodable {
  package let state = "value"
  package let kind: String
  package let revision: Revision
  package let storeRevision: Revision
  package let type: String
  package let format: Int
  package let count: Int64?
  package let title: String?
  package let payload: PayloadReport
  package let changedAt: String
  package let writer: WriterReport

  package init(_ snapshot: Snapshot<StoredPayload>, at token: StoreToken) {
    kind = snapshot.kind.text
    revision = snapshot.revision
    storeRevision = token.revision
    type = snapshot.type
    format = snapshot.format
    count = snapshot.payload.count
    title = snapshot.payload.title
    payload = PayloadReport(json: snapshot.payload.json)
    changedAt = DateText.format(snapshot.changedAt)
    writer = WriterReport(snapshot.writer)
    content = snapshot.payload.line
  }

  private let content: String

  /// What a typed reader compares, where it is not plain to see.
  private var typeText: String {
    count == nil ? "  (type \(type.displayable), format \(format))" : ""
  }

  private enum CodingKeys: CodingKey {
    case state, kind, revision, storeRevision, type, format, count, title, payload, changedAt
    case writer
  }

  /// Its lines for people.
  package var text: String {
    """
    \(kind.displayable): \(content.displayable)\(typeText)
    revision \(revision), store revision \(storeRevision), changed \(changedAt) by \
    \(writer.program.displayable) \(writer.version.displayable)
    """
  }
}

extension StoredPayload {
  /// What it says, in one line for people.
  package var line: String {
    count.map { "\($0)" + (title.map { " \($0)" } ?? "") } ?? json
  }
}

/// A payload within a report.
///
/// It is parsed when the report is encoded: text for people shows the stored JSON as it is, and
/// parsing is a good part of what a start of the tool costs.
package struct PayloadReport: Encodable {
  package let json: String

  package init(json: String) { self.json = json }

  package func encode(to encoder: any Encoder) throws {
    try CanonicalJSON.parse(Array(json.utf8)).encode(to: encoder)
  }
}

/// The program that wrote a record.
package struct WriterReport: Encodable {
  package let program: String
  package let version: String

  init(_ writer: WriterIdentity) {
    program = writer.program
    version = writer.version
  }
}

/// The kept versions of a kind as `snapshot list` shows them.
private struct VersionsReport: Encodable {
  struct Version: Encodable {
    let revision: Revision
    let type: String
    let format: Int
    let bytes: Int
    let changedAt: String
    let writer: WriterReport
  }

  let kind: String
  let storeRevision: Revision
  let versions: [Version]

  init(kind: Kind, _ versions: [SnapshotVersion], at token: StoreToken) {
    self.kind = kind.text
    storeRevision = token.revision
    self.versions = versions.map {
      Version(
        revision: $0.revision, type: $0.type, format: $0.format, bytes: $0.bytes,
        changedAt: DateText.format($0.changedAt), writer: WriterReport($0.writer))
    }
  }

  var text: String {
    versions.map {
      "revision \($0.revision)  \($0.changedAt)  \($0.bytes) bytes  "
        + "type \($0.type.displayable), format \($0.format)  "
        + "\($0.writer.program.displayable) \($0.writer.version.displayable)"
    }.joined(separator: "\n")
  }
}
