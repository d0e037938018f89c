import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// A store that was just opened for writing: verified, migrated, in write-ahead mode, and unlocked
/// again.
struct OpenedStore: ~Copyable {
  let database: Database
  let lock: WriterLock
  let paths: StorePaths
  let place: PlaceWatch

  /// Opens the store.
  /// - Parameters:
  ///   - location: Where it is.
  ///   - create: Whether a missing one is made.
  ///   - options: How to write.
  ///   - wait: How long to wait for others.
  ///   - isNewLine: Whether another line of revisions begins in any case.
  /// - Returns: The store, unlocked.
  /// - Throws: Every code of opening a store.
  static func open(
    _ location: StoreLocation, create: Bool, options: WriterOptions, _ wait: LockWait,
    isNewLine: Bool = false
  ) throws(StoreError) -> OpenedStore {
    try options.activity.perform("opening the store", on: nil) { () throws(StoreError) in
      let opened = try openNow(location, create: create, options, wait, isNewLine: isNewLine)
      opened.database.connection.follow(nil)
      return opened
    }
  }

  private static func openNow(
    _ location: StoreLocation, create: Bool, _ options: WriterOptions, _ wait: LockWait,
    isNewLine: Bool
  ) throws(StoreError) -> OpenedStore {
    let paths = create ? try StoreCreation.makeFolder(location) : try StorePaths(location)
    if !create { _ = try StoreFile.inspect(paths, forWriting: true) }
    FaultPoint.folderCreated.reach()
    var lock = try WriterLock.open(paths)
    repeat {
      try lock.acquireToOpen(wait)
    } while try !lock.reopenUnlessCurrent()
    // A failure from here on closes the lock file, which releases the lock.
    if create { try StoreCreation.makeStore(paths, writer: options.writer) }
    let files = try StoreFile.inspect(paths, forWriting: true)
    try StoreCreation.checkFileSystem(paths)
    let database = try Database.open(paths.store, .readWrite)
    database.connection.setBusyTimeout(milliseconds: wait.deadline.millisecondsLeft)
    database.connection.keepSidecars()
    // Only checkpoints under the lock are safe, and the last close would make one outside.
    database.connection.setCheckpointOnClose(false)
    let identity = try identify(database, paths, create: create)
    try openLog(database)
    // Rolled back by now, and through a log nobody writes one: its last trace is a name.
    if files.hasJournal { Paths.removeFile(paths.journal) }
    emptyLongLog(database, paths, options)
    let isMigrated = try migrate(database, paths, from: identity)
    try Incarnation(database, paths, files.store, options.writer).begin(
      always: isMigrated || isNewLine)
    guard let place = PlaceWatch(paths), !database.connection.hasMoved() else {
      throw StoreError(.removed, "The store was moved or deleted while it was being opened.")
    }
    lock.release()
    return OpenedStore(database: database, lock: lock, paths: paths, place: place)
  }

  private static func identify(
    _ database: Database, _ paths: StorePaths, create: Bool
  ) throws(StoreError) -> StoreIdentity {
    do throws(StoreError) {
      return try StoreIdentity.verify(database, paths)
    } catch {
      guard create, error.code == .storeMissing else { throw error }
      throw StoreError(
        .configuration, "The container holds the store of another app group.",
        hint: "Choose another container, or that app group's id.")
    }
  }

  private static func migrate(
    _ database: Database, _ paths: StorePaths, from identity: StoreIdentity
  ) throws(StoreError) -> Bool {
    guard identity.schemaVersion < SchemaFingerprint.currentVersion else { return false }
    try Migration.migrate(database)
    _ = try StoreIdentity.verify(database, paths)
    return true
  }

  /// Gives a log to a store that has none: a backup that was put in its place.
  private static func openLog(_ database: Database) throws(StoreError) {
    let mode = try database.row("PRAGMA journal_mode = WAL") { row throws(StoreError) in
      try row.requiredText()
    }
    // It answers with the mode there is, and with no error, when it cannot have what was asked.
    guard mode == "wal" else {
      throw StoreError(.failed, "The store cannot have a write-ahead log here.")
    }
    // CheckpointPolicy: twice its bound; growing a file at every commit costs more than reusing it.
    // A PRAGMA takes no parameter.
    try database.run("PRAGMA journal_size_limit = 8240000")
    // On Apple's systems what is synced reaches the disk only if that is asked for; elsewhere this
    // changes nothing: https://www.sqlite.org/pragma.html#pragma_fullfsync
    try database.run("PRAGMA fullfsync = ON")
    database.connection.observeLog()
    // The first read makes the files.
    _ = try StoreIdentity.read(database)
  }

  /// A log that a killed process left long is read whole by whoever opens the store first.
  private static func emptyLongLog(
    _ database: Database, _ paths: StorePaths, _ options: WriterOptions
  ) {
    let bytes = (try? FileStatus(path: paths.log))?.size ?? 0
    guard bytes > CheckpointPolicy.maximumFramesAtOpening * CheckpointPolicy.frameBytes else {
      return
    }
    do throws(StoreError) {
      let result = try database.copyLog(.emptying)
      options.log?(.checkpointed(frames: result.frames, copied: result.copied))
    } catch {
      options.log?(.checkpointFailed(error.code))
    }
  }
}
