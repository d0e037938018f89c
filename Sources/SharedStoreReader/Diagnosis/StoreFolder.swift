package import SharedStoreModel
import SharedStoreSystem

/// What can be seen of a store from outside, whatever state it is in: nothing is opened.
package struct StoreFolder: Sendable {
  /// The folder, its links resolved.
  package let directory: String
  /// Bytes of the database; `nil` when it is not there.
  package let databaseBytes: UInt64?
  /// Bytes of the log; `nil` when it is not there.
  package let logBytes: UInt64?
  /// Bytes of every file of the folder and of the readers' reports.
  package let totalBytes: UInt64
  /// Bytes free to this user.
  package let freeBytes: UInt64?
  /// Permission bits of the folder.
  package let directoryPermissions: UInt32?
  /// Permission bits of the database.
  package let storePermissions: UInt32?
  /// The type of the file system.
  package let fileSystem: FileSystemType
  /// The process that holds the writer lock.
  package let lockHolder: LockingProcess?
  /// The process that holds back the log by a long read.
  package let pinnedReader: LockingProcess?
  private let conditionsOutside: [StoreCondition]

  /// Looks at a store's folder.
  package init(_ paths: StorePaths) {
    directory = paths.directory
    let store = try? FileStatus(path: paths.store)
    let folder = try? FileStatus(path: paths.directory)
    let system = FileSystem(path: paths.directory)
    databaseBytes = store?.size
    logBytes = (try? FileStatus(path: paths.log))?.size
    totalBytes =
      StoreFolder.bytes(in: paths.directory)
      &+ StoreFolder.bytes(in: paths.directory + "/" + ReaderReports.folder)
    freeBytes = system?.freeBytes
    (directoryPermissions, storePermissions) = (folder?.permissions, store?.permissions)
    fileSystem = FileSystemType(system)
    let holder = LockHolder.ofFile(at: paths.lock)
    let reader = LockHolder.pinningReader(logIndex: paths.logIndex)
    lockHolder = holder.map(LockingProcess.init)
    pinnedReader = reader.map(LockingProcess.init)
    conditionsOutside =
      StoreFolder.processes(holder, reader, writer: LockHolder.ofDatabase(logIndex: paths.logIndex))
      + StoreFolder.files(paths, fileSystem)
      + [(paths.directory, folder), (paths.store, store)].compactMap { path, status in
        guard let mode = status?.permissions, mode & 0o077 != 0 else { return nil }
        return .open(path: path, mode: mode)
      }
  }

  /// What somebody should know of.
  /// - Parameters:
  ///   - folder: The store's folder, if there is one.
  ///   - status: The store, if it can be read.
  ///   - ignored: Sources of the configuration that do not count.
  /// - Returns: The conditions; none for a sound store.
  package static func conditions(
    of folder: StoreFolder?, _ status: StoreStatus?, ignored: [IgnoredSetting]
  ) -> [StoreCondition] {
    var conditions = ignored.filter(\.reason.isMistake).map(StoreCondition.ignored)
    if let announced = status?.announcedRevision {
      conditions.append(.rewound(announced: announced))
    }
    if status?.isCopy == true { conditions.append(.copy(hasLog: folder?.logBytes != nil)) }
    return conditions + (folder?.conditionsOutside ?? [])
  }

  private static func processes(
    _ holder: LockHolder?, _ reader: LockHolder?, writer: LockHolder?
  ) -> [StoreCondition] {
    var conditions: [StoreCondition] = []
    if let holder, holder.isStopped {
      conditions.append(.stoppedWriter(processID: holder.processID))
    }
    if let reader {
      conditions.append(.pinnedLog(processID: reader.processID, isStopped: reader.isStopped))
    }
    if let writer, writer.processID != holder?.processID {
      conditions.append(.foreignWriter(processID: writer.processID))
    }
    return conditions
  }

  private static func files(
    _ paths: StorePaths, _ fileSystem: FileSystemType
  ) -> [StoreCondition] {
    var conditions: [StoreCondition] = []
    if (try? FileStatus(path: paths.journal)) != nil { conditions.append(.journal) }
    let litestream = paths.directory + "/." + StorePaths.storeName + "-litestream"
    if (try? FileStatus(path: litestream)) != nil { conditions.append(.litestream) }
    if fileSystem.isShared { conditions.append(.sharedFileSystem(name: fileSystem.name)) }
    return conditions
  }

  private static func bytes(in directory: String) -> UInt64 {
    let entries = (try? DirectoryListing.entries(of: directory, limit: 4_096)) ?? []
    return entries.compactMap(\.text).reduce(0) { sum, name in
      guard let status = try? FileStatus(path: directory + "/" + name), status.isRegular else {
        return sum
      }
      return sum &+ status.size
    }
  }
}
