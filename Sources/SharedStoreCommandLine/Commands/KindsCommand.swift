import SharedStoreModel
import SharedStoreReader

/// `kinds`.
enum KindsCommand {
  static var command: Command {
    Command("kinds", abstract: "List the kinds of the store.", action: Action(list))
  }

  private static func list(_ run: Invocation) throws(StoreError) {
    let (kinds, token) = try run.reader().kinds()
    let report = Report(kinds, at: token)
    try run.output.show(report, report.text)
  }

  private struct Report: Encodable {
    struct Entry: Encodable {
      let kind: String
      let revision: Revision
      let type: String
      let changedAt: String
      let versions: Int
      let bytes: Int
    }

    let storeRevision: Revision
    let kinds: [Entry]

    init(_ kinds: [KindSummary], at token: StoreToken) {
      storeRevision = token.revision
      self.kinds = kinds.map {
        Entry(
          kind: $0.kind.text, revision: $0.revision, type: $0.type,
          changedAt: DateText.format($0.changedAt), versions: $0.versions, bytes: $0.bytes)
      }
    }

    var text: String {
      if kinds.isEmpty { return "no kinds at store revision \(storeRevision)" }
      return zip(kinds.map(\.kind).toldApart, kinds).map { name, kind in
        "\(name)  revision \(kind.revision)  \(kind.changedAt)  "
          + "\(kind.versions) \(kind.versions == 1 ? "version" : "versions"), \(kind.bytes) bytes"
      }.joined(separator: "\n")
    }
  }
}
