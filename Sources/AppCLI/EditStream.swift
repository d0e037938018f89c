import SharedStore
import SharedStoreCommandLine

/// `document edit ID --stream`: lines of standard input are moves of one drag; each is visible at
/// its own revision, and all of them are one group.
enum EditStream {
  /// Records lines until standard input ends, which ends the group.
  ///
  /// A signal, or a line that is no edit, ends it by its policy.
  static func run(
    _ run: Invocation, _ id: DocumentID, name: String?, interrupted: InterruptionPolicy
  ) throws(StoreError) {
    let input = try InputLines()
    let writer = try run.writer()
    let group = try writer.perform { tx throws(StoreError) in
      try tx.documents.beginGroup(in: id, name: name, interrupted: interrupted)
    }.value
    var number = 0
    do throws(StoreError) {
      while let line = try input.next() {
        number += 1
        if line.isEmpty { continue }
        let change: FieldChange
        do throws(FieldText.Refusal) {
          change = try FieldText.parse(line)
        } catch {
          throw StoreError(
            .badInput,
            "Line \(number) of the stream is no edit; what came before it was "
              + (interrupted == .keep ? "kept." : "reverted."), hint: .init(error.reason))
        }
        try record(change, group, writer, run)
      }
    } catch {
      _ = try writer.perform { tx throws(StoreError) in try tx.documents.cancelGroup(group) }
      throw error
    }
    let written = try writer.perform { tx throws(StoreError) in
      let change = try tx.documents.endGroup(group)
      return ChangedDocument(document: try tx.documents.current(id), change: change)
    }
    let report = DocumentReport(written)
    try run.shown(written.storeRevision) { () throws(StoreError) in
      try Invocation.readBack(run.reader(), written.value)
      try run.output.show(report, report.text)
    }
  }

  private static func record(
    _ change: FieldChange, _ group: OpenGroup, _ writer: StoreWriter, _ run: Invocation
  ) throws(StoreError) {
    let written = try writer.perform { tx throws(StoreError) in
      try tx.documents.edit(group.document, [change], in: group)
    }
    guard run.output == .json else { return }
    let move = Move(
      document: group.document.text, revision: written.value.revision,
      storeRevision: written.storeRevision, changed: written.value.changed,
      reloadKinds: written.reloadKinds.map(\.text))
    try run.output.show(move, "")
  }

  private struct Move: Encodable {
    let document: String
    let revision: Revision
    let storeRevision: Revision
    let changed: Bool
    let reloadKinds: [String]
  }
}
