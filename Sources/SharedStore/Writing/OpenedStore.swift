import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// A store that was just opened for writing: verified, migrated, in write-ahead mode, and unlocked
/// again.
struct OpenedStore: ~Copyable {
  let connection: Connection
  let lock: WriterLock
  let paths: StorePaths
  let identity: StoreIdentity
  let place: PlaceWatch

  /// Opens the store.
  /// - Parameters:
  ///   - location: Where it is.
  ///   - create: Whether a missing store is made.
  ///   - options: The writer's options.
  /// - Returns: The store, unlocked.
  /// - Throws: Every code of the file and lock contracts; `storeMissing` unless `create`.
  static func open(
    _ location: StoreLocation, create: Bool, options: WriterOptions
  ) throws(StoreError) -> OpenedStore {
    let paths = create ? try StoreCreation.makeFolder(location) : try StorePaths(location)
    if !create { _ = try StoreFile.inspect(paths) }
    FaultPoint.folderCreated.reach()
    var lock = try WriterLock.open(paths)
    let deadline = MonotonicTime.now.advanced(byMilliseconds: options.timeoutMilliseconds)
    repeat {
      try lock.acquire(deadline: deadline, timeoutMilliseconds: options.timeoutMilliseconds)
    } while try !lock.reopenUnlessCurrent()
    // A failure from here on closes the lock file, which releases the lock.
    if create { try StoreCreation.makeStore(paths) }
    let file = try StoreFile.inspect(paths)
    let logBytes = (try? FileStatus(path: paths.log))?.size ?? 0
    try StoreCreation.checkFileSystem(paths)
    let connection = try StoreError.mapping("open the store") { () throws(SQLiteError) in
      let connection = try Connection.open(path: paths.store, access: .readWrite)
      connection.setBusyTimeout(milliseconds: deadline.millisecondsLeft)
      connection.keepSidecars()
      // Until the owner holds the lock at its end, a close leaves the log alone.
      connection.setCheckpointOnClose(false)
      return connection
    }
    let identity = try identify(connection, paths, create: create)
    // Before anything is written: a log that belongs to another file must not be added to.
    if identity.isFromForeignLog(paths, file: file, logBytes: logBytes) { throw .foreignLog }
    try openLog(connection)
    // First of all, so that nothing else stands in a log that does not name this file.
    try claim(connection, identity, file: file)
    let current = try migrate(connection, paths, from: identity)
    try configure(connection, options)
    guard let place = PlaceWatch(paths), !connection.hasMoved() else {
      throw StoreError(.removed, "The store was moved or deleted while it was being opened.")
    }
    lock.release()
    return OpenedStore(
      connection: connection, lock: lock, paths: paths, identity: current, place: place)
  }

  private static func identify(
    _ connection: borrowing Connection, _ paths: StorePaths, create: Bool
  ) throws(StoreError) -> StoreIdentity {
    do throws(StoreError) {
      return try StoreIdentity.verify(connection, paths)
    } catch {
      guard create, error.code == .storeMissing else { throw error }
      throw StoreError(
        .configuration, "The container holds the store of another app group.",
        hint: "Choose another container, or that app group's id.")
    }
  }

  private static func migrate(
    _ connection: borrowing Connection, _ paths: StorePaths, from identity: StoreIdentity
  ) throws(StoreError) -> StoreIdentity {
    guard identity.schemaVersion < SchemaFingerprint.currentVersion else { return identity }
    try Migration.migrate(connection)
    return try StoreIdentity.verify(connection, paths)
  }

  /// Gives a log to a store that has none: a backup that was put in its place.
  private static func openLog(_ connection: borrowing Connection) throws(StoreError) {
    try StoreError.mapping("open the store") { () throws(SQLiteError) in
      try connection.execute("PRAGMA journal_mode = WAL")
    }
    // The first read makes the file.
    _ = try StoreIdentity.read(connection)
  }

  /// Notes which file this is, so that a log beside another file is found out.
  private static func claim(
    _ connection: borrowing Connection, _ identity: StoreIdentity, file: FileStatus
  ) throws(StoreError) {
    let inode = Int64(bitPattern: file.identity.inode)
    guard identity.fileInode != inode else { return }
    try StoreError.mapping("open the store") { () throws(SQLiteError) in
      try connection.beginImmediate()
      defer { connection.rollback() }
      let update = try connection.statement("UPDATE store SET file_inode = ?1 WHERE id = 1")
      try update.bind(inode, at: 1)
      try update.run()
      try connection.commit()
    }
  }

  private static func configure(
    _ connection: borrowing Connection, _ options: WriterOptions
  ) throws(StoreError) {
    try StoreError.mapping("open the store") { () throws(SQLiteError) in
      switch options.durability {
      case .full: try connection.execute("PRAGMA synchronous = FULL")
      case .relaxed: try connection.execute("PRAGMA synchronous = NORMAL")
      }
      // CheckpointPolicy.keptLogBytes; a PRAGMA takes no parameter.
      try connection.execute("PRAGMA journal_size_limit = 8240000")
      connection.observeLog()
    }
  }
}
