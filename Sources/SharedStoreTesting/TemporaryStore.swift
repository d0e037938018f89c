public import SharedStoreModel
public import SharedStoreReader

/// A container directory for one test, removed with everything in it when the value goes away.
///
/// It holds no store until one is created in it, by a writer or by `app init`:
///
/// ```swift
/// let temporary = try TemporaryStore()
/// let writer = try StoreWriter(temporary.location, create: true)
/// ```
///
/// Keep it in the suite's instance, or inside `withExtendedLifetime`: a path taken from it does not
/// keep the directory.
public final class TemporaryStore: Sendable {
  /// The app group's id.
  public let appGroup: String
  private let root: TemporaryDirectory
  private let paths: StorePaths

  /// Makes an empty container.
  /// - Parameter appGroup: An app group id of your own, if the test needs one.
  /// - Throws: `configuration` for an invalid id, `failed` when the directory cannot be made.
  public init(appGroup: String = "group.test.store") throws(StoreError) {
    root = try TemporaryDirectory()
    let container = try StoreLocation.container(root.path, appGroup: appGroup).resolution.get()
    self.appGroup = appGroup
    paths = StorePaths(
      appGroup: container.appGroup, resolved: root.path + "/" + StorePaths.folder)
  }

  /// The container directory.
  public var container: String { root.path }

  /// The location to give a reader or a writer.
  public var location: StoreLocation { .container(container, appGroup: appGroup) }

  /// The variables that lead both tools to this store.
  public var environment: [String: String] {
    ["SHARED_STORE_APP_GROUP": appGroup, "SHARED_STORE_CONTAINER": container]
  }

  /// The store's folder inside the container.
  public var directory: String { paths.directory }
  /// The database file.
  public var store: String { paths.store }
  /// The database's log.
  public var log: String { paths.log }
  /// The index of the log, which processes share as memory.
  public var logIndex: String { paths.logIndex }
  /// The file that writers lock.
  public var lock: String { paths.lock }
  /// The file on which waiting writers queue.
  public var turn: String { paths.turn }
  /// The hint to other processes that something changed.
  public var notice: String { paths.notice }
}
