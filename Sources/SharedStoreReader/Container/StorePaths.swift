package import SharedStoreModel
package import SharedStoreSystem

/// The files of one store, their directory resolved so that no link is left in it.
package struct StorePaths: Hashable, Sendable {
  /// The app group whose store this is.
  package let appGroup: AppGroup
  /// `<container>/SharedStore`.
  package let directory: String
  /// The database file.
  package let store: String
  /// Its write-ahead log.
  package let log: String

  /// The folder inside a container.
  package static let folder = "SharedStore"
  /// The database's name inside the folder.
  package static let storeName = "store.sqlite"
  /// The notice's name inside the folder.
  static let noticeName = "store.notice"

  /// Apple's sandbox lets an app group's processes use names that begin with its id.
  static func noticeTopic(_ appGroup: AppGroup) -> String { appGroup.id + ".SharedStore" }

  /// SQLite's own limit is 512 bytes for the longest name it derives; beyond it, opening fails
  /// without a reason.
  ///
  /// Checked here, with the number.
  package static let maximumBytes = 500

  package var logIndex: String { store + "-shm" }
  /// The journal of a program that wrote without a log.
  package var journal: String { store + "-journal" }
  /// The files that hold what the store holds, the database first.
  package var ofDatabase: [String] { [store, log, logIndex, journal, notice] }
  package var lock: String { directory + "/store.lock" }
  package var turn: String { directory + "/store.turn" }
  package var notice: String { directory + "/" + StorePaths.noticeName }
  /// Under which a change is announced where folders cannot be watched.
  package var noticeTopic: String { StorePaths.noticeTopic(appGroup) }

  /// Resolves the folder of an existing store.
  /// - Throws: `storeMissing`, `unreadable` or `configuration`.
  package init(_ location: StoreLocation) throws(StoreError) {
    let container = try location.resolution.get()
    let path = container.directory + "/" + StorePaths.folder
    do throws(SystemError) {
      // A container that is a file would look like a missing folder.
      if try !FileStatus(path: container.directory, followsLink: true).isDirectory {
        throw SystemError.notADirectory
      }
      try self.init(appGroup: container.appGroup, resolved: Paths.resolved(path))
    } catch {
      throw StorePaths.failure(error, container)
    }
  }

  /// Paths in a folder that is already resolved.
  package init(appGroup: AppGroup, resolved directory: String) {
    self.appGroup = appGroup
    self.directory = directory
    store = directory + "/" + StorePaths.storeName
    log = store + "-wal"
  }

  /// Checks that SQLite can open every file of the folder by its path.
  /// - Throws: `configuration`, with both numbers.
  package func checkLength() throws(StoreError) {
    guard store.utf8.count <= StorePaths.maximumBytes else {
      throw StorePaths.tooLong(store.utf8.count)
    }
  }

  static func tooLong(_ bytes: Int) -> StoreError {
    StoreError(
      .configuration, "The path of the store is too long: \(bytes) bytes, limit \(maximumBytes).",
      hint: "Choose a container with a shorter path.")
  }

  package static func failure(
    _ error: SystemError, _ container: StoreLocation.Container
  ) -> StoreError {
    // What counts is where the path leads, wherever it starts.
    let directory =
      (try? Paths.resolvedIgnoringMissing(container.directory)) ?? container.directory
    let bytes = directory.utf8.count + folder.utf8.count + storeName.utf8.count + 2
    if error.isTooLong || (bytes > maximumBytes && error.isMissing) {
      return tooLong(bytes)
    }
    if error.isNotDirectory {
      return StoreError(
        .configuration, "The container directory is not a directory.",
        hint: "Name a directory as the container.")
    }
    if error.isLoop {
      return StoreError(
        .configuration, "The container directory is a link that leads to itself.",
        hint: "Name a directory as the container.")
    }
    if error.isMissing { return .storeMissing(container.appGroup, in: directory) }
    if error.isPermission {
      return StoreError(
        .unreadable, "The folder of the store cannot be entered: \(error.text).",
        hint: "Its directories need search permission for this user.", system: .init(error))
    }
    return StoreError(
      .failed, "The folder of the store cannot be resolved: \(error.text).", system: .init(error))
  }
}

extension StorePaths {
  /// That there is no such store here.
  package var missing: StoreError {
    .storeMissing(appGroup, in: Paths.parent(of: directory) ?? directory)
  }
}

extension StoreError {
  fileprivate static func storeMissing(
    _ appGroup: AppGroup, in container: String
  ) -> StoreError {
    StoreError(
      .storeMissing, "There is no store for app group '\(appGroup.id)' in '\(container)'.",
      hint: StoreError.Hint(
        "The app creates it with StoreWriter.open(create: true); check that both use the same app "
          + "group.",
        command: "Only 'app init' creates one; check that both tools use the same configuration."))
  }
}
