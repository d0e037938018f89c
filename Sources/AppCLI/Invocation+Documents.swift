import SharedStore
import SharedStoreCommandLine

extension Invocation {
  /// Changes a document, reads it back through a second connection, and shows it (contract R4).
  func change(
    _ id: DocumentID, numbersAsText: Set<FieldName> = [],
    _ body: (BlockingStoreWriter) throws(StoreError) -> DocumentReceipt
  ) throws(StoreError) {
    let writer = try writer(configuration())
    let receipt = try body(writer)
    try show(receipt, numbersAsText: numbersAsText)
  }

  /// Reads a changed document back and shows it.
  func show(
    _ receipt: DocumentReceipt, numbersAsText: Set<FieldName> = []
  ) throws(StoreError) {
    let (document, token) = try reader().document(receipt.id)
    guard document.revision >= receipt.revision else {
      throw StoreError(.rewound, "The document read back is older than the one just written.")
    }
    let report = DocumentReport(
      document, at: token, changed: receipt.changed, name: receipt.name,
      numbersAsText: numbersAsText)
    try output.show(report, report.text)
  }
}
