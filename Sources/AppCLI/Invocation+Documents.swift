import SharedStore
import SharedStoreCommandLine

/// A document as a transaction left it.
struct ChangedDocument: Sendable {
  let document: StoreDocument
  let change: DocumentChange
}

extension Invocation {
  /// Changes a document, reads it back through a second connection, and shows it as the transaction
  /// left it.
  func change(
    _ id: DocumentID, numbersAsText: Set<FieldName> = [],
    _ body: @Sendable (borrowing WriteTransaction.Documents) throws(StoreError) -> DocumentChange
  ) throws(StoreError) {
    try commit { tx throws(StoreError) in
      let change = try body(tx.documents)
      return ChangedDocument(document: try tx.documents.current(id), change: change)
    } readBack: { reader, written throws(StoreError) in
      try Invocation.readBack(reader, written.value)
    } report: { written in
      let report = DocumentReport(written, numbersAsText)
      return (report, report.text)
    }
  }

  /// Looks for a changed document, or a newer one; somebody else may have deleted it since.
  static func readBack(
    _ reader: StoreReader, _ changed: ChangedDocument
  ) throws(StoreError) {
    do throws(StoreError) {
      let revision = try reader.document(changed.document.id).document.revision
      guard revision >= changed.change.revision else {
        throw StoreError(.rewound, "The document read back is older than the one just written.")
      }
    } catch  where error.code == .notFound {
    }
  }
}

extension DocumentReport {
  init(_ written: Written<ChangedDocument>, _ numbersAsText: Set<FieldName> = []) {
    self.init(
      written.value.document, at: written.storeRevision, changed: written.value.change.changed,
      name: written.value.change.name, conflicts: written.value.change.conflicts,
      reloadKinds: written.reloadKinds,
      numbersAsText: numbersAsText)
  }
}
