import SharedStore
import SharedStoreCommandLine

extension Invocation {
  /// A writer of the configured store.
  /// - Throws: Every reason a store cannot be opened for writing.
  func writer(create: Bool = false) throws(StoreError) -> StoreWriter {
    let options = WriterOptions(writer: program, timeout: timeout, log: log)
    return try StoreWriter(configuration().location, create: create, options: options)
  }

  /// Runs one transaction, reads back what it did through a second, read-only connection, and shows
  /// it.
  ///
  /// What is shown comes from the transaction; the reading only says that it is there.
  /// - Parameters:
  ///   - body: Makes the changes.
  ///   - readBack: Gets a reader and what was written, and throws what is wrong with it.
  ///   - report: What is shown, as JSON and as text.
  /// - Throws: What `body` throws; after the commit, an error that says that it stands.
  func commit<Value: Sendable>(
    _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Value,
    readBack: (StoreReader, Written<Value>) throws(StoreError) -> Void = { _, _ in },
    report: (Written<Value>) -> (some Encodable, String)
  ) throws(StoreError) {
    let writer = try writer()
    let written = try writer.perform(.standard, body)
    do throws(StoreError) {
      let reader = try reader()
      let token = try reader.token()
      guard token.revision >= written.storeRevision else {
        throw StoreError(.rewound, "The store read back is older than what was just written.")
      }
      try readBack(reader, written)
    } catch {
      throw error.afterCommit(of: written.storeRevision, "reading it back failed")
    }
    let (result, text) = report(written)
    try shown(written.storeRevision) { () throws(StoreError) in try output.show(result, text) }
  }

  /// Shows what a transaction has done; a failure to do so says that it is done.
  func shown(
    _ revision: Revision, _ show: () throws(StoreError) -> Void
  ) throws(StoreError) {
    do throws(StoreError) {
      try show()
    } catch {
      throw error.afterCommit(of: revision, "the result could not be shown")
    }
  }

  /// Writes one record, reads it back, and shows what became of it.
  func publish(
    _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> WriteTransaction.Publication
  ) throws(StoreError) {
    try commit(body) { reader, written throws(StoreError) in
      let reading = reader.readStored(written.value.kind)
      // Somebody else may have removed it since.
      if let error = reading.error, error.code != .notFound { throw error }
      if let snapshot = reading.snapshot, snapshot.revision < written.value.revision {
        throw StoreError(.rewound, "The record read back is older than the one just written.")
      }
    } report: { written in
      let report = ReceiptReport(written)
      return (report, report.text)
    }
  }
}

extension StoreError {
  /// A failure that comes too late to change anything: whoever repeats the command changes it
  /// again.
  func afterCommit(of revision: Revision, _ what: String) -> StoreError {
    saying("Revision \(revision) was committed, but \(what): \(message)", hint: advice)
  }
}

/// What publishing did, as the commands that publish show it.
private struct ReceiptReport: Encodable {
  let kind: String
  let revision: Revision
  let storeRevision: Revision
  let changed: Bool
  let verified = true
  let reloadKinds: [String]
  let count: Int64?
  let title: String?

  init(_ written: Written<WriteTransaction.Publication>) {
    kind = written.value.kind.text
    revision = written.value.revision
    storeRevision = written.storeRevision
    changed = written.value.changed
    reloadKinds = written.reloadKinds.map(\.text)
    count = written.value.payload.count
    title = written.value.payload.title
  }

  var text: String {
    let what = changed ? "published" : "unchanged"
    return """
      \(kind.displayable): \(what)\(count.map { ", count \($0)" } ?? "")
      revision \(revision), store revision \(storeRevision), verified\
      \(reloadKinds.isEmpty ? "" : ", reload \(reloadKinds.joined(separator: " ").displayable)")
      """
  }
}
