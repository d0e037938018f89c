public import SharedStoreModel
public import SharedStoreReader
import SharedStoreSQLite

/// Looks for damage: of the file, of the schema, of each record, of the log of revisions, of
/// documents with their journals, of jobs.
public struct StoreCheck: Hashable, Sendable {
  /// One thing that was looked at.
  public struct Finding: Hashable, Sendable {
    /// What was looked at, such as `pages`.
    public let name: String
    /// How many pieces it has, such as records; 1 where there is one.
    public let examined: Int
    /// How many of them are wrong.
    public let faults: Int
  }

  /// Where the store stood.
  public let token: StoreToken
  /// What was looked at, in order.
  public private(set) var findings: [Finding]

  /// Whether the store has the newest schema; a writer that opens another one migrates it.
  package let isCurrent: Bool

  /// Whether nothing is wrong.
  public var isSound: Bool { findings.allSatisfy { $0.faults == 0 } }

  /// Checks a store without changing it.
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - full: Whether indexes are compared with their tables too; it reads everything.
  /// - Returns: What was looked at, and the faults found.
  /// - Throws: Every reason a reading can have but `notFound` and `unsupportedFormat`; damage that
  ///   can be counted is a finding, damage that prevents counting is thrown.
  public static func run(
    _ location: StoreLocation, full: Bool = false
  ) throws(StoreError) -> StoreCheck {
    try StoreView.read(location) { connection, paths throws(StoreError) in
      try run(connection, paths, full: full)
    }
  }

  /// Adds what the search index said; `nil`: it could not be asked.
  package mutating func noteSearchIndex(isSound: Bool?) {
    findings.append(
      Finding(
        name: "search index", examined: isSound == nil ? 0 : 1, faults: isSound == false ? 1 : 0))
  }

  /// Checks a database inside the caller's transaction.
  static func run(
    _ connection: borrowing Connection, _ paths: StorePaths, full: Bool
  ) throws(StoreError) -> StoreCheck {
    let identity = try StoreIdentity.verify(connection, paths)
    let findings = try StoreError.mapping("check the store") { () throws(SQLiteError) in
      [
        Finding(name: "schema", examined: 1, faults: 0),
        try pages(connection, full: full),
        try records(connection),
        try revisions(connection, upTo: identity.token.revision),
      ]
        + (identity.schemaVersion < 2 ? [] : try documentFindings(connection))
        + (identity.schemaVersion < 4 ? [] : [try jobs(connection)])
    }
    return StoreCheck(
      token: identity.token, findings: findings,
      isCurrent: identity.schemaVersion == SchemaFingerprint.currentVersion)
  }

  private static func pages(
    _ connection: borrowing Connection, full: Bool
  ) throws(SQLiteError) -> Finding {
    let pages = Int(try connection.integer("PRAGMA page_count"))
    // Each row is one fault, or the single row "ok".
    let rows = try connection.statement(
      full ? "PRAGMA integrity_check" : "PRAGMA quick_check")
    var faults = 0
    while try rows.step() { faults += rows.text(0, equals: "ok") ? 0 : 1 }
    return Finding(name: "pages", examined: pages, faults: faults)
  }

  private static func records(
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> Finding {
    let rows = try connection.statement(
      """
      SELECT kind, revision, type, format, count, title, changed_at, program, program_version,
        checksum, payload FROM snapshots
      """)
    var (examined, faults) = (0, 0)
    while try rows.step() {
      examined += 1
      faults += isWhole(rows) ? 0 : 1
    }
    return Finding(name: "records", examined: examined, faults: faults)
  }

  private static func isWhole(_ row: borrowing Statement) -> Bool {
    guard let kind = row.text(0).flatMap({ Kind($0) }) else { return false }
    do throws(StoreError) {
      _ = try SnapshotRow.read(row, from: 1, kind: kind)
      return true
    } catch {
      // A newer format is not damage.
      return error.code == .unsupportedFormat
    }
  }

  /// Every logged revision follows the one before it, up to the store's own.
  private static func revisions(
    _ connection: borrowing Connection, upTo last: Revision
  ) throws(SQLiteError) -> Finding {
    let row = try connection.statement(
      "SELECT count(DISTINCT revision), min(revision), max(revision) FROM changes")
    guard try row.step() else { return Finding(name: "revisions", examined: 0, faults: 0) }
    let (count, first, newest) = (row.integer(0), row.integer(1), row.integer(2))
    let isComplete = count == 0 ? last == .zero : newest == last.rawValue
    let missing = count == 0 ? 0 : Int(newest - first + 1 - count)
    return Finding(
      name: "revisions", examined: Int(count), faults: missing + (isComplete ? 0 : 1))
  }
}
