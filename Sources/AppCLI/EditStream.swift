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
    let writer = try run.writer(run.configuration())
    let group = try writer.beginGroup(in: id, name: name, interrupted: interrupted)
    var number = 0
    do throws(StoreError) {
      while let line = try input.next() {
        number += 1
        if line.isEmpty { continue }
        guard let change = FieldText.parse(line) else {
          throw StoreError(
            .badInput,
            "Line \(number) of the stream is no edit; what came before it was "
              + (interrupted == .keep ? "kept." : "reverted."), hint: FieldText.rule)
        }
        try record(change, group, writer, run)
      }
    } catch {
      try writer.cancelGroup(group)
      throw error
    }
    try run.show(writer.endGroup(group))
  }

  private static func record(
    _ change: FieldChange, _ group: OpenGroup, _ writer: BlockingStoreWriter, _ run: Invocation
  ) throws(StoreError) {
    let receipt = try writer.editDocument(group.document, [change], in: group)
    guard run.output == .json else { return }
    let move = Move(
      document: receipt.id.text, revision: receipt.revision,
      storeRevision: receipt.storeRevision, changed: receipt.changed)
    try run.output.show(move, "")
  }

  private struct Move: Encodable {
    let document: String
    let revision: Revision
    let storeRevision: Revision
    let changed: Bool
  }
}
