public import SharedStoreModel
public import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// A backup put in the place of what a store holds, while programs may have it open.
public struct StoreRestore: Hashable, Sendable {
  /// Where the store stands now: on a line of its own, above all that was ever announced.
  public let token: StoreToken
  /// Where the backup stood.
  public let backup: StoreToken

  /// Restores a backup: the store holds it at one new revision, or is as it was.
  ///
  /// The file is checked in full first, and a copy of it is made in the store's folder; it holds a
  /// few pages in memory. Readers that are running report `rewound` once, or `replaced` if it is
  /// another store's backup, and then read it.
  /// - Parameters:
  ///   - location: Where the store is; one that is missing is made.
  ///   - path: The backup.
  ///   - options: How to write.
  /// - Returns: Where the store and the backup stand.
  /// - Throws: `badInput` for a file that is missing or no backup, `damaged`, `incompatible`,
  ///   `configuration` for one of another app group, `busy`, `full`, and every code of opening a
  ///   store.
  public static func run(
    _ location: StoreLocation, from path: String, options: WriterOptions = WriterOptions()
  ) throws(StoreError) -> StoreRestore {
    let paths = try StoreCreation.makeFolder(location)
    let copy = try making { () throws(SystemError) in
      try DraftDatabase(directory: paths.directory)
    }
    let backup = try stage(copy, Paths.absolute(path), paths)
    let wait = LockWait(options.timeout)
    var token: StoreToken?
    while token == nil {
      do throws(StoreError) {
        let store = try OpenedStore.open(location, create: false, options: options, wait)
        token = try overwrite(store, by: copy, backup, options, wait)
      } catch {
        guard error.code == .storeMissing else { throw error.beforeRestore }
        token = try place(copy, backup, paths, options, wait)
      }
    }
    // Opening it once brings the log and its index into being, which readers cannot do.
    _ = try OpenedStore.open(location, create: false, options: options, wait)
    return StoreRestore(token: token ?? backup, backup: backup)
  }

  /// Copies the backup beside the store, checked and in today's schema.
  private static func stage(
    _ copy: borrowing DraftDatabase, _ path: String, _ paths: StorePaths
  ) throws(StoreError) -> StoreToken {
    let resolved = try inspect(path, paths)
    do throws(StoreError) {
      let source = try Database.open(resolved, .immutable)
      try source.reading { () throws(StoreError) in
        _ = try StoreIdentity.verify(source, paths)
        guard try source.integer("PRAGMA page_size") == 4_096 else { throw .noBackup }
        try copy.copy(source)
      }
      let database = try copy.open()
      try Migration.migrate(database)
      let check = try database.reading { () throws(StoreError) in
        try StoreCheck.run(database, paths, full: true)
      }
      guard check.isSound, let token = check.token else {
        throw StoreError(.damaged, "The backup is damaged; nothing was changed.")
      }
      return token
    } catch  where error.code == .storeMissing {
      throw StoreError(.configuration, "The backup is of another app group; nothing was changed.")
    } catch  where error.advice == .otherFile {
      throw error.saying(error.message, hint: "Name a backup of a store; nothing was changed.")
    }
  }

  /// - Returns: The path without links, which SQLite does not follow for us.
  private static func inspect(
    _ path: String, _ paths: StorePaths
  ) throws(StoreError) -> String {
    let (status, resolved): (FileStatus, String)
    do throws(SystemError) {
      status = try FileStatus(path: path, followsLink: true)
      resolved = try Paths.resolved(path)
    } catch {
      throw error.isPermission
        ? StoreError(.unreadable, "The backup cannot be read: \(error.text).", system: .init(error))
        : StoreError(.badInput, "There is no such backup: \(error.text).", system: .init(error))
    }
    guard status.isRegular else { throw .noBackup }
    // Closing another descriptor of it would drop the locks of whoever uses it.
    guard status.identity != (try? FileStatus(path: paths.store))?.identity else {
      throw StoreError(.configuration, "The backup is the store itself.")
    }
    guard ((try? FileStatus(path: resolved + "-wal"))?.size ?? 0) == 0 else {
      throw StoreError(
        .badInput, "A log lies beside the backup, and it would be left out.",
        hint: StoreError.Hint(
          "Make one file of the two with StoreBackup, or with the SQLite shell's .backup.",
          command: "Make one file of the two with 'app backup', or with the shell's .backup."))
    }
    return resolved
  }

  /// Puts the backup where no store is.
  /// - Returns: `nil` when somebody else has made one meanwhile.
  private static func place(
    _ copy: borrowing DraftDatabase, _ backup: StoreToken, _ paths: StorePaths,
    _ options: WriterOptions, _ wait: LockWait
  ) throws(StoreError) -> StoreToken? {
    var lock = try WriterLock.open(paths)
    repeat {
      try lock.acquireToOpen(wait)
    } while try !lock.reopenUnlessCurrent()
    guard (try? FileStatus(path: paths.store)) == nil else { return nil }
    try StoreCreation.checkFolder(paths)
    let inode = try making { () throws(SystemError) in try copy.draft.identity().inode }
    let stamp = try RestoreStamp(backup, in: paths, inode: inode, over: nil)
    try stamp.write(copy.open(), options.writer)
    try copy.setLogMode()
    try making { () throws(SystemError) in try copy.draft.link(as: StorePaths.storeName) }
    FaultPoint.restored.reach()
    stamp.announce(paths)
    return stamp.token
  }

