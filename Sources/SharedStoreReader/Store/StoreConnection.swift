package import SharedStoreModel
package import SharedStoreSQLite
import SharedStoreSystem

/// A reader's connection: opened as the files allow, verified, and able to say whether it still
/// looks at the store that stands at its path.
struct StoreConnection: ~Copyable {
  let database: Database
  let paths: StorePaths
  /// Read through the log: all files are the ones that were opened.
  private var place: PlaceWatch?
  /// Read without a log, because there is none: the database stays as it was.
  private let unchangedFile: FileStatus?
  private var schemaVersion: Int64
  private var notice: NoticeReader

  /// Opens the store for reading; creates, repairs and leaves behind nothing.
  /// - Throws: Every reason a reading can have but `notFound` and `unsupportedFormat`.
  static func open(
    _ paths: StorePaths, deadline: MonotonicTime?
  ) throws(StoreError) -> StoreConnection {
    let files = try StoreFile.inspect(paths)
    if files.hasJournal { throw .rollbackMode }
    let logBytes = files.log?.size ?? 0
    if logBytes > 0, files.logIndex == nil { throw .recoveryNeeded }
    guard files.logIndex != nil, let place = PlaceWatch(paths) else {
      return try openWithoutLog(paths, deadline)
    }
    do throws(StoreError) {
      return try open(paths, place, unchangedFile: nil, deadline)
    } catch  where error.code == .full && logBytes == 0 {
      // A writer found no room for the whole index, and this process finds none either. There is
      // nothing in an empty log to miss.
      return try openWithoutLog(paths, deadline)
    }
  }

  private static func openWithoutLog(
    _ paths: StorePaths, _ deadline: MonotonicTime?
  ) throws(StoreError) -> StoreConnection {
    let unchanged = try statusWithTimes(paths)
    return try open(paths, nil, unchangedFile: unchanged, deadline)
  }

  private static func open(
    _ paths: StorePaths, _ place: PlaceWatch?, unchangedFile: FileStatus?,
    _ deadline: MonotonicTime?
  ) throws(StoreError) -> StoreConnection {
    let database = try Database.open(paths.store, place == nil ? .immutable : .readOnly)
    database.connection.setDeadline(deadline)
    let identity = try database.reading { () throws(StoreError) in
      try StoreIdentity.verify(database, paths)
    }
    // Without a log, whoever writes it changes the file itself under its readers.
    guard database.connection.isInLogMode else { throw .rollbackMode }
    return StoreConnection(
      database: database, paths: paths, place: place, unchangedFile: unchangedFile,
      schemaVersion: identity.schemaVersion)
  }

  private init(
    database: Database, paths: StorePaths, place: PlaceWatch?, unchangedFile: FileStatus?,
    schemaVersion: Int64
  ) {
    self.database = database
    self.paths = paths
    self.place = place
    self.unchangedFile = unchangedFile
    self.schemaVersion = schemaVersion
    notice = NoticeReader(paths.notice)
  }

  /// Runs a body on one view of the store.
  /// - Parameters:
  ///   - seen: Where the store stood when it was last read.
  ///   - acceptsRewound: Whether a store below its notice is read all the same.
  ///   - body: Gets the view, inside the transaction.
  /// - Returns: What the body made of it.
  /// - Throws: What the body throws, or a reason of a reading.
  mutating func view<Result>(
    seen: StoreToken?, acceptsRewound: Bool,
    _ body: (borrowing StoreView) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    // Before the transaction: what is announced later may be newer than what the transaction sees.
    let notice = notice.read()
    let (database, paths) = (database, paths)
    var version = schemaVersion
    defer { schemaVersion = version }
    return try database.reading { () throws(StoreError) in
      let head = try StoreHead.read(database, seen: seen) { () throws(StoreError) in
        version = try StoreIdentity.verify(database, paths).schemaVersion
      }
      var announced: Revision?
      if let notice, notice.isAbove(head.token) {
        announced = notice.revision
        guard acceptsRewound else {
          throw .belowNotice(head.token.revision, announced: notice.revision)
        }
      }
      do throws(StoreError) {
        return try body(
          StoreView(database: database, paths: paths, token: head.token, announced: announced))
      } catch  where error.isOtherSchema && version < SchemaFingerprint.currentVersion {
        // A reader of this version may meet a store that no writer of this version has opened yet.
        throw .olderSchema(version)
      }
    }
  }

  /// Whether what was just read came from the store that stands at the path now; asked after every
  /// read and before its result counts.
  mutating func isCurrent() -> Bool {
    if place != nil {
      switch place?.look() {
      case .unchanged: return true
      case .inPlace:
        notice.close()
        return true
      case .moved, nil: return false
      }
    }
    let log = try? FileStatus(path: paths.log)
    return (log?.size ?? 0) == 0
      && (try? StoreConnection.statusWithTimes(paths)) == unchangedFile
  }

  /// The mark of this moment; `nil` without a log, where asking would make an index for one.
  func commitMark() -> CommitMark? {
    place == nil ? nil : database.connection.commitMark()
  }

  /// Whether nothing was committed since a mark, in a store that is still in its place.
  mutating func isUnchanged(since mark: CommitMark?) -> Bool {
    guard let mark, database.connection.isUnchanged(since: mark) else { return false }
    return isCurrent()
  }

  private static func statusWithTimes(_ paths: StorePaths) throws(StoreError) -> FileStatus {
    do throws(SystemError) {
      return try FileStatus(path: paths.store, withTimes: true)
    } catch {
      throw error.isMissing ? paths.missing : .unreadableStore
    }
  }
}

extension Database {
  /// Opens a store's file.
  package static func open(
    _ path: String, _ access: Connection.Access
  ) throws(StoreError) -> Database {
    do throws(SQLiteError) {
      return Database(try Connection.open(path: path, access: access))
    } catch {
      throw StoreError(error)
    }
  }
}

extension Database {
  /// A private database in memory.
  package static func inMemory() throws(StoreError) -> Database {
    do throws(SQLiteError) {
      return Database(try Connection.inMemory())
    } catch {
      throw StoreError(error)
    }
  }
}

extension StoreError {
  /// SQLite does not know a table or a column: our SQL has no other mistakes.
  var isOtherSchema: Bool { sqlite?.extended == ResultCode.error.rawValue }

  private static let lostLog =
    "Its log was lost or damaged, or an older file was put back. The app settles that"

  /// A store below its high-water mark, which it stays until a writer has settled it.
  static func belowNotice(_ revision: Revision, announced: Revision) -> StoreError {
    StoreError(
      .rewound,
      "The store stands at revision \(revision), and revision \(announced) had been announced: "
        + "commits are missing.",
      hint: StoreError.Hint(
        "\(lostLog) when it opens the store. A reader that accepts it reads it as it is.",
        command: "\(lostLog) when it opens the store; 'app init' is enough. With --as-is it is "
          + "read as it is."),
      storeRevision: revision)
  }

  static let rollbackMode = StoreError(
    .recoveryNeeded, "The store has no write-ahead log: another program wrote it, or it is a copy.",
    hint: .openForWriting)

  static let recoveryNeeded = StoreError(
    .recoveryNeeded, "The store has a log with content but no log index.",
    hint: .openForWriting)

  package static let foreignLog = StoreError(
    .replaced, "The log beside the store belongs to another database file.",
    hint: StoreError.Hint(
      "\(renamed) move the log aside with StoreReset, discarding the log.",
      command: "\(renamed) move the log aside with 'app reset --keep-evidence DIR --discard-log'."))

  private static let renamed =
    "A file was renamed or copied over the store. Put back the one that the log belongs to, or"
}
