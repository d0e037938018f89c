import SharedStore
import SharedStoreCommandLine

/// `apply [FILE|-]`: JSON Lines, one transaction, one revision.
enum ApplyCommand {
  private static let file = Argument.positional(
    "file", help: "JSON Lines; - or nothing for standard input.", required: false)

  static var command: Command {
    Command(
      "apply", abstract: "Make several changes at one revision.",
      discussion: """
        Each line is one object: {"count":KIND,"set":N} or "add":N, {"publish":KIND,"payload":…}, \
        {"create":ID,"fields":{…}}, {"edit":ID,"set":{…},"unset":[…],"name":…}, \
        {"load":ID,"fields":{…}}, {"delete":ID}, {"undo":ID}, {"redo":ID}; with "ifRevision" and \
        "ifEpoch" where the commands have them. One bad line, and nothing is changed.
        """,
      arguments: [file], action: Action(apply))
  }

  private static func apply(_ run: Invocation) throws(StoreError) {
    let bytes = try InputFile.read(run.arguments[file] ?? "-", limit: 256 << 20)
    var lines: [ApplyLine] = []
    let text = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in text.enumerated() where !line.isEmpty {
      lines.append(try ApplyLine.parse(Array(line), number: index + 1))
    }
    let planned = lines
    let numbers = Set(lines.flatMap(\.numbersAsText).map(\.text)).sorted()
    try run.commit { tx throws(StoreError) in
      for line in planned { try line.apply(tx) }
    } report: { written in
      let report = Report(
        lines: planned.count, storeRevision: written.storeRevision, changed: written.changed,
        reloadKinds: written.reloadKinds.map(\.text),
        numbersAsText: numbers.isEmpty ? nil : numbers)
      let note = DocumentReport.note(numbersAsText: report.numbersAsText).map { "\n" + $0 } ?? ""
      let text =
        "\(report.lines) lines, \(report.changed ? "changed" : "unchanged"), "
        + "store revision \(report.storeRevision)\(note)"
      return (report, text)
    }
  }

  private struct Report: Encodable {
    let lines: Int
    let storeRevision: Revision
    let changed: Bool
    let verified = true
    let reloadKinds: [String]
    let numbersAsText: [String]?
  }
}
