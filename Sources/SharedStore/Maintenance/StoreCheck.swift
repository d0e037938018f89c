public import SharedStoreModel
public import SharedStoreReader
import SharedStoreSQLite

/// Looks for damage: of the file, of the schema, of each record, of the log of revisions, of
/// documents with their journals, of jobs.
public struct StoreCheck: Hashable, Sendable {
  /// Where the store stood; `nil` when that is damaged.
  public let token: StoreToken?
  /// What was looked at, in order.
  public private(set) var findings: [Finding]

  /// Whether the store has the newest schema; a writer that opens another one migrates it.
  package let isCurrent: Bool

  /// Whether announced commits are missing, which a writer settles when it opens the store.
  package private(set) var isRewound = false

  /// Whether nothing is wrong.
  public var isSound: Bool { findings.allSatisfy { $0.faults == 0 } }

  /// Checks a store without changing it.
  ///
  /// A damaged page or row does not end it: whatever else can be read is looked at too.
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - full: Whether indexes are compared with their tables too; it reads everything.
  /// - Returns: What was looked at, and the faults found.
  /// - Throws: Every reason a reading can have but `notFound`, `unsupportedFormat` and damage.
  public static func run(
    _ location: StoreLocation, full: Bool = false
  ) throws(StoreError) -> StoreCheck {
    var reader = ReaderSession()
    do throws(StoreError) {
      return try reader.view(
        location, deadline: nil, acceptsRewound: true
      ) { view throws(StoreError) in
        var check = try run(view.database, view.paths, full: full)
        check.noteNotice(view.announced)
        return check
      }
    } catch  where error.code == .damaged {
      return try inspect(location, full: full, error)
    }
  }

  /// Adds what the notice says: the revision that was announced and is not there.
  private mutating func noteNotice(_ announced: Revision?) {
    isRewound = announced != nil
    var examination = Examination("notice")
    examination.examined = 1
    if let announced {
      examination.fault(
        .store, nil, "Revision \(announced) was announced, and the store stands below it.",
        StoreError.Hint(
          "Open the store with StoreWriter, which begins another line of revisions.",
          command: "Run 'app init': a writer that opens the store begins another line of revisions."
        ))
    }
    findings.append(examination.finding)
  }

  /// How many documents were looked at.
  package var documentCount: Int {
    findings.first { $0.name == "documents" }?.examined ?? 0
  }

  /// Adds what the search index said; `nil`: it could not be asked.
  package mutating func noteSearchIndex(isSound: Bool?) {
    var examination = Examination("search index")
    examination.examined = isSound == nil ? 0 : 1
    if isSound == false {
      examination.fault(
        .store, nil, "The search index is not that of the documents.",
        StoreError.Hint(
          "Call rebuildSearchIndex() in a write.", command: "Run 'app check --rebuild-index'."))
    }
    findings.append(examination.finding)
  }

  /// Checks a database inside the caller's transaction.
  static func run(
    _ database: Database, _ paths: StorePaths, full: Bool
  ) throws(StoreError) -> StoreCheck {
    let identity = try StoreIdentity.verify(database, paths)
    let head = try StoreHead.read(database, seen: nil) { () throws(StoreError) in }
    let schema = try Examination.run("schema") { $0.examined = 1 }
    return StoreCheck(
      token: head.token,
      findings: [schema] + (try rows(database, upTo: head.token.revision, full: full)),
      isCurrent: identity.schemaVersion == SchemaFingerprint.currentVersion)
  }

  /// Checks what can be read of a store that cannot say where it stands.
  private static func inspect(
    _ location: StoreLocation, full: Bool, _ error: StoreError
  ) throws(StoreError) -> StoreCheck {
    let database = try Database.openUnverified(StorePaths(location))
    let schema = try Examination.run("schema") { examination throws(StoreError) in
      examination.examined = 1
      throw error
    }
    return try database.reading { () throws(StoreError) in
      StoreCheck(
        token: nil,
        findings: [schema] + (try rows(database, upTo: nil, full: full)), isCurrent: false)
    }
  }

