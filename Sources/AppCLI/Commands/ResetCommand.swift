import SharedStore
import SharedStoreCommandLine

/// `reset --keep-evidence DIR`: moves a store that cannot be used aside.
enum ResetCommand {
  private static let evidence = Argument.option(
    "keep-evidence", value: "directory", help: "The folder that gets the files.", required: true)
  private static let discardLog = Argument.flag(
    "discard-log", help: "Move only the log aside; the store goes on without what it holds.")
  private static let yes = Argument.confirmation(
    "yes", help: "Reset without asking.",
    reason: "Resetting takes the store out of use. Confirm with '--yes'.")

  static var command: Command {
    Command(
      "reset", abstract: "Move a store that cannot be used aside, or only its log.",
      arguments: [evidence, discardLog, yes], action: Action(reset))
  }

  private static func reset(_ run: Invocation) throws(StoreError) {
    let options = WriterOptions(writer: run.program, timeout: run.timeout, log: run.log)
    let done = try StoreReset.run(
      run.configuration().location, keepEvidence: run.arguments.required(evidence),
      onlyLog: run.arguments.isSet(discardLog), options: options)
    let report = Report(
      evidence: done.evidence, files: done.files, storeRevision: done.token?.revision)
    let rest =
      report.storeRevision.map { "store revision \($0)" }
      ?? "there is no store now: 'app restore' brings a backup back, 'app init' creates a new one"
    try run.output.show(
      report,
      "moved \(report.files.joined(separator: ", ")) to \(report.evidence.displayable)\n\(rest)")
  }

  private struct Report: Encodable {
    let evidence: String
    let files: [String]
    let storeRevision: Revision?
  }
}