  /// Writes the backup over a store that others may have open, in one commit.
  private static func overwrite(
    _ store: consuming OpenedStore, by copy: borrowing DraftDatabase, _ backup: StoreToken,
    _ options: WriterOptions, _ wait: LockWait
  ) throws(StoreError) -> StoreToken {
    let (database, paths) = (store.database, store.paths)
    var place = store.place
    var lock = store.lock
    repeat {
      try lock.acquireToOpen(wait)
    } while try !lock.reopenUnlessCurrent()
    try emptyLog(database, wait)
    let stamp = try RestoreStamp(backup, in: paths, inode: nil, over: database)
    let draft = try copy.open()
    try stamp.write(draft, options.writer)
    // The commit is one that bears a revision.
    try database.run("PRAGMA synchronous = FULL")
    FaultPoint.beforeCommit.reach()
    try draft.call { source throws(SQLiteError) in
      try source.copyPages(to: database.connection)
    }
    FaultPoint.restored.reach()
    guard place.isInPlace() else {
      throw StoreError(.replaced, "The store was replaced while it was being restored.")
    }
    stamp.announce(paths)
    _ = try? database.copyLog(.emptying)
    lock.release()
    return stamp.token
  }

  /// What is in the log belongs to the line that ends here.
  private static func emptyLog(_ database: Database, _ wait: LockWait) throws(StoreError) {
    while true {
      let result = try database.copyLog(.emptying)
      if result.frames == result.copied { return }
      guard MonotonicTime.now < wait.deadline else {
        throw StoreError(
          .busy, "A reader keeps the log from being emptied; nothing was restored.",
          hint: "Try again when no program is in the middle of reading the store.")
      }
      pause(nanoseconds: 10_000_000)
    }
  }

  private static func making<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      if error.isFull { throw StoreError(.full, "Nothing was restored: the disk is full.") }
      if error.isPermission { throw .unwritableStore }
      throw StoreError(.failed, "Nothing was restored: \(error.text).", system: .init(error))
    }
  }
}

/// What makes a copy of a backup the next revision of a store, on a line of its own.
private struct RestoreStamp {
  let token: StoreToken
  private let inode: Int64
  /// The checkpoint that is next in the file the copy is written over, how many there were, and the
  /// schema cookie before and after.
  private let log: (checkpointID: Int64, mark: Int64, cookies: (base: Int64, last: Int64))?

  /// - Parameters:
  ///   - backup: Where the backup stands.
  ///   - paths: The store's.
  ///   - inode: The file's that is to become the store; `nil`: that of the store.
  ///   - database: The store that is written over; its log is empty.
  /// - Throws: `failed` at the last revision there can be, or a failure of the store.
  init(
    _ backup: StoreToken, in paths: StorePaths, inode: UInt64?, over database: Database?
  ) throws(StoreError) {
    var last = backup.revision
    var tokens = [backup]
    if let database {
      let head = try database.reading { () throws(StoreError) in
        try StoreHead.read(database, seen: nil) {}.token
      }
      tokens.append(head)
      last = max(last, head.revision)
      let cookie = try database.integer("PRAGMA schema_version")
      log = try database.row("SELECT checkpoint_id, mark FROM store WHERE id = 1") {
        row throws(StoreError) in (row.integer(), row.integer(), (cookie, cookie + 1))
      }
    } else {
      log = nil
    }
    var notice = NoticeReader(paths.notice)
    if let notice = notice.read(), tokens.contains(where: notice.isAbout) {
      last = max(last, notice.revision)
    }
    guard let revision = last.successor else {
      throw StoreError(.failed, "The store has reached the last revision there can be.")
    }
    token = StoreToken(
      storeID: backup.storeID, incarnation: Transaction.newID(), revision: revision)
    let found = inode ?? (try? FileStatus(path: paths.store))?.identity.inode ?? 0
    self.inode = Int64(bitPattern: found)
  }

  /// Writes it into the copy.
  func write(_ copy: Database, _ writer: WriterIdentity) throws(StoreError) {
    let cookie = try copy.integer("PRAGMA schema_version")
    // A file of its own that no log was begun on, or the first commit of the store's next log.
    let log = log ?? (Int64.random(in: 1 ... .max), 0, (cookie, cookie))
    try copy.run(
      """
      UPDATE store SET incarnation = ?1, file_inode = ?2, log_id = ?3, log_base = ?4,
        checkpoint_id = ?4, mark = ?5, base_cookie = ?6, cookie = ?7 WHERE id = 1
      """, token.incarnation, inode, Int64.random(in: 1 ... .max), log.checkpointID, log.mark,
      log.cookies.base, log.cookies.last)
    try writer.insert(copy)
    try ChangeRow(
      revision: token.revision, position: 0, subject: .store, name: "restored", action: .changed,
      committedAt: .now, writer: writer.key
    ).insert(copy)
  }

  func announce(_ paths: StorePaths) {
    var notice = NoticeFile(paths)
    // The next writer that opens the store finds another line than was announced, and begins one.
    try? notice.announce(token)
  }
}

extension StoreError {
  fileprivate static let noBackup = StoreError(.badInput, "The file is not a backup of a store.")

  /// A failure of the store that stands in the way of the backup.
  fileprivate var beforeRestore: StoreError {
    guard [.damaged, .incompatible, .replaced].contains(code) else { return self }
    return StoreError(
      code, message,
      hint: .moveAside(then: "restore the backup."),
      sqlite: sqlite, storeRevision: storeRevision)
  }
}
