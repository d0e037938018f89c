public import SharedStoreModel
public import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// A store, or only its log, moved aside because it cannot be used; nothing is deleted.
public struct StoreReset: Hashable, Sendable {
  /// The folder that has the files now.
  public let evidence: String
  /// Their names.
  public let files: [String]
  /// Where the store stands that is left; `nil` when it was moved.
  public let token: StoreToken?

  /// The file that says what state the files were in, without any of their content.
  public static let report = "report.txt"

  /// Moves files of a store into a folder, with a report on them.
  ///
  /// The database goes first, so a process that is killed leaves it in one of the two places; what
  /// is left then is moved by the next call. Afterwards there is no store, until one is created or
  /// a backup is restored.
  ///
  /// Only the log: for one that belongs to another file, or is damaged. What it holds is no longer
  /// in the store, which goes on on another line of revisions, above all that were announced.
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - directory: The folder; it is made if it is missing, and does not lie in the container.
  ///   - onlyLog: Whether the database stays.
  ///   - options: How to write.
  /// - Returns: What was moved.
  /// - Throws: `storeMissing` when there is nothing to move, `exists`, `configuration`, `busy`,
  ///   `unreadable`; `damaged` when the database without its log does not hold together.
  public static func run(
    _ location: StoreLocation, keepEvidence directory: String, onlyLog: Bool = false,
    options: WriterOptions = WriterOptions()
  ) throws(StoreError) -> StoreReset {
    let paths = try StorePaths(location)
    let aside = try Aside(directory, outside: paths)
    let wait = LockWait(options.timeout)
    var lock = try WriterLock.open(paths)
    repeat {
      try lock.acquireToOpen(wait)
    } while try !lock.reopenUnlessCurrent()
    let names = onlyLog ? [paths.log, paths.logIndex] : paths.ofDatabase
    let files = names.filter { (try? FileStatus(path: $0)) != nil }
    guard !files.isEmpty else { throw paths.missing }
    if onlyLog { try checkWithoutLog(paths) }
    try aside.write(FileReport(paths, names: files).text)
    for file in files {
      try aside.take(file)
      FaultPoint.setAside.reach()
    }
    lock.release()
    let moved = files.map { Paths.name(of: $0) }
    guard onlyLog else { return StoreReset(evidence: aside.path, files: moved, token: nil) }
    let store = try OpenedStore.open(
      location, create: false, options: options, wait, isNewLine: true)
    let database = store.database
    let token = try database.reading { () throws(StoreError) in
      try StoreHead.read(database, seen: nil) {}.token
    }
    return StoreReset(evidence: aside.path, files: moved, token: token)
  }

  private static func checkWithoutLog(_ paths: StorePaths) throws(StoreError) {
    _ = try StoreFile.inspect(paths)
    let database = try Database.open(paths.store, .immutable)
    let isSound: Bool
    do throws(StoreError) {
      isSound = try database.reading { () throws(StoreError) in
        try StoreCheck.run(database, paths, full: true).isSound
      }
    } catch {
      guard error.code == .damaged else { throw error }
      isSound = false
    }
    guard isSound else {
      throw StoreError(
        .damaged, "Without its log the store does not hold together; nothing was moved.",
        hint: StoreError.Hint(
          "Keep the log to move all of it aside, then restore a backup.",
          command: "Leave '--discard-log' out to move all of it aside, then restore a backup."))
    }
  }
}

/// The folder that files are moved into.
private struct Aside {
  let path: String

  init(_ directory: String, outside paths: StorePaths) throws(StoreError) {
    let absolute = Paths.absolute(directory)
    path = try Aside.failing { () throws(SystemError) in
      try Paths.resolvedIgnoringMissing(absolute)
    }
    try NewFilePlace.check(path, for: "evidence", outside: paths)
    let path = path
    try Aside.failing { () throws(SystemError) in try Paths.makeDirectory(path) }
  }

  func take(_ file: String) throws(StoreError) {
    try Aside.failing { () throws(SystemError) in
      try FileMove.move(file, to: path, name: Paths.name(of: file))
    }
  }

  /// A report that a killed call has left stays: it tells of the files as they were then.
  func write(_ report: String) throws(StoreError) {
    guard (try? FileStatus(path: path + "/" + StoreReset.report)) == nil else { return }
    try Aside.failing { () throws(SystemError) in
      try NewFile.create(
        directory: path, name: StoreReset.report, contents: Array(report.utf8))
    }
  }

  private static func failing<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      if error.isExisting {
        throw StoreError(
          .exists, "The folder for the evidence holds such a file already.",
          hint: "Name a new folder.")
      }
      if error.isFull {
        throw StoreError(.full, "Not all files were moved: the disk is full.")
      }
      throw StoreError(
        error.isPermission ? .unreadable : .configuration,
        "The files cannot be moved there: \(error.text).", system: .init(error))
    }
  }
}
