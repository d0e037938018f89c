public import SharedStoreModel
public import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// One file with everything in it, taken while the store is in use.
public struct StoreBackup: Hashable, Sendable {
  /// The revision the copy stands at.
  public let token: StoreToken
  /// Bytes of the file.
  public let bytes: Int

  /// Copies a store into a new file of mode 0600: verified before it gets its name, and nothing
  /// under that name when it fails or the process is killed.
  ///
  /// It holds a few pages in memory, however large the store is. What a killed process has left
  /// beside, the next copy into the same folder removes.
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - path: The new file; it must not exist, and not lie in the store's container.
  /// - Returns: Where the copy stands.
  /// - Throws: `exists`, `configuration` for a place inside the container or a missing folder,
  ///   `full`, `unreadable`, or a reason of a reading.
  public static func create(
    _ location: StoreLocation, to path: String
  ) throws(StoreError) -> StoreBackup {
    let paths = try StorePaths(location)
    let place = try NewFilePlace(path, for: "backup", outside: paths)
    let target = place.directory + "/" + place.name
    if (try? FileStatus(path: target)) != nil { throw StoreError.backupExists }
    let copy = try making { () throws(SystemError) in
      try DraftDatabase(directory: place.directory)
    }
    var reader = ReaderSession()
    _ = try reader.view(location, deadline: nil) { view throws(StoreError) in
      try copy.copy(view.database)
    }
    let token = try finish(copy.open(), paths)
    let bytes = (try? FileStatus(path: copy.draft.path))?.size ?? 0
    FaultPoint.backupWritten.reach()
    try making { () throws(SystemError) in try copy.draft.link(as: place.name) }
    return StoreBackup(token: token, bytes: Int(bytes))
  }

  private static func finish(
    _ copy: Database, _ paths: StorePaths
  ) throws(StoreError) -> StoreToken {
    // The copy is no file that any log was begun on.
    try copy.run(
      "UPDATE store SET log_id = ?1, log_base = ?2, checkpoint_id = ?2 WHERE id = 1",
      Int64.random(in: 1 ... .max), Int64.random(in: 1 ... .max))
    let check = try copy.reading { () throws(StoreError) in
      try StoreCheck.run(copy, paths, full: true)
    }
    guard check.isSound, let token = check.token else {
      throw StoreError(
        .damaged, "The store is damaged; no backup was made.",
        hint: StoreError.Hint(
          "StoreCheck says what is wrong, if it is full.", command: "Run 'app check --full'."))
    }
    return token
  }

  private static func making<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      if error.isExisting { throw StoreError.backupExists }
      if error.isFull { throw StoreError(.full, "No backup was made: the disk is full.") }
      if error.isPermission {
        throw StoreError(.unreadable, "No backup was made: no permission for its folder.")
      }
      throw StoreError(.failed, "No backup was made: \(error.text).", system: .init(error))
    }
  }
}

extension StoreError {
  fileprivate static let backupExists = StoreError(
    .exists, "The backup file exists already; nothing was overwritten.")
}
