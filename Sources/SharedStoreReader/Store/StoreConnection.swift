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

  /// Opens the store for reading; creates, repairs and leaves behind nothing.
  /// - Throws: Every reason a reading can have but `notFound` and `unsupportedFormat`.
  static func open(
    _ paths: StorePaths, deadline: MonotonicTime?
  ) throws(StoreError) -> StoreConnection {
    let file = try StoreFile.inspect(paths)
    let log = try? FileStatus(path: paths.log)
    let hasIndex = (try? FileStatus(path: paths.logIndex)) != nil
    if let log, log.size > 0, !hasIndex { throw .recoveryNeeded }
    guard hasIndex, let place = PlaceWatch(paths) else {
      return try openWithoutLog(paths, file, deadline)
    }
    let logBytes = log?.size ?? 0
    do throws(StoreError) {
      return try open(paths, file, place, unchangedFile: nil, logBytes: logBytes, deadline)
    } catch  where error.code == .full && logBytes == 0 {
      // A writer found no room for the whole index, and this process finds none either. There is
      // nothing in an empty log to miss.
      return try openWithoutLog(paths, file, deadline)
    }
  }

  private static func openWithoutLog(
    _ paths: StorePaths, _ file: FileStatus, _ deadline: MonotonicTime?
  ) throws(StoreError) -> StoreConnection {
    let unchanged = try statusWithTimes(paths)
    return try open(paths, file, nil, unchangedFile: unchanged, logBytes: 0, deadline)
  }

  private static func open(
    _ paths: StorePaths, _ file: FileStatus, _ place: PlaceWatch?, unchangedFile: FileStatus?,
    logBytes: UInt64, _ deadline: MonotonicTime?
  ) throws(StoreError) -> StoreConnection {
    let database = try Database.open(paths.store, place == nil ? .immutable : .readOnly)
    database.connection.setDeadline(deadline)
    let identity = try database.reading { () throws(StoreError) in
      try StoreIdentity.verify(database, paths)
    }
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
  }

  /// Runs a body on one view of the store.
  /// - Parameters:
  ///   - seen: Where the store stood when it was last read.
  ///   - body: Gets the view, inside the transaction.
  /// - Returns: What the body made of it.
  /// - Throws: What the body throws, or a reason of a reading.
  mutating func view<Result>(
    seen: StoreToken?, _ body: (borrowing StoreView) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let (database, paths) = (database, paths)
    var version = schemaVersion
    defer { schemaVersion = version }
    return try database.reading { () throws(StoreError) in
      let head = try StoreHead.read(database, seen: seen) { () throws(StoreError) in
        version = try StoreIdentity.verify(database, paths).schemaVersion
      }
      do throws(StoreError) {
        return try body(StoreView(database: database, paths: paths, token: head.token))
      } catch  where error.isOtherSchema && version < SchemaFingerprint.currentVersion {
        // A reader of this version may meet a store that no writer of this version has opened yet.
        throw .olderSchema(version)
      }
    }
  }

  /// Whether what was just read came from the store that stands at the path now; asked after every
  /// read and before its result counts.
  mutating func isCurrent() -> Bool {
    if place != nil { return place?.isInPlace() == true }
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

  static let recoveryNeeded = StoreError(
    .recoveryNeeded, "The store has a log with content but no log index.",
    hint: "Let the app open the store once; 'app init' is enough.")

  package static let foreignLog = StoreError(
    .replaced, "The log beside the store belongs to another database file.",
    hint: "A file was renamed or copied over the store; put back the one that the log belongs to.")
}
