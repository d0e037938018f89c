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

  /// Copies a store into a new file of mode 0600: verified before it gets its name, and nothing at
  /// all when it fails or the process is killed.
  ///
  /// The copy is made in memory.
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
    let target = try Target(path, outside: paths)
    var reader = ReaderSession()
    let copied = try reader.view(location, deadline: nil) { view throws(StoreError) in
      var image = try view.database.call { connection throws(SQLiteError) in
        try connection.serialized()
      }
      // A file of its own needs no log: the format versions that mean "rollback journal",
      // https://www.sqlite.org/fileformat2.html#file_format_version_numbers
      if image.count > 19 { (image[18], image[19]) = (1, 1) }
      return image
    }
    let copy = try Database.deserializing(copied)
    // The copy is no file that any log was begun on.
    try copy.run(
      "UPDATE store SET log_id = ?1, log_base = ?2, checkpoint_id = ?2 WHERE id = 1",
      Int64.random(in: 1 ... .max), Int64.random(in: 1 ... .max))
    let token = try verify(copy, paths)
    let image = try copy.call { connection throws(SQLiteError) in try connection.serialized() }
    try target.write(image)
    return StoreBackup(token: token, bytes: image.count)
  }

  private static func verify(
    _ copy: Database, _ paths: StorePaths
  ) throws(StoreError) -> StoreToken {
    let check = try copy.reading { () throws(StoreError) in
      try StoreCheck.run(copy, paths, full: true)
    }
    guard check.isSound, let token = check.token else {
      throw StoreError(
        .damaged, "The store is damaged; no backup was made.", hint: "Run 'app check --full'.")
    }
    return token
  }

  /// Where the file will stand.
  private struct Target {
    let place: NewFilePlace

    init(_ path: String, outside paths: StorePaths) throws(StoreError) {
      place = try NewFilePlace(path, for: "backup", outside: paths)
      if (try? FileStatus(path: place.directory + "/" + place.name)) != nil {
        throw StoreError.backupExists
      }
    }

    func write(_ image: [UInt8]) throws(StoreError) {
      do throws(SystemError) {
        try NewFile.create(
          directory: place.directory, name: place.name, contents: image,
          beforeLink: { FaultPoint.backupWritten.reach() })
      } catch {
        if error.isExisting { throw StoreError.backupExists }
        if error.isFull { throw StoreError(.full, "No backup was made: the disk is full.") }
        if error.isPermission {
          throw StoreError(.unreadable, "No backup was made: no permission for its folder.")
        }
        throw StoreError(.failed, "No backup was made: \(error.text).")
      }
    }
  }
}

extension StoreError {
  fileprivate static let backupExists = StoreError(
    .exists, "The backup file exists already; nothing was overwritten.")
}

extension Database {
  fileprivate static func deserializing(_ image: [UInt8]) throws(StoreError) -> Database {
    do throws(SQLiteError) {
      return Database(try Connection.deserializing(image))
    } catch {
      throw StoreError(error)
    }
  }
}
