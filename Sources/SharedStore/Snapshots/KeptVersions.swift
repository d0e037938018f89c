import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// The rows of a kind without their text: which versions are kept, and in which slots.
///
/// A kind has at most 64 of them, so all are read, and their order is found here: an index by
/// revision would change at every publish and cost a page of its own.
struct KeptVersions {
  private struct Version {
    let row: Int64
    let slot: Int64
    let revision: Revision
    let bytes: Int
  }

  /// The current record, with what tells whether another one is equal to it.
  struct Newest {
    let bytes: Int
    let checksum: Int64
    let metadata: SnapshotRow.Metadata
    let type: String
    let count: Int64?
  }

  /// Newest first.
  private var versions: [Version] = []
  private(set) var newest: Newest?

  /// Reads them.
  /// - Throws: `damaged` for more versions than can be, or two of one revision.
  init(of kind: Kind, _ database: Database) throws(StoreError) {
    var (versions, newest): ([Version], Newest?) = ([], nil)
    try database.forEachRow(
      """
      SELECT rowid, slot, revision, bytes, checksum, changed_at, writer, refresh_revision,
        refresh_at, type, count
      FROM snapshots WHERE kind = ?1
      """, kind
    ) { row throws(StoreError) in
      let version = Version(
        row: row.integer(), slot: row.integer(), revision: try row.revision(),
        bytes: try row.count())
      versions.append(version)
      if let newest, newest.metadata.revision >= version.revision { return }
      newest = try Newest(&row, version.revision, version.bytes)
    }
    versions.sort { $0.revision > $1.revision }
    guard versions.count <= SnapshotRetention.mostVersions,
      zip(versions, versions.dropFirst()).allSatisfy({ $0.revision != $1.revision })
    else { throw .contradictingVersions }
    (self.versions, self.newest) = (versions, newest)
  }

  /// Writes a new version into the slot of one that leaves, or into a free one.
  func replace(
    by payload: StoredPayload, _ kind: Kind, _ metadata: SnapshotRow.Metadata,
    keeping retention: SnapshotRetention, _ database: Database
  ) throws(StoreError) {
    let bytes = payload.json.utf8.count
    // The same kind twice in one transaction is one version of it.
    let own = versions.first { $0.revision == metadata.revision }
    let older = versions.filter { $0.revision != metadata.revision }
    let kept = retention.keptVersions(of: [bytes] + older.map(\.bytes)) - 1
    var leaving = older[kept...]
    let checksum = metadata.checksum(of: kind, payload)
    if let reused = own ?? leaving.popLast() {
      try database.run(
        """
        UPDATE snapshots SET revision = ?2, bytes = ?3, checksum = ?4, changed_at = ?5, writer = ?6,
          refresh_revision = ?7, refresh_at = ?8, type = ?9, format = ?10, count = ?11,
          title = ?12, payload = ?13
        WHERE rowid = ?1
        """, reused.row, metadata.revision, bytes, checksum, metadata.changedAt, metadata.writer,
        metadata.refresh?.revision, metadata.refresh?.requestedAt, payload.type, payload.format,
        payload.count, payload.title, payload.json)
    } else {
      try database.run(
        """
        INSERT INTO snapshots (kind, slot, revision, bytes, checksum, changed_at, writer,
          refresh_revision, refresh_at, type, format, count, title, payload)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
        """, kind, freeSlot, metadata.revision, bytes, checksum, metadata.changedAt,
        metadata.writer, metadata.refresh?.revision, metadata.refresh?.requestedAt, payload.type,
        payload.format, payload.count, payload.title, payload.json)
    }
    for version in leaving {
      try database.run("DELETE FROM snapshots WHERE rowid = ?1", version.row)
    }
  }

  private var freeSlot: Int64 {
    let taken = Set(versions.map(\.slot))
    return (0...Int64(versions.count)).first { !taken.contains($0) } ?? Int64(versions.count)
  }
}

extension KeptVersions.Newest {
  /// Reads the columns `checksum, changed_at, writer, refresh_revision, refresh_at, type, count`.
  fileprivate init(
    _ row: inout Columns, _ revision: Revision, _ bytes: Int
  ) throws(StoreError) {
    self.bytes = bytes
    checksum = row.integer()
    // A time that is none fits no checksum, and publishing over it is how it is mended.
    metadata = SnapshotRow.Metadata(
      revision: revision, changedAt: Timestamp(clampingMilliseconds: row.integer()),
      writer: row.integer(),
      refresh: try RefreshRequest(&row))
    type = row.text() ?? ""
    count = row.optionalInteger()
  }
}

extension StoreError {
  static let contradictingVersions = StoreError(
    .damaged, "The versions of the kind contradict one another.",
    hint: "Restore a backup; 'app check' says what is wrong.")
}
