import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// The rows of a kind without their text: which versions are kept, and in which slots.
///
/// A kind has at most 64 of them, so all are read, and their order is found here: an index by
/// revision would change at every publish and cost a page of its own.
struct KeptVersions {
  private struct Version {
    var row: Int64
    var slot: Int64
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
  /// - Throws: `damaged` when the rows are not the ones that were read, or a failure of SQLite.
  mutating func replace(
    by payload: StoredPayload, _ kind: Kind, _ metadata: SnapshotRow.Metadata,
    keeping retention: SnapshotRetention, _ database: Database
  ) throws(StoreError) {
    let new = Newest(
      bytes: payload.json.utf8.count, checksum: metadata.checksum(of: kind, payload),
      metadata: metadata, type: payload.type, count: payload.count)
    // The same kind twice in one transaction is one version of it.
    var reused = newest?.metadata.revision == metadata.revision ? versions.removeFirst() : nil
    versions.insert(
      Version(row: 0, slot: freeSlot, revision: metadata.revision, bytes: new.bytes), at: 0)
    let kept = retention.keptVersions(of: versions.map(\.bytes))
    while versions.count > kept, let leaving = versions.popLast() {
      if reused == nil {
        reused = leaving
      } else {
        try database.run("DELETE FROM snapshots WHERE rowid = ?1", leaving.row)
      }
    }
    if let reused {
      (versions[0].row, versions[0].slot) = (reused.row, reused.slot)
      try new.update(reused.row, payload, database)
    } else {
      versions[0].row = try new.insert(versions[0].slot, payload, kind, database)
    }
    newest = new
  }

  private var freeSlot: Int64 {
    for slot in 0..<Int64(versions.count) where !versions.contains(where: { $0.slot == slot }) {
      return slot
    }
    return Int64(versions.count)
  }
}

extension KeptVersions.Newest {
  /// Overwrites a row.
  fileprivate func update(
    _ row: Int64, _ payload: StoredPayload, _ database: Database
  ) throws(StoreError) {
    let changed = try database.change(
      """
      UPDATE snapshots SET revision = ?2, bytes = ?3, checksum = ?4, changed_at = ?5, writer = ?6,
        refresh_revision = ?7, refresh_at = ?8, type = ?9, format = ?10, count = ?11,
        title = ?12, payload = ?13
      WHERE rowid = ?1
      """, row, metadata.revision, bytes, checksum, metadata.changedAt, metadata.writer,
      metadata.refresh?.revision, metadata.refresh?.requestedAt, payload.type, payload.format,
      payload.count, payload.title, payload.json)
    guard changed == 1 else { throw .contradictingVersions }
  }

  /// Adds a row.
  fileprivate func insert(
    _ slot: Int64, _ payload: StoredPayload, _ kind: Kind, _ database: Database
  ) throws(StoreError) -> Int64 {
    try database.run(
      """
      INSERT INTO snapshots (kind, slot, revision, bytes, checksum, changed_at, writer,
        refresh_revision, refresh_at, type, format, count, title, payload)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """, kind, slot, metadata.revision, bytes, checksum, metadata.changedAt, metadata.writer,
      metadata.refresh?.revision, metadata.refresh?.requestedAt, payload.type, payload.format,
      payload.count, payload.title, payload.json)
    return database.lastInsertedRow
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
    hint: .restore)
}
