package import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem

/// A reader's connection: opened as the files allow, verified, and able to say whether it still
/// looks at the store that stands at its path (contracts F4 to F6).
struct StoreConnection: ~Copyable {
  let connection: Connection
  let paths: StorePaths
  /// Read through the log: both files are the ones that were opened.
  private var place: PlaceWatch?
  /// Read without a log, because there is none: the database stays as it was.
  private let unchangedFile: FileStatus?
  private var schemaVersion: Int64

  private init(
    connection: consuming Connection, paths: StorePaths, place: PlaceWatch?,
    unchangedFile: FileStatus?, schemaVersion: Int64
  ) {
    self.schemaVersion = schemaVersion
    self.connection = connection
    self.paths = paths
    self.place = place
    self.unchangedFile = unchangedFile
  }

  /// Opens the store for reading; creates, repairs and leaves behind nothing.
  /// - Throws: Every reason a reading can have but `notFound` and `unsupportedFormat`.
  static func open(
    _ paths: StorePaths, deadline: MonotonicTime
  ) throws(StoreError) -> StoreConnection {
    let file = try StoreFile.inspect(paths)
    let log = status(paths.log)
    let hasIndex = status(paths.logIndex) != nil
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
    _ paths: StorePaths, _ file: FileStatus, _ deadline: MonotonicTime
  ) throws(StoreError) -> StoreConnection {
    let unchanged = try statusWithTimes(paths)
    return try open(paths, file, nil, unchangedFile: unchanged, logBytes: 0, deadline)
  }

  private static func open(
    _ paths: StorePaths, _ file: FileStatus, _ place: PlaceWatch?, unchangedFile: FileStatus?,
    logBytes: UInt64, _ deadline: MonotonicTime
  ) throws(StoreError) -> StoreConnection {
    let connection = try StoreError.mapping("open the store") { () throws(SQLiteError) in
      try Connection.open(path: paths.store, access: place == nil ? .immutable : .readOnly)
    }
    connection.setDeadline(deadline)
    let identity = try identify(connection, paths)
    if identity.isFromForeignLog(paths, file: file, logBytes: logBytes) { throw .foreignLog }
    return StoreConnection(
      connection: connection, paths: paths, place: place, unchangedFile: unchangedFile,
      schemaVersion: identity.schemaVersion)
  }

  private static func identify(
    _ connection: borrowing Connection, _ paths: StorePaths
  ) throws(StoreError) -> StoreIdentity {
    try StoreError.mapping("read the store") { () throws(SQLiteError) in
      try connection.beginRead()
    }
    defer { connection.rollback() }
    return try StoreIdentity.verify(connection, paths)
  }

  /// Whether what was just read came from the store that stands at the path now.
  ///
  /// Asked after every read and before its result counts (contract F5).
  mutating func isCurrent() -> Bool {
    if place != nil { return place?.isInPlace() == true }
    let log = StoreConnection.status(paths.log)
    return (log?.size ?? 0) == 0
      && (try? StoreConnection.statusWithTimes(paths)) == unchangedFile
  }

  /// The mark of this moment; `nil` without a log, where asking would make an index for one.
  borrowing func commitMark() -> CommitMark? {
    place == nil ? nil : connection.commitMark()
  }

  /// Whether nothing was committed since a mark, in a store that is still in its place.
  mutating func isUnchanged(since mark: CommitMark?) -> Bool {
    guard let mark, connection.isUnchanged(since: mark) else { return false }
    return isCurrent()
  }

  /// A reader of this version may meet a store that no writer of this version has opened yet.
  /// - Throws: `incompatible` when the schema is older than what is asked for.
  func requireSchema(_ version: Int64) throws(StoreError) {
    guard schemaVersion >= version else { throw .olderSchema(schemaVersion) }
  }

  /// Verifies the schema again if the statement had to be compiled anew, which is how SQLite says
  /// that the schema changed.
  ///
  /// It costs nothing while nothing changes. Each statement answers for itself: what another one
  /// already noticed may not have been the last change.
  mutating func noteCompilation(of statement: borrowing Statement) throws(StoreError) {
    guard statement.takeRecompiled() else { return }
    schemaVersion = try StoreIdentity.verify(connection, paths).schemaVersion
  }

  private static func status(_ path: String) -> FileStatus? {
    try? FileStatus(path: path)
  }

  private static func statusWithTimes(_ paths: StorePaths) throws(StoreError) -> FileStatus {
    do throws(SystemError) {
      return try FileStatus(path: paths.store, withTimes: true)
    } catch {
      throw error.isMissing ? paths.missing : .unreadableStore
    }
  }
}

extension StoreError {
  static let recoveryNeeded = StoreError(
    .recoveryNeeded, "The store has a log with content but no log index.",
    hint: "Let the app open the store once; 'app init' is enough.")

  package static let foreignLog = StoreError(
    .replaced, "The log beside the store belongs to another database file.",
    hint: "A file was renamed or copied over the store; restore with the tool, not with mv or cp.")
}
