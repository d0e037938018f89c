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

  /// The newest value of a payload type; `nil` when there is none.
  /// - Parameters:
  ///   - type: The type to read.
  ///   - kind: The series, when it is not the type's own.
  /// - Returns: The value with its revision.
  /// - Throws: `unsupportedFormat` for a record of another type or format, `damaged`.
  public func snapshot<Payload: SnapshotPayload>(
    _ type: Payload.Type, kind: Kind = Payload.kind
  ) throws(StoreError) -> Snapshot<Payload>? {
    guard let stored = try snapshot(of: kind) else { return nil }
    let payload = try PayloadCoding.typed(stored, as: type)
    return stored.map { _ in payload }
  }

  /// The newest record of a kind as it is stored, or a kept older version; `nil` when there is none.
  /// - Throws: `damaged`, `unsupportedFormat`.
  public func snapshot(
    of kind: Kind, revision: Revision? = nil
  ) throws(StoreError) -> Snapshot<StoredPayload>? {
    let found =
      if let revision { try SnapshotRow.version(of: kind, at: revision, database) } else {
        try SnapshotRow.newest(of: kind, database)
      }
    // Numbers that contradict one another are damage, whatever their checksums say.
    if let found, found.revision > newest { throw .beyondStore }
    return found
  }

  /// The kept versions of a kind, newest first; none for an unknown kind.
  /// - Throws: `damaged`.
  public func versions(of kind: Kind) throws(StoreError) -> [SnapshotVersion] {
    try database.rows(
      """
      SELECT s.revision, s.bytes, s.changed_at, s.writer, w.program, w.version, s.type, s.format
      FROM snapshots AS s LEFT JOIN writers AS w ON w.id = s.writer
      WHERE s.kind = ?1
      """, kind
    ) { row throws(StoreError) in
      let version = try SnapshotVersion(&row)
      guard version.revision <= newest else { throw StoreError.beyondStore }
      return version
    }
    .sorted { $0.revision > $1.revision }
  }

  /// Every kind with its newest revision, in the order of its text's bytes.
  /// - Throws: `damaged`.
  public func kinds() throws(StoreError) -> [KindSummary] {
    var kinds: [Kind: KindSummary] = [:]
    try database.forEachRow("SELECT kind, revision, bytes, changed_at, type FROM snapshots") {
      row throws(StoreError) in
      let version = try KindSummary(&row)
      guard version.revision <= newest else { throw .beyondStore }
      kinds[version.kind] = kinds[version.kind]?.joined(with: version) ?? version
    }
    return kinds.values.sorted {
      $0.kind.text.utf8.lexicographicallyPrecedes($1.kind.text.utf8)
    }
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
      let (kind, revision) = (try row.kind(), try row.revision())
      let request = try RefreshRequest(&row)
      guard revision <= newest, request?.revision ?? revision <= revision else {
        throw StoreError.beyondStore
      }
      return (kind, request)
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

  private init(
    kind: Kind, revision: Revision, versions: Int, bytes: Int, changedAt: Timestamp, type: String
  ) {
    self.kind = kind
    self.revision = revision
    self.versions = versions
    self.bytes = bytes
    self.changedAt = changedAt
    self.type = type
  }

  /// A kind of which there is one version.
  init(_ row: inout Columns) throws(StoreError) {
    self.init(
      kind: try row.kind(), revision: try row.revision(), versions: 1, bytes: try row.count(),
      changedAt: try row.timestamp(), type: try row.requiredText())
  }

  /// A kind with the versions of both.
  func joined(with other: KindSummary) -> KindSummary {
    let newer = other.revision > revision ? other : self
    // Far more versions than can be do not overflow either.
    let (sum, overflow) = bytes.addingReportingOverflow(other.bytes)
    return KindSummary(
      kind: kind, revision: newer.revision, versions: versions + other.versions,
      bytes: overflow ? .max : sum, changedAt: newer.changedAt, type: newer.type)
  }
}

extension StoreError {
  static let noSuchKind = StoreError(.notFound, "There is no record of that kind.")
  static let noSuchVersion = StoreError(
    .notFound, "That version is not kept.",
    hint: StoreError.Hint(
      "StoreReader.versions(of:) lists the kept versions.",
      command: "'snapshot list' shows the kept versions."))
  package static let beyondStore = StoreError(
    .damaged, "A record has a revision that the store has not reached.",
    hint: .restore)
}
