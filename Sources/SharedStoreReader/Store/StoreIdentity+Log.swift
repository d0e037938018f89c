import SharedStoreModel
import SharedStoreSQLite
package import SharedStoreSystem

extension StoreIdentity {
  /// Whether the log beside a store was written for another database file.
  ///
  /// The identity row names the file it was last written to, so a log that is applied to another
  /// file gives itself away. A log that adds nothing to the file is nobody's: its writer was
  /// killed, or has not committed yet.
  /// - Parameters:
  ///   - paths: Where the store is.
  ///   - file: The status of the database file.
  ///   - logBytes: The size of the log before this identity was read.
  /// - Returns: Whether the log must not be used.
  package func isFromForeignLog(
    _ paths: StorePaths, file: FileStatus, logBytes: UInt64
  ) -> Bool {
    guard logBytes > 0, fileInode != Int64(bitPattern: file.identity.inode) else { return false }
    return StoreIdentity.ofFileAlone(paths) != self
  }

  /// The identity in the database file without its log; `nil` when there is none to read.
  private static func ofFileAlone(_ paths: StorePaths) -> StoreIdentity? {
    try? read(Database.open(paths.store, .immutable))
  }
}
