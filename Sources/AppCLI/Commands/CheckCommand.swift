import SharedStore
import SharedStoreCommandLine

/// `check`: looks for damage and changes nothing.
enum CheckCommand {
  private static let full = Argument.flag(
    "full",
    help: "Compare indexes with their tables too, while other writers wait; reads everything.")

  private static let rebuildIndex = Argument.flag(
    "rebuild-index", help: "Build the search index anew from the documents first.")

  static var command: Command {
    Command(
      "check", abstract: "Look for damage in the store.", arguments: [full, rebuildIndex],
      action: Action(check))
  }

  /// Of more documents the index is asked only by a full check: other writers wait meanwhile.
  private static let mostDocumentsAsked = 10_000

  private static func check(_ run: Invocation) throws(StoreError) {
    let configuration = try run.configuration()
    if run.arguments.isSet(rebuildIndex) {
      try run.writer().rebuildSearchIndex()
    }
    var result = try StoreCheck.run(configuration.location, full: run.arguments.isSet(full))
    // Only a writer can ask the index, under the lock; whoever may only read goes without, and so
    // does a store that a writer would bring up to date or settle first.
    do throws(StoreError) {
      let isAsked =
        result.isCurrent && !result.isRewound
        && (run.arguments.isSet(full) || result.documentCount <= mostDocumentsAsked)
      result.noteSearchIndex(isSound: isAsked ? try run.writer().isSearchIndexSound() : nil)
    } catch {
      // What is damaged has been found already, and is no reason not to say so.
      guard error.code == .unreadable || (error.code == .damaged && !result.isSound) else {
        throw error
      }
      result.noteSearchIndex(isSound: nil)
    }
    let report = Report(result)
    try run.output.show(report, report.text)
    guard result.isSound else { throw .reported(.damaged) }
  }

  private struct Report: Encodable {
    struct Finding: Encodable {
      let name: String
      let examined: Int
      let faults: Int
      let details: [Fault]
    }

    struct Fault: Encodable {
      let subject: String
      let name: String?
      let message: String
      let remedy: String

      init(_ fault: StoreCheck.Fault) {
        subject = fault.subject.rawValue
        (name, message, remedy) = (fault.name, fault.message, fault.advice.command ?? "")
      }

      var text: String {
        let what = subject + (name.map { " \($0)" } ?? "")
        return "  \(what.displayable): \(message.displayable) \(remedy)"
      }
    }

    let ok: Bool
    let storeRevision: Revision?
    let findings: [Finding]

    init(_ check: StoreCheck) {
      ok = check.isSound
      storeRevision = check.token?.revision
      findings = check.findings.map { finding in
        Finding(
          name: finding.name, examined: finding.examined, faults: finding.faults,
          details: finding.details.map { Fault($0) })
      }
    }

    var text: String {
      let lines = findings.flatMap { finding in
        ["\(finding.name): \(finding.examined) examined, \(finding.faults) faults"]
          + finding.details.map(\.text)
          + (finding.faults > finding.details.count
            ? ["  and \(finding.faults - finding.details.count) more"] : [])
      }
      let place = storeRevision.map { "at store revision \($0)" } ?? "at an unknown revision"
      return (lines + ["\(ok ? "sound" : "damaged") \(place)"]).joined(separator: "\n")
    }
  }
}
