package import SharedStoreModel
package import SharedStoreSQLite

/// One row of `snapshots`, verified as it is read.
package enum SnapshotRow {
  /// The checksum over everything a reader is shown (contract R6).
  package static func checksum(
    kind: Kind, revision: Revision, payload: StoredPayload, changedAt: Timestamp
  ) -> Int64 {
    var checksum = Checksum()
    checksum.add(kind.text)
    checksum.add(revision.rawValue)
    checksum.add(payload.type)
    checksum.add(Int64(payload.format))
    checksum.add(payload.count)
    checksum.add(payload.title)
    checksum.add(changedAt.milliseconds)
    checksum.add(payload.json)
    return checksum.value
  }

  /// Reads a record from the columns `revision, type, format, count, title, changed_at, program,
  /// program_version, checksum, payload` that begin at `first`.
  /// - Throws: `unsupportedFormat` before anything else, since the rule of a checksum belongs to
  ///   its format; then `damaged`.
  package static func read(
    _ row: borrowing Statement, from first: Int32, kind: Kind
  ) throws(StoreError) -> Snapshot<StoredPayload> {
    guard
      let type = row.text(first + 1), let format = Int(exactly: row.integer(first + 2)),
      let revision = Revision(rawValue: row.integer(first)),
      let changedAt = Timestamp(milliseconds: row.integer(first + 5)),
      let program = row.text(first + 6), let version = row.text(first + 7),
      let json = row.text(first + 9)
    else { throw .damagedRecord }
    try checkFormat(type: type, format: format)
    let payload = StoredPayload(
      type: type, format: format, json: json, count: row.optionalInteger(first + 3),
      title: row.text(first + 4))
    let expected = checksum(kind: kind, revision: revision, payload: payload, changedAt: changedAt)
    guard expected == row.integer(first + 8) else { throw .damagedRecord }
    return Snapshot(
      kind: kind, revision: revision, type: type, format: format, payload: payload,
      changedAt: changedAt, writer: WriterIdentity(program: program, version: version))
  }

  private static func checkFormat(type: String, format: Int) throws(StoreError) {
    let known: Int
    switch type {
    case CountSnapshot.typeName: known = CountSnapshot.format
    case StoredPayload.untyped: known = 1
    default: return  // An app's own type: the app's reader judges it.
    }
    guard format <= known else { throw .unsupportedFormat(format, known: known) }
  }
}

extension StoreError {
  static let damagedRecord = StoreError(
    .damaged, "The record does not match its checksum.",
    hint: "Publish it again, or restore a backup; older versions may still be whole.")

  static func unsupportedFormat(_ format: Int, known: Int) -> StoreError {
    StoreError(
      .unsupportedFormat, "The record has format \(format); this reader knows up to \(known).",
      hint: "Update the reader.")
  }
}
