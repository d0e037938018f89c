public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension WriteTransaction {
  /// Publishes a value as its kind's newest record.
  /// - Parameters:
  ///   - payload: The value.
  ///   - kind: The series, when it is not the type's own.
  ///   - ifRevision: The revision the record must have now; `Revision.zero`: there must be none.
  /// - Returns: What became of it.
  /// - Throws: `stale` when the record has another revision, `badInput` when the value cannot be
  ///   stored or is too large.
  @discardableResult
  public mutating func publish<Payload: SnapshotPayload>(
    _ payload: Payload, kind: Kind = Payload.kind, ifRevision: Revision? = nil
  ) throws(StoreError) -> Published {
    try publish(PayloadCoding.stored(payload), kind: kind, ifRevision: ifRevision)
  }

  /// Publishes a count.
  /// - Throws: As for any payload.
  @discardableResult
  public mutating func publish(
    _ count: CountSnapshot, kind: Kind, ifRevision: Revision? = nil
  ) throws(StoreError) -> Published {
    try publish(PayloadCoding.stored(count), kind: kind, ifRevision: ifRevision)
  }

  /// Adds to a kind's count, which begins at 0, and keeps its title.
  /// - Throws: `unsupportedFormat` when the record is no count, `badInput` when the sum is no
  ///   64-bit number, `stale`.
  @discardableResult
  public mutating func add(
    _ number: Int64, toCountOf kind: Kind, title: String? = nil, ifRevision: Revision? = nil
  ) throws(StoreError) -> Published {
    let current = try currentCount(of: kind)
    let (sum, overflow) = (current?.count ?? 0).addingReportingOverflow(number)
    guard !overflow else {
      throw StoreError(.badInput, "The sum is beyond what a count can hold; nothing was changed.")
    }
    let count = CountSnapshot(count: sum, title: title ?? current?.title)
    return try publish(count, kind: kind, ifRevision: ifRevision)
  }

  /// Sets a kind's count, and keeps its title unless another is given.
  /// - Throws: `stale`, and as for any payload.
  @discardableResult
  public mutating func set(
    _ number: Int64, countOf kind: Kind, title: String? = nil, ifRevision: Revision? = nil
  ) throws(StoreError) -> Published {
    let kept = title == nil ? try currentTitle(of: kind) : title
    let count = CountSnapshot(count: number, title: kept)
    return try publish(count, kind: kind, ifRevision: ifRevision)
  }

  /// The title to keep; a record that cannot be read, or is no count, has none.
  private func currentTitle(of kind: Kind) throws(StoreError) -> String? {
    do throws(StoreError) {
      return try currentCount(of: kind)?.title
    } catch  where error.code == .unsupportedFormat || error.code == .damaged {
      return nil
    }
  }

  /// The count a kind has now; `nil` when there is no record.
  /// - Throws: `unsupportedFormat` when the record is no count, `damaged`.
  public func currentCount(of kind: Kind) throws(StoreError) -> CountSnapshot? {
    guard let snapshot = try currentSnapshot(of: kind) else { return nil }
    return try PayloadCoding.count(snapshot)
  }

  /// A kind's newest record, as this transaction sees it; `nil` when there is none.
  /// - Throws: `damaged`, `unsupportedFormat`.
  public func currentSnapshot(of kind: Kind) throws(StoreError) -> Snapshot<StoredPayload>? {
    let row = try StoreError.mapping("read the record") { () throws(SQLiteError) in
      let row = try core.connection.statement(
        """
        SELECT revision, type, format, count, title, changed_at, program, program_version,
          checksum, payload
        FROM snapshots WHERE kind = ?1 ORDER BY revision DESC LIMIT 1
        """)
      try row.bind(kind.text, at: 1)
      return row
    }
    let found = try StoreError.mapping("read the record") { () throws(SQLiteError) in
      try row.step()
    }
    return found ? try SnapshotRow.read(row, from: 0, kind: kind) : nil
  }

  /// Publishes a payload that is JSON already.
  @discardableResult
  package mutating func publish(
    _ payload: StoredPayload, kind: Kind, ifRevision: Revision?
  ) throws(StoreError) -> Published {
    guard try !rules().contains(where: { $0.kind == kind }) else { throw .countedByRule }
    return try publishUnguarded(payload, kind: kind, ifRevision: ifRevision)
  }

  /// Publishes a record of any kind, counted ones included.
  mutating func publishUnguarded(
    _ payload: StoredPayload, kind: Kind, ifRevision: Revision?
  ) throws(StoreError) -> Published {
    try checkSize(payload)
    let current = try current(kind, comparedWith: payload)
    if let ifRevision, ifRevision != current.revision {
      throw .stale(expected: ifRevision, actual: current.revision).at(base.revision)
    }
    if current.isEqual {
      return Published(revision: current.revision, changed: false, refreshRequested: false)
    }
    let revision = try nextRevision()
    try StoreError.mapping("publish the record") { () throws(SQLiteError) in
      try insert(payload, kind, revision)
      try trim(kind)
      if core.options.requestsRefresh { try requestRefresh(kind, revision) }
    }
    noteChange(.snapshot, kind.text)
    return Published(
      revision: revision, changed: true, refreshRequested: core.options.requestsRefresh)
  }

  private func checkSize(_ payload: StoredPayload) throws(StoreError) {
    let (bytes, limit) = (payload.json.utf8.count, core.options.maximumPayloadBytes)
    guard bytes <= limit else {
      throw StoreError(
        .badInput, "The payload is too large: \(bytes) bytes, limit \(limit); nothing was changed.")
    }
  }

  private func current(
    _ kind: Kind, comparedWith payload: StoredPayload
  ) throws(StoreError) -> (revision: Revision, isEqual: Bool) {
    let row = try StoreError.mapping("read the record") { () throws(SQLiteError) in
      let row = try core.connection.statement(
        """
        SELECT revision, type, format, count, title, changed_at, checksum, payload
        FROM snapshots WHERE kind = ?1 ORDER BY revision DESC LIMIT 1
        """)
      try row.bind(kind.text, at: 1)
      return row
    }
    let found = try StoreError.mapping("read the record") { () throws(SQLiteError) in
      try row.step()
    }
    guard found, let revision = Revision(rawValue: row.integer(0)) else { return (.zero, false) }
    guard row.text(7, equals: payload.json), row.text(1, equals: payload.type),
      row.integer(2) == payload.format, row.optionalInteger(3) == payload.count,
      row.text(4) == payload.title, let changedAt = Timestamp(milliseconds: row.integer(5))
    else { return (revision, false) }
    // A damaged record is not equal to anything: publishing it again heals it.
    let checksum = SnapshotRow.checksum(
      kind: kind, revision: revision, payload: payload, changedAt: changedAt)
    return (revision, checksum == row.integer(6))
  }

  private func insert(
    _ payload: StoredPayload, _ kind: Kind, _ revision: Revision
  ) throws(SQLiteError) {
    let now = Timestamp.now
    // The same kind twice in one transaction is one version of it.
    let insert = try core.connection.statement(
      """
      INSERT INTO snapshots (kind, revision, type, format, count, title, changed_at, program,
        program_version, checksum, bytes, payload)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      ON CONFLICT (kind, revision) DO UPDATE SET type = excluded.type, format = excluded.format,
        count = excluded.count, title = excluded.title, changed_at = excluded.changed_at,
        checksum = excluded.checksum, bytes = excluded.bytes, payload = excluded.payload
      """)
    try insert.bind(kind.text, at: 1)
    try insert.bind(revision.rawValue, at: 2)
    try insert.bind(payload.type, at: 3)
    try insert.bind(Int64(payload.format), at: 4)
    try insert.bind(payload.count, at: 5)
    try insert.bind(payload.title, at: 6)
    try insert.bind(now.milliseconds, at: 7)
    try insert.bind(core.options.writer.program, at: 8)
    try insert.bind(core.options.writer.version, at: 9)
    let checksum = SnapshotRow.checksum(
      kind: kind, revision: revision, payload: payload, changedAt: now)
    try insert.bind(checksum, at: 10)
    try insert.bind(Int64(payload.json.utf8.count), at: 11)
    try insert.bind(payload.json, at: 12)
    try insert.run()
  }

  /// Removes the versions that the retention rule no longer keeps.
  private func trim(_ kind: Kind) throws(SQLiteError) {
    let rows = try core.connection.statement(
      "SELECT revision, bytes FROM snapshots WHERE kind = ?1 ORDER BY revision DESC")
    try rows.bind(kind.text, at: 1)
    var (revisions, sizes): ([Int64], [Int]) = ([], [])
    while try rows.step() {
      revisions.append(rows.integer(0))
      sizes.append(Int(rows.integer(1)))
    }
    let kept = core.options.retention.keptVersions(of: sizes)
    guard kept < revisions.count else { return }
    let delete = try core.connection.statement(
      "DELETE FROM snapshots WHERE kind = ?1 AND revision <= ?2")
    try delete.bind(kind.text, at: 1)
    try delete.bind(revisions[kept], at: 2)
    try delete.run()
  }

  private func requestRefresh(_ kind: Kind, _ revision: Revision) throws(SQLiteError) {
    let upsert = try core.connection.statement(
      """
      INSERT INTO refresh_requests (kind, revision, requested_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (kind) DO UPDATE SET revision = excluded.revision,
        requested_at = excluded.requested_at
      """)
    try upsert.bind(kind.text, at: 1)
    try upsert.bind(revision.rawValue, at: 2)
    try upsert.bind(Timestamp.now.milliseconds, at: 3)
    try upsert.run()
  }
}

extension StoreError {
  static func stale(expected: Revision, actual: Revision) -> StoreError {
    let found = actual == .zero ? "there is none" : "it has revision \(actual)"
    let wanted = expected == .zero ? "no record was expected" : "revision \(expected) was expected"
    return StoreError(
      .stale, "The record was changed by someone else: \(wanted), \(found); nothing was changed.",
      hint: "Read it again and decide anew.")
  }
}
