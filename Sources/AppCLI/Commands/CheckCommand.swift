import SharedStore
import SharedStoreCommandLine

/// `check`: looks for damage and changes nothing.
enum CheckCommand {
  private static let full = Argument.flag(
    "full", help: "Compare indexes with their tables too; reads everything.")

  private static let rebuildIndex = Argument.flag(
    "rebuild-index", help: "Build the search index anew from the documents first.")

  static var command: Command {
    Command(
      "check", abstract: "Look for damage in the store.", arguments: [full, rebuildIndex],
      action: Action(check))
  }

  private static func check(_ run: Invocation) throws(StoreError) {
    let configuration = try run.configuration()
    if run.arguments.isSet(rebuildIndex) {
      try run.writer().rebuildSearchIndex()
    }
    var result = try StoreCheck.run(configuration.location, full: run.arguments.isSet(full))
    // Only a writer can ask the index, under the lock; whoever may only read goes without, and so
    // does a store that a writer would bring up to date or settle first.
    do throws(StoreError) {
      result.noteSearchIndex(
        isSound: result.isCurrent && !result.isRewound
          ? try run.writer().isSearchIndexSound() : nil)
    } catch  where error.code == .unreadable {
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
    }

    let ok: Bool
    let storeRevision: Revision
    let findings: [Finding]

    init(_ check: StoreCheck) {
      ok = check.isSound
      storeRevision = check.token.revision
      findings = check.findings.map {
        Finding(name: $0.name, examined: $0.examined, faults: $0.faults)
      }
    }

    var text: String {
      let lines = findings.map { "\($0.name): \($0.examined) examined, \($0.faults) faults" }
      return (lines + ["\(ok ? "sound" : "damaged") at store revision \(storeRevision)"])
        .joined(separator: "\n")
    }
  }
}
