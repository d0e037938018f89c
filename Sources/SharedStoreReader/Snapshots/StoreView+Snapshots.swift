public import SharedStoreModel
import SharedStoreSQLite

extension StoreView {
  /// The newest record of a kind as it is stored, or a kept older version, or why there is none.
  func reading(of kind: Kind, revision: Revision?) -> Reading<StoredPayload> {
    do throws(StoreError) {
      guard let snapshot = try snapshot(of: kind, revision: revision) else {
        return .unavailable(
          (revision == nil ? StoreError.noSuchKind : .noSuchVersion).at(token.revision))
      }
      return .value(snapshot, at: token)
    } catch {
      return .unavailable(error.at(token.revision))
    }
  }

  /// The newest record of a kind, or a kept older version; `nil` when there is none.
  /// - Throws: `damaged`, `unsupportedFormat`.
  package func snapshot(
    of kind: Kind, revision: Revision? = nil
  ) throws(StoreError) -> Snapshot<StoredPayload>? {
    let found =
      if let revision { try SnapshotRow.version(of: kind, at: revision, database) } else {
        try SnapshotRow.newest(of: kind, database)
      }
    // Numbers that contradict one another are damage, whatever their checksums say.
    if let found, found.revision > token.revision { throw .beyondStore }
    return found
  }

  /// The kept versions of a kind, newest first; none for an unknown kind.
  /// - Throws: `damaged`.
  package func versions(of kind: Kind) throws(StoreError) -> [SnapshotVersion] {
    try database.rows(
      """
      SELECT s.revision, s.bytes, s.changed_at, s.writer, w.program, w.version, s.type, s.format
      FROM snapshots AS s LEFT JOIN writers AS w ON w.id = s.writer
      WHERE s.kind = ?1
      """, kind
    ) { row throws(StoreError) in try SnapshotVersion(&row) }
    .sorted { $0.revision > $1.revision }
  }

  /// Every kind with its newest revision, in the order of its text's bytes.
  /// - Throws: `damaged`.
  package func kinds() throws(StoreError) -> [KindSummary] {
    try database.rows(
      """
      SELECT kind, max(revision), count(*), sum(bytes), changed_at, type
      FROM snapshots GROUP BY kind ORDER BY kind
      """
    ) { row throws(StoreError) in try KindSummary(&row) }
  }

  /// The last request for a new timeline of each kind that had one, in the order of the kinds.
  /// - Throws: `damaged`.
  package func refreshRequests() throws(StoreError) -> [(kind: Kind, request: RefreshRequest)] {
    try database.rows(
      """
      SELECT kind, max(revision), refresh_revision, refresh_at
      FROM snapshots GROUP BY kind ORDER BY kind
      """
    ) { row throws(StoreError) -> (Kind, RefreshRequest?) in
      let kind = try row.kind()
      row.skip(1)
      return (kind, try RefreshRequest(&row))
    }
    .compactMap { kind, request in request.map { (kind, $0) } }
  }
}

/// One kept version of a kind.
public struct SnapshotVersion: Hashable, Sendable {
  /// The store revision that made it.
  public let revision: Revision
  /// The payload's type.
  public let type: String
  /// The payload's format.
  public let format: Int
  /// Bytes of payload.
  public let bytes: Int
  /// When it was written.
  public let changedAt: Timestamp
  /// Who wrote it.
  public let writer: WriterIdentity

  init(_ row: inout Columns) throws(StoreError) {
    revision = try row.revision()
    bytes = try row.count()
    changedAt = try row.timestamp()
    writer = try WriterIdentity(&row)
    type = try row.requiredText()
    format = try row.count()
  }
}

/// One kind of a store.
public struct KindSummary: Hashable, Sendable {
  /// The series.
  public let kind: Kind
  /// The newest version's revision.
  public let revision: Revision
  /// How many versions are kept.
  public let versions: Int
  /// Bytes of payload of all kept versions.
  public let bytes: Int
  /// When the newest version was written.
  public let changedAt: Timestamp
  /// The newest version's type.
  public let type: String

  init(_ row: inout Columns) throws(StoreError) {
    kind = try row.kind()
    revision = try row.revision()
    versions = try row.count()
    bytes = try row.count()
    changedAt = try row.timestamp()
    type = try row.requiredText()
  }
}

extension StoreError {
  static let noSuchKind = StoreError(.notFound, "There is no record of that kind.")
  static let noSuchVersion = StoreError(
    .notFound, "That version is not kept.", hint: "'snapshot list' shows the kept versions.")
  package static let beyondStore = StoreError(
    .damaged, "A record has a revision that the store has not reached.",
    hint: "Restore a backup; 'app check' says what is wrong.")
}
