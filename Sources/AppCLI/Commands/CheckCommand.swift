import SharedStore
import SharedStoreCommandLine

/// `check`: looks for damage and changes nothing.
enum CheckCommand {
  private static let full = Argument.flag(
    "full", help: "Compare indexes with their tables too; reads everything.")

  static var command: Command<Action> {
    Command(
      "check", abstract: "Look for damage in the store.", arguments: [full], action: Action(check))
  }

  private static func check(_ run: Invocation) throws(StoreError) {
    let result = try StoreCheck.run(
      run.configuration().location, full: run.arguments.isSet(full))
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
