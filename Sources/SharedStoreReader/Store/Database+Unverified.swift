package import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem

extension Database {
  /// Opens a store's file for reading what can be read of it: nothing of its content is verified.
  /// - Throws: `storeMissing`, `configuration`, `recoveryNeeded`, or why the file cannot be opened.
  package static func openUnverified(_ paths: StorePaths) throws(StoreError) -> Database {
    _ = try StoreFile.inspect(paths)
    let hasIndex = (try? FileStatus(path: paths.logIndex)) != nil
    if !hasIndex, let log = try? FileStatus(path: paths.log), log.size > 0 {
      throw .recoveryNeeded
    }
    // As StoreConnection: without a log's index, there is no log to miss.
    return try open(paths.store, hasIndex ? .readOnly : .immutable)
  }
}
