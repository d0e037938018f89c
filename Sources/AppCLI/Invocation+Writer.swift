import SharedStore
import SharedStoreCommandLine

extension Invocation {
  /// A writer of the configured store.
  /// - Throws: Every reason a store cannot be opened for writing.
  func writer(
    _ configuration: Configuration, create: Bool = false
  ) throws(StoreError) -> BlockingStoreWriter {
    let options = WriterOptions(
      writer: program, timeoutMilliseconds: timeoutMilliseconds, log: log)
    return try BlockingStoreWriter(configuration.location, create: create, options: options)
  }

  /// Writes one record, reads it back, and shows what became of it (contract R4).
  func publish(
    _ kind: Kind, _ body: (inout WriteTransaction) throws(StoreError) -> Published
  ) throws(StoreError) {
    let writer = try writer(configuration())
    let receipt = try writer.receipt(for: kind, body)
    do throws(StoreError) {
      try writer.readBack(receipt)
    } catch {
      throw StoreError(
        error.code,
        "Revision \(receipt.revision) was committed, but reading it back failed: \(error.message)",
        hint: error.hint, sqlite: error.sqlite)
    }
    let reader = try reader()
    let report = ReceiptReport(receipt, count: reader.readCount(kind).snapshot?.payload)
    try output.show(report, report.text)
  }
}

/// What publishing did, as the commands that publish show it.
private struct ReceiptReport: Encodable {
  let kind: String
  let revision: Revision
  let storeRevision: Revision
  let changed: Bool
  let verified = true
  let refreshRequested: Bool
  let count: Int64?
  let title: String?

  init(_ receipt: PublishReceipt, count: CountSnapshot?) {
    kind = receipt.kind.text
    revision = receipt.revision
    storeRevision = receipt.storeRevision
    changed = receipt.changed
    refreshRequested = receipt.refreshRequested
    self.count = count?.count
    title = count?.title
  }

  var text: String {
    let what = changed ? "published" : "unchanged"
    return """
      \(kind.displayable): \(what)\(count.map { ", count \($0)" } ?? "")
      revision \(revision), store revision \(storeRevision), verified\
      \(refreshRequested ? ", refresh requested" : "")
      """
  }
}
