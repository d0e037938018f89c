import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// Reads back what an import has stored, before it is shown, without the writer lock.
struct ImportVerification {
  let session: JobSession

  /// How many documents are read in one look at the store.
  fileprivate static let documentsPerLook = 500

  /// Verifies all documents of the import, and counts the units of its second stage.
  /// - Throws: `damaged` when something is not what was read.
  func run() throws {
    let (stage, location) = (session.progress.stages[1], session.writer.location)
    var reader = ReaderSession()
    let total = try view(&reader, location) { view throws(StoreError) in
      try view.importedDocuments(session.claim.job)
    }
    var (verified, counted, last): (Int64, Int, Int64?) = (0, stage.done, 0)
    while let after = last {
      try session.check()
      let found = try view(&reader, location) { view throws(StoreError) in
        try view.verifyImported(session.claim.job, after: after, session.cancellation)
      }
      (last, verified) = (found.last, verified + found.documents)
      // Units are files, and some have more documents than others.
      let due = total > 0 ? Int(Int64(stage.total) * min(verified, total) / total) : 0
      try count(&counted, upTo: min(due, stage.total - 1))
    }
    let id = session.claim.job
    let isWhole = try session.writer.perform(.duty) { tx throws(StoreError) in
      try tx.transaction.areReplacementsWhole(by: id)
    }.value
    guard isWhole, verified == total else { throw StoreError.storedOtherwise }
    try count(&counted, upTo: stage.total)
  }

  private func count(_ counted: inout Int, upTo due: Int) throws {
    while counted < due {
      try session.countUnit(stage: 1)
      counted += 1
    }
  }

  /// A look that a cancel has ended is no failure.
  private func view<Result>(
    _ reader: inout ReaderSession, _ location: StoreLocation,
    _ body: (borrowing StoreView) throws(StoreError) -> Result
  ) throws -> Result {
    do throws(StoreError) {
      return try reader.view(location, deadline: nil) { view throws(StoreError) in try body(view) }
    } catch {
      try session.check()
      throw error
    }
  }
}

extension StoreView {
  fileprivate func importedDocuments(_ job: JobID) throws(StoreError) -> Int64 {
    try database.integer("SELECT documents FROM imports WHERE job = ?1", job)
  }

  /// Compares some of an import's documents with the sums that were written when they were read.
  /// - Returns: How many there were, and the last one; `nil` behind the last of all.
  fileprivate func verifyImported(
    _ job: JobID, after key: Int64, _ cancellation: JobCancellation
  ) throws(StoreError) -> (documents: Int64, last: Int64?) {
    var (documents, last): (Int64, Int64?) = (0, nil)
    var (sum, expected) = (FieldSum(), FieldSum())
    try database.forEachRow(
      """
      SELECT d.key, d.fields_checksum, f.name, f.value
      FROM (SELECT key, fields_checksum FROM documents WHERE import = ?1 AND key > ?2
        ORDER BY key LIMIT ?3) AS d LEFT JOIN fields AS f ON f.document = d.key
      """, job, key, ImportVerification.documentsPerLook
    ) { row throws(StoreError) in
      guard !cancellation.isRequested else { throw StoreError(.interrupted, "Interrupted.") }
      let (key, stored) = (row.integer(), FieldSum(row.integer()))
      if key != last {
        guard sum == expected else { throw StoreError.storedOtherwise }
        (documents, last, sum, expected) = (documents + 1, key, FieldSum(), stored)
      }
      if !row.isNull { sum.add(try row.fieldName(), try row.fieldValue()) }
    }
    guard sum == expected else { throw .storedOtherwise }
    return (documents, last)
  }
}

extension StoreError {
  fileprivate static let storedOtherwise = StoreError(
    .damaged, "What was stored is not what was read.")
}
