package import SharedStoreModel
import SharedStoreSQLite

/// A reader's connection: opened as the files allow, verified, and able to say whether it still
/// looks at the store that stands at its path (contracts F4 to F6).
struct StoreConnection: ~Copyable {
  let connection: Connection
  let paths: StorePaths
  private let mode: Mode
  private var recompilations: Int32 = 0

  private enum Mode {
    /// Through the log; the log is this file.
    case log(FileStatus.Identity)
    /// There is no log: the database alone, as long as it stays as it was.
    case immutable(FileStatus)

    var access: Connection.Access {
      switch self {
      case .log: .readOnly
      case .immutable: .immutable
      }
    }
  }

  private init(connection: consuming Connection, paths: StorePaths, mode: Mode) {
    self.connection = connection
    self.paths = paths
    self.mode = mode
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
    let mode: Mode =
      if let log, hasIndex { .log(log.identity) } else { .immutable(try statusWithTimes(paths)) }
    let connection = try StoreError.mapping("open the store") { () throws(SQLiteError) in
      try Connection.open(path: paths.store, access: mode.access)
    }
    connection.setDeadline(deadline)
    let identity = try identify(connection, paths)
    if let log, log.size > 0, identity.fileInode != Int64(bitPattern: file.identity.inode) {
      throw .foreignLog
    }
    return StoreConnection(connection: connection, paths: paths, mode: mode)
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
  borrowing func isCurrent() -> Bool {
    switch mode {
    case .log(let identity):
      return !connection.hasMoved() && StoreConnection.status(paths.log)?.identity == identity
    case .immutable(let file):
      let log = StoreConnection.status(paths.log)
      return (log?.size ?? 0) == 0 && (try? StoreConnection.statusWithTimes(paths)) == file
    }
  }

  /// Verifies the schema again if the statement had to be compiled anew, which is how SQLite says
  /// that the schema changed.
  ///
  /// It costs nothing while nothing changes.
  mutating func noteCompilation(of statement: borrowing Statement) throws(StoreError) {
    let count = statement.recompilations
    guard count != recompilations else { return }
    recompilations = count
    _ = try StoreIdentity.verify(connection, paths)
  }

  private static func status(_ path: String) -> FileStatus? {
    try? FileStatus(path: path)
  }

  private static func statusWithTimes(_ paths: StorePaths) throws(StoreError) -> FileStatus {
    do throws(SystemError) {
      return try FileStatus(path: paths.store, withTimes: true)
    } catch {
      throw error.isMissing ? .storeMissing(paths.appGroup) : .unreadableStore
    }
  }
}

extension StoreError {
  static let recoveryNeeded = StoreError(
    .recoveryNeeded, "The store has a log with content but no log index.",
    hint: "Let the app open the store once; 'app status' is enough.")

  package static let foreignLog = StoreError(
    .replaced, "The log beside the store belongs to another database file.",
    hint: "A file was renamed or copied over the store; restore with the tool, not with mv or cp.")
}
