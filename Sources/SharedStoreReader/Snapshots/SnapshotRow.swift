public import SharedStoreModel
package import SharedStoreSQLite

/// One row of `snapshots`, verified as it is read.
package enum SnapshotRow {
  /// The newest record of a kind; `nil` when there is none.
  /// - Throws: `damaged`, `unsupportedFormat`, or a reason of a reading.
  package static func newest(
    of kind: Kind, _ database: Database
  ) throws(StoreError) -> Snapshot<StoredPayload>? {
    // First its key, from columns before the text; then the row, with its text.
    try database.row(
      """
      SELECT s.revision, s.checksum, s.changed_at, s.writer, w.program, w.version,
        s.refresh_revision, s.refresh_at, s.type, s.format, s.count, s.title, s.payload
      FROM snapshots AS s LEFT JOIN writers AS w ON w.id = s.writer
      WHERE s.rowid = (SELECT rowid FROM
        (SELECT rowid, max(revision) FROM snapshots WHERE kind = ?1))
      """, kind
    ) { row throws(StoreError) in try read(&row, kind) }
  }

  /// A kept version of a kind by its revision; `nil` when it is not kept.
  /// - Throws: As ``newest(of:_:)``.
  package static func version(
    of kind: Kind, at revision: Revision, _ database: Database
  ) throws(StoreError) -> Snapshot<StoredPayload>? {
    try database.row(
      """
      SELECT s.revision, s.checksum, s.changed_at, s.writer, w.program, w.version,
        s.refresh_revision, s.refresh_at, s.type, s.format, s.count, s.title, s.payload
      FROM snapshots AS s LEFT JOIN writers AS w ON w.id = s.writer
      WHERE s.kind = ?1 AND s.revision = ?2
      """, kind, revision
    ) { row throws(StoreError) in try read(&row, kind) }
  }

  /// Every record with its kind, for a check.
  /// - Parameters:
  ///   - database: The store.
  ///   - body: Gets the kind's text, `nil` if it is none, and the record or why it is none.
  /// - Throws: A reason of a reading.
  package static func forEach(
    _ database: Database,
    _ body: (String?, Result<Revision, StoreError>) throws(StoreError) -> Void
  ) throws(StoreError) {
    try database.forEachRow(
      """
      SELECT s.kind, s.revision, s.checksum, s.changed_at, s.writer, w.program, w.version,
        s.refresh_revision, s.refresh_at, s.type, s.format, s.count, s.title, s.payload,
        s.bytes
      FROM snapshots AS s LEFT JOIN writers AS w ON w.id = s.writer
      """
    ) { row throws(StoreError) in
      let text = row.text()
      let record: Result<Revision, StoreError>
      do throws(StoreError) {
        guard let kind = text.flatMap({ Kind($0) }) else { throw StoreError.damagedRow }
        let snapshot = try read(&row, kind)
        // A connection that only reads does not even parse the CHECKs of the schema.
        guard try row.count() == snapshot.payload.json.utf8.count else {
          throw StoreError.damagedRecord
        }
        record = .success(snapshot.revision)
      } catch {
        record = .failure(error)
      }
      try body(text, record)
    }
  }

  private static func read(
    _ row: inout Columns, _ kind: Kind
  ) throws(StoreError) -> Snapshot<StoredPayload> {
    let (revision, stored) = (try row.revision(), row.integer())
    let changedAt = try row.timestamp()
    let writer = try WriterIdentity(&row)
    let refresh = try RefreshRequest(&row)
    let (type, format) = (try row.requiredText(), try row.count())
    // Before anything else, since the rule of a checksum belongs to its format.
    try checkFormat(type: type, format: format)
    let (count, title) = (row.optionalInteger(), try row.optionalText())
    let payload = StoredPayload(
      type: type, format: format, json: try row.requiredText(), count: count, title: title)
    let metadata = Metadata(
      revision: revision, changedAt: changedAt, writer: writer.key, refresh: refresh)
    guard metadata.checksum(of: kind, payload) == stored else { throw .damagedRecord }
    return Snapshot(
      kind: kind, revision: revision, type: type, format: format, payload: payload,
      changedAt: changedAt, writer: writer)
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

  /// What a version has beside its payload.
  package struct Metadata: Hashable, Sendable {
    package let revision: Revision
    package let changedAt: Timestamp
    /// The key of the program's row in `writers`.
    package let writer: Int64
    package let refresh: RefreshRequest?

    package init(
      revision: Revision, changedAt: Timestamp, writer: Int64, refresh: RefreshRequest?
    ) {
      self.revision = revision
      self.changedAt = changedAt
      self.writer = writer
      self.refresh = refresh
    }

    /// Over everything a reader is shown, and the kind: a row that gets into another kind or
    /// revision does not pass for one of it.
    package func checksum(of kind: Kind, _ payload: StoredPayload) -> Int64 {
      var checksum = Checksum()
      checksum.add(kind.text)
      checksum.add(revision.rawValue)
      checksum.add(changedAt.milliseconds)
      checksum.add(writer)
      checksum.add(refresh?.revision.rawValue)
      checksum.add(refresh?.requestedAt.milliseconds)
      checksum.add(payload.type)
      checksum.add(Int64(payload.format))
      checksum.add(payload.count)
      checksum.add(payload.title)
      checksum.add(payload.json)
      return checksum.value
    }
  }
}

/// The last time a display of a kind was asked to build a new timeline: a hint, not a promise.
public struct RefreshRequest: Hashable, Sendable {
  /// The store revision at which it was asked.
  public let revision: Revision
  /// When.
  public let requestedAt: Timestamp

  package init(revision: Revision, requestedAt: Timestamp) {
    self.revision = revision
    self.requestedAt = requestedAt
  }

  /// Reads the columns `refresh_revision, refresh_at`; `nil` when nothing was ever asked.
  package init?(_ row: inout Columns) throws(StoreError) {
    if row.isNull {
      row.skip(2)
      return nil
    }
    (revision, requestedAt) = (try row.revision(), try row.timestamp())
  }
}

extension StoreError {
  package static let damagedRecord = StoreError(
    .damaged, "The record does not match its checksum.",
    hint: "Publish it again, or restore a backup; older versions may still be whole.")

  static func unsupportedFormat(_ format: Int, known: Int) -> StoreError {
    StoreError(
      .unsupportedFormat, "The record has format \(format); this reader knows up to \(known).",
      hint: "Update the reader.")
  }
}
