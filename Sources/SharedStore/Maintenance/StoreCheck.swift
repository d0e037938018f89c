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

  /// Whether announced commits are missing, which a writer settles when it opens the store.
  package private(set) var isRewound = false

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
    var reader = ReaderSession()
    return try reader.view(
      location, deadline: nil, acceptsRewound: true
    ) { view throws(StoreError) in
      var check = try run(view.database, view.paths, full: full)
      check.isRewound = view.announced != nil
      check.findings.append(
        Finding(name: "notice", examined: 1, faults: view.announced == nil ? 0 : 1))
      return check
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
    _ database: Database, _ paths: StorePaths, full: Bool
  ) throws(StoreError) -> StoreCheck {
    let identity = try StoreIdentity.verify(database, paths)
    let head = try StoreHead.read(database, seen: nil) { () throws(StoreError) in }
    return StoreCheck(
      token: head.token,
      findings: [
        Finding(name: "schema", examined: 1, faults: 0), try pages(database, full: full),
        try records(database, upTo: head.token.revision), try revisions(database),
        try documents(database), try groups(database), try countedKinds(database),
        try jobs(database),
      ],
      isCurrent: identity.schemaVersion == SchemaFingerprint.currentVersion)
  }

  private static func pages(_ database: Database, full: Bool) throws(StoreError) -> Finding {
    let pages = Int(try database.integer("PRAGMA page_count"))
    var faults = 0
    // Each row is one fault, or the single row "ok".
    try database.forEachRow(full ? "PRAGMA integrity_check" : "PRAGMA quick_check") {
      row throws(StoreError) in faults += row.text() == "ok" ? 0 : 1
    }
    return Finding(name: "pages", examined: pages, faults: faults)
  }

  private static func records(
    _ database: Database, upTo newest: Revision
  ) throws(StoreError) -> Finding {
    var (examined, faults) = (0, 0)
    try SnapshotRow.forEach(database) { _, record in
      examined += 1
      switch record {
      case .success(let revision): faults += revision > newest ? 1 : 0
      // A newer format is not damage.
      case .failure(let error): faults += error.code == .unsupportedFormat ? 0 : 1
      }
    }
    return Finding(name: "records", examined: examined, faults: faults)
  }

  /// Every logged revision follows the one before it, and each row is as it was written.
  private static func revisions(_ database: Database) throws(StoreError) -> Finding {
    var (examined, faults, last): (Int, Int, Revision?) = (0, 0, nil)
    try database.forEachRow(
      """
      SELECT revision, position, subject, name, things, action, committed_at, writer, checksum
      FROM changes ORDER BY revision, position
      """
    ) { row throws(StoreError) in
      do throws(StoreError) {
        let change = try ChangeRow(&row)
        let revision = change.revision
        if revision != last { examined += 1 }
        // Another line of revisions begins above all that were ever announced.
        if let last, revision != last, revision != last.successor, change.subject != .store {
          faults += 1
        }
        last = revision
      } catch {
        // Which revision it is cannot be known, so the next one is not held against it.
        last = nil
        faults += 1
      }
    }
    return Finding(name: "revisions", examined: examined, faults: faults)
  }
}