  private static func rows(
    _ database: Database, upTo newest: Revision?, full: Bool
  ) throws(StoreError) -> [Finding] {
    [
      try pages(database, full: full), try records(database, upTo: newest),
      try revisions(database), try documents(database, upTo: newest),
      try groups(database, upTo: newest), try countedKinds(database),
      try jobs(database, upTo: newest),
    ]
  }

  private static func pages(_ database: Database, full: Bool) throws(StoreError) -> Finding {
    try Examination.run("pages") { examination throws(StoreError) in
      examination.examined = Int(clamping: try database.integer("PRAGMA page_count"))
      // Each row is one fault, or the single row "ok".
      try database.forEachRow(full ? "PRAGMA integrity_check" : "PRAGMA quick_check") {
        row throws(StoreError) in
        let message = row.text() ?? "SQLite says no more."
        if message != "ok" { examination.fault(.page, nil, message) }
      }
    }
  }

  private static func records(
    _ database: Database, upTo newest: Revision?
  ) throws(StoreError) -> Finding {
    try Examination.run("records") { examination throws(StoreError) in
      var revisions: [String: Set<Revision>] = [:]
      try SnapshotRow.forEach(database) { kind, record throws(StoreError) in
        examination.examined += 1
        switch record {
        case .success(let revision):
          if let newest, revision > newest {
            examination.fault(.kind, kind, StoreError.beyondStore.message)
          }
          if !revisions[kind ?? "", default: []].insert(revision).inserted {
            examination.fault(.kind, kind, StoreError.contradictingVersions.message)
          }
        // A newer format is not damage.
        case .failure(let error) where error.code == .unsupportedFormat: return
        case .failure(let error):
          try examination.note(.kind, kind, error, "Publish the kind anew, or restore a backup.")
        }
      }
      for (kind, versions) in revisions where versions.count > SnapshotRetention.mostVersions {
        examination.fault(.kind, kind, StoreError.contradictingVersions.message)
      }
    }
  }

  /// Every logged revision follows the one before it, and each row is as it was written.
  private static func revisions(_ database: Database) throws(StoreError) -> Finding {
    try Examination.run("revisions") { examination throws(StoreError) in
      var last: Revision?
      try database.forEachRow(
        """
        SELECT revision, position, subject, name, things, action, committed_at, writer, checksum
        FROM changes ORDER BY revision, position
        """
      ) { row throws(StoreError) in
        do throws(StoreError) {
          let change = try ChangeRow(&row)
          let revision = change.revision
          if revision != last { examination.examined += 1 }
          // Another line of revisions begins above all that were ever announced.
          if let last, revision != last, revision != last.successor, !change.beginsLine {
            examination.fault(.revision, "\(revision)", "The revision before it is missing.")
          }
          last = revision
        } catch {
          // Which revision it is cannot be known, so the next one is not held against it.
          last = nil
          try examination.note(.revision, nil, error)
        }
      }
      try writers(database, &examination)
      // A log that is damaged itself is no witness against what it names.
      if examination.isSound { try things(database, &examination) }
    }
  }

  /// Programs are who they say they are.
  private static func writers(
    _ database: Database, _ examination: inout Examination
  ) throws(StoreError) {
    try database.forEachRow("SELECT id, program, version FROM writers") {
      row throws(StoreError) in
      do throws(StoreError) {
        _ = try WriterIdentity(&row)
      } catch {
        try examination.note(.store, nil, error)
      }
    }
    let missing = try database.integer(
      "SELECT count(*) FROM changes WHERE revision > 0 AND writer NOT IN (SELECT id FROM writers)")
    if missing > 0 {
      examination.fault(.store, nil, "The program of \(missing) changes is missing.")
    }
  }
}
