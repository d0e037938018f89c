import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// Makes a store: complete, then visible.
enum StoreCreation {
  /// Makes the folder of a store, if it is missing, and everything that leads to it.
  /// - Throws: `configuration` when the path is too long or leads through a file, `unreadable`
  ///   without permission, `full`.
  static func makeFolder(_ location: StoreLocation) throws(StoreError) -> StorePaths {
    let container = try location.resolution.get()
    do throws(SystemError) {
      let path = try Paths.resolvedIgnoringMissing(container.directory) + "/" + StorePaths.folder
      let paths = StorePaths(appGroup: container.appGroup, resolved: path)
      do throws(StoreError) { try paths.checkLength() } catch { throw SystemError.tooLong }
      try Paths.makeDirectory(path)
      // A folder that is a link resolves only now.
      return StorePaths(appGroup: container.appGroup, resolved: try Paths.resolved(path))
    } catch {
      if error.isFull { throw StoreError(.full, "Cannot make the folder: the disk is full.") }
      throw StorePaths.failure(error, container)
    }
  }

  /// Makes the store's file unless there is one.
  ///
  /// Runs under the writer lock.
  static func makeStore(_ paths: StorePaths, writer: WriterIdentity) throws(StoreError) {
    if (try? FileStatus(path: paths.store)) != nil { return }
    try checkFolder(paths)
    let draft = try creating { () throws(SystemError) in
      try NewFile.Draft(directory: paths.directory, name: StorePaths.storeName)
    }
    let inode = try creating { () throws(SystemError) in try draft.status().identity.inode }
    let image = try buildImage(appGroup: paths.appGroup, inode: inode, writer)
    FaultPoint.storeBuilt.reach()
    do throws(SystemError) {
      try draft.fill(image)
      try draft.link()
    } catch {
      if error.isExisting { return }
      throw failure(error)
    }
    FaultPoint.storeLinked.reach()
  }

  private static func creating<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw failure(error)
    }
  }

  private static func failure(_ error: SystemError) -> StoreError {
    if error.isFull { return StoreError(.full, "Cannot create the store: the disk is full.") }
    if error.isPermission { return .unwritableStore }
    return StoreError(.failed, "Cannot create the store: \(error.text).", system: .init(error))
  }

  /// - Throws: `removed` when the log of a store that is gone lies there, `configuration`.
  static func checkFolder(_ paths: StorePaths) throws(StoreError) {
    try checkFileSystem(paths)
    // SQLite would apply an old log to the new file.
    if let log = try? FileStatus(path: paths.log), log.size > 0 {
      throw StoreError(
        .removed, "The store was deleted, but its log is still there.",
        hint: StoreError.Hint(
          "Put the store back, or move its log aside with StoreReset.",
          command: "Put the store back, or move its log aside with 'app reset --keep-evidence'."))
    }
  }

  /// - Throws: `configuration` on a file system that other machines may write.
  static func checkFileSystem(_ paths: StorePaths) throws(StoreError) {
    guard let system = FileSystem(path: paths.directory), system.isShared else { return }
    throw StoreError(
      .configuration, "The store would lie on \(system.name), a file system of several machines.",
      hint: "SQLite's log needs a local file system; choose another container.")
  }

  /// A whole database, built in memory.
  ///
  /// It knows its file from the start: a writer that had to note it first would write a log, and a
  /// reader that came meanwhile would take that log for another file's.
  private static func buildImage(
    appGroup: AppGroup, inode: UInt64, _ writer: WriterIdentity
  ) throws(StoreError) -> [UInt8] {
    let database = try Database.inMemory()
    for migration in Migration.all {
      try database.call { connection throws(SQLiteError) in
        try connection.executeScript(migration.sql, named: migration.name)
      }
    }
    let now = Timestamp.now
    let cookie = try database.integer("PRAGMA schema_version")
    try database.run(
      """
      INSERT INTO store (id, incarnation, log_id, log_base, checkpoint_id, mark, base_cookie,
        cookie, file_inode, schema_version, created_at, store_id, app_group)
      VALUES (1, ?1, ?2, ?3, ?3, 0, ?4, ?4, ?5, ?6, ?7, ?8, ?9)
      """, Transaction.newID(), Int64.random(in: 1 ... .max), Int64.random(in: 1 ... .max), cookie,
      Int64(bitPattern: inode), Migration.all.count, now, Transaction.newID(), appGroup.id)
    // Revision 0: that there is a store. Every later one changes something in it.
    try writer.insert(database)
    try ChangeRow(
      revision: .zero, position: 0, subject: .store, name: "created", action: .changed,
      committedAt: now, writer: writer.key
    ).insert(database)
    var image = try database.call { connection throws(SQLiteError) in try connection.serialized() }
    // The format versions that mean "write-ahead log":
    // https://www.sqlite.org/fileformat2.html#file_format_version_numbers
    image[18] = 2
    image[19] = 2
    return image
  }
}
