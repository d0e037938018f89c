public import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem

/// A store's identity, library and files, for people who look for a fault.
public struct StoreStatus: Hashable, Sendable {
  /// The folder of the store, its links resolved.
  public let directory: String
  /// The app group it belongs to.
  public let appGroup: String
  /// Store, incarnation and revision.
  public let token: StoreToken
  /// The revision that had been announced, if the store has lost it.
  public let announcedRevision: Revision?
  /// The version of the schema.
  public let schemaVersion: Int64
  /// When the store was created.
  public let createdAt: Timestamp
  /// The SQLite library that is loaded.
  public let library: LibraryStatus
  /// Whether the file is a copy that no writer has opened since it was made.
  public let isCopy: Bool
  /// Bytes of the database file.
  public let databaseBytes: UInt64
  /// Bytes of the log, `nil` when there is none.
  public let logBytes: UInt64?
  /// Permission bits of the folder.
  public let directoryPermissions: UInt32
  /// Permission bits of the database file.
  public let storePermissions: UInt32
  /// The process that holds the writer lock, if one does.
  public let lockHolder: LockingProcess?
  /// The process that holds back the log by a long read, if one does.
  public let pinnedReader: LockingProcess?
  /// The type of the file system.
  public let fileSystem: FileSystemType
}

/// A process that holds a lock of the store.
public struct LockingProcess: Hashable, Sendable {
  /// Its process id, in this process's namespace.
  public let processID: Int32
  /// Whether it is stopped and will not let go by itself.
  public let isStopped: Bool

  init(_ holder: LockHolder) {
    (processID, isStopped) = (holder.processID, holder.isStopped)
  }
}

/// The type of a file system, and whether SQLite's log works on it: its index is shared memory,
/// which needs one kernel (https://www.sqlite.org/wal.html).
public struct FileSystemType: Hashable, Sendable {
  /// Its name where it is known, else its magic number.
  public let name: String
  /// Whether other machines may write the same files.
  public let isShared: Bool

  init(_ system: FileSystem?) {
    (name, isShared) = (system?.name ?? "unknown", system?.isShared ?? false)
  }
}

/// The loaded SQLite library and what it means for this store.
public struct LibraryStatus: Hashable, Sendable {
  /// Such as `3.40.1`; of the library that is loaded, not of a header.
  public let version: String
  /// Whether that version can lose commits when a checkpoint meets a commit
  /// (https://www.sqlite.org/wal.html#walresetbug).
  public let hasWALResetBug: Bool
  /// What keeps the store safe from it.
  public static let mitigations = [
    "writer-lock", "checkpoint-under-lock", "no-auto-checkpoint", "read-only-readers", "no-mmap",
  ]

  /// The library of this process.
  public static var loaded: LibraryStatus {
    let (text, number) = Connection.libraryVersion
    return LibraryStatus(version: text, hasWALResetBug: isAffected(number))
  }

  /// The system's kernel and its release.
  package static var system: String { SystemVersion.text }

  /// Affected: 3.7.0 up to 3.51.2, but for the two releases that carry the fix.
  static func isAffected(_ number: Int32) -> Bool {
    switch number {
    case ..<3_007_000: false
    case 3_044_006..<3_045_000, 3_050_007..<3_051_000: false
    default: number < 3_051_003
    }
  }
}

extension StoreView {
  /// Identity and files of the store.
  func status() throws(StoreError) -> StoreStatus {
    let identity = try StoreIdentity.verify(database, paths)
    do throws(SystemError) {
      let file = try FileStatus(path: paths.store)
      let folder = try FileStatus(path: paths.directory)
      return StoreStatus(
        directory: paths.directory, appGroup: identity.appGroup, token: token,
        announcedRevision: announced,
        schemaVersion: identity.schemaVersion, createdAt: identity.createdAt,
        library: .loaded, isCopy: identity.fileInode != Int64(bitPattern: file.identity.inode),
        databaseBytes: file.size,
        logBytes: (try? FileStatus(path: paths.log))?.size,
        directoryPermissions: folder.permissions, storePermissions: file.permissions,
        lockHolder: LockHolder.ofFile(at: paths.lock).map(LockingProcess.init),
        pinnedReader: LockHolder.pinningReader(logIndex: paths.logIndex).map(LockingProcess.init),
        fileSystem: FileSystemType(FileSystem(path: paths.directory)))
    } catch {
      throw error.isMissing ? paths.missing : .unreadableStore
    }
  }
}
