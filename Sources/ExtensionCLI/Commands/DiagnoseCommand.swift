import SharedStoreCommandLine
import SharedStoreReader

/// `diagnose KIND`: why a display shows an old value.
enum DiagnoseCommand {
  private static let kind = Argument.positional("kind", help: "The kind that is displayed.")
  private static let expected = Argument.option(
    "expect-revision", value: "revision", help: "The revision that the write's receipt named.")

  static var command: Command {
    Command(
      "diagnose", abstract: "Find out why a display shows an old value.",
      discussion: """
        Six questions, in the order in which a value travels: is it one store, was it written, was \
        the display asked, did the reader get it, do its entries last, what is on the screen. The \
        exit code is that of the first answer that says FAIL.
        """,
      arguments: [kind, expected], action: Action(show))
  }

  private static func show(_ run: Invocation) throws(StoreError) {
    let kind = try run.arguments.kind(kind)
    let found = StoreDiagnosis(
      of: kind, expected: try run.arguments.revision(expected), run.configurationSources,
      timeout: run.timeout, now: .now, dateText: DateText.format)
    let report = DiagnosisReport(found, run.program)
    try run.output.show(report, report.text)
    guard let (step, code) = found.diagnosis.firstFailure else { return }
    run.output.show(
      StoreError(
        code, "The diagnosis fails at '\(step.name.rawValue)'.",
        hint: step.next.first.map { .init($0.sentence) }))
    throw .reported(code)
  }
}

/// A diagnosis as `diagnose` shows it.
private struct DiagnosisReport: Encodable {
  struct Next: Encodable {
    let text: String
    let command: String?
  }

  struct Step: Encodable {
    let step: String
    let state: String
    let reason: String?
    let facts: [String]
    let next: [Next]

    init(_ step: Diagnosis.Step) {
      self.step = step.name.rawValue
      (state, reason) =
        switch step.outcome {
        case .ok: ("ok", nil)
        case .failed(let code): ("failed", code.word)
        case .unknown: ("unknown", nil)
        }
      facts = step.facts
      next = step.next.map { Next(text: $0.text, command: $0.command) }
    }
  }

  struct Reader: Encodable {
    let name: String
    let program: String
    let version: String
    let readAt: String
    let outcome: String
    let revision: Revision?
    let storeRevision: Revision?
    let entries: [String]

    init(_ reader: DiagnosisFindings.Reader) {
      let report = reader.report
      name = reader.name.text
      (program, version, outcome) = (report.program, report.version, report.outcome)
      readAt = DateText.format(report.readAt)
      (revision, storeRevision) = (report.revision, report.storeRevision)
      entries = report.entries.map(DateText.format)
    }
  }

  struct Versions: Encodable {
    let tool: String
    let schema: Int64
    let sqlite: String
    let system: String
  }

  let kind: String
  let ok: Bool
  let reason: String?
  let appGroup: SettingReport?
  let container: SettingReport?
  let ignored: [IgnoredReport]
  let path: String?
  let storeUUID: String?
  let incarnation: String?
  let storeRevision: Revision?
  let expectedRevision: Revision?
  let steps: [Step]
  let readers: [Reader]
  let unreadableReports: [String]
  let versions: Versions

  init(_ found: StoreDiagnosis, _ program: WriterIdentity) {
    let failure = found.diagnosis.firstFailure
    kind = found.findings.kind.text
    (ok, reason) = (failure == nil, failure?.code.word)
    (appGroup, container) = SettingReport.both(found.configuration)
    ignored = found.findings.ignored.map(IgnoredReport.init)
    path = found.status.map { $0.directory + "/" + StorePaths.storeName }
    (storeUUID, incarnation) = (found.status?.token.storeID, found.status?.token.incarnation)
    storeRevision = found.status?.token.revision
    expectedRevision = found.findings.expected
    steps = found.diagnosis.steps.map(Step.init)
    readers = found.findings.readers.map(Reader.init)
    unreadableReports = found.unreadableReports.map(\.text)
    versions = Versions(
      tool: program.version, schema: SchemaFingerprint.currentVersion,
      sqlite: LibraryStatus.loaded.version, system: LibraryStatus.system)
  }

  var text: String {
    var lines = [
      appGroup.map { "app group  \($0.value) (from \($0.origin))" },
      container.map { "container  \($0.value) (from \($0.origin))" },
    ].compactMap { $0 }
    lines += steps.flatMap(lines(of:))
    if !unreadableReports.isEmpty {
      lines.append(
        "reports that cannot be read: \(unreadableReports.joined(separator: ", "))")
    }
    lines.append(
      "versions: extension \(versions.tool), schema \(versions.schema), "
        + "SQLite \(versions.sqlite), \(versions.system)")
    return lines.map(\.displayable).joined(separator: "\n")
  }

  private func lines(of step: Step) -> [String] {
    let word =
      switch step.state {
      case "ok": "ok"
      case "failed": "FAIL"
      default: "?"
      }
    let margin = String(repeating: " ", count: 17)
    let begin = pad(step.step, 11) + pad(word, 6)
    let facts = step.facts.enumerated().map { ($0 == 0 ? begin : margin) + $1 }
    let next = step.next.flatMap { advice in
      [margin + "next: " + advice.text] + (advice.command.map { [margin + "$ " + $0] } ?? [])
    }
    return facts + next
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }
}
