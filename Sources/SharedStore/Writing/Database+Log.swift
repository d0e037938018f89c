import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

/// The writer's part in knowing which log lies on which file: `LogClaim` and
/// Documentation/Format.md explain the rule.
extension Database {
  /// Notes a new log, if what is committed now may begin the log anew.
  ///
  /// At the end of each transaction that commits something.
  /// - Returns: Whether the identity row was changed.
  /// - Throws: A failure of SQLite.
  @discardableResult
  func noteNewLog() throws(StoreError) -> Bool {
    guard connection.logState()?.isCopied == true else { return false }
    try run(
      """
      UPDATE store SET log_base = checkpoint_id, log_id = ?1, base_cookie = ?2, cookie = ?2
      WHERE id = 1
      """, Int64.random(in: 1 ... .max), try integer("PRAGMA schema_version"))
    return true
  }

  /// Announces a checkpoint and makes it, as far as readers allow.
  ///
  /// Under the writer lock, and not synced by itself: the checkpoint syncs the log.
  /// - Parameter mode: How the log is left, if all of it could be copied.
  /// - Returns: Frames in the log, and how many of them are in the database now.
  /// - Throws: A failure of SQLite.
  @discardableResult
  func copyLog(
    _ mode: Connection.CheckpointMode
  ) throws(StoreError) -> (frames: Int, copied: Int) {
    // Without room for it the checkpoint is made all the same: it is what makes room.
    try? announceCheckpoint()
    return try call { connection throws(SQLiteError) in try connection.checkpoint(mode) }
  }

  private func announceCheckpoint() throws {
    try writing(begun: { StoreError($0) }) {
      guard connection.logState()?.isCopied == false else { return ((), commit: false) }
      try run(
        "UPDATE store SET checkpoint_id = ?1, mark = mark + 1, cookie = ?2 WHERE id = 1",
        Int64.random(in: 1 ... .max), try integer("PRAGMA schema_version"))
      return ((), commit: true)
    }
  }

  /// Whether the log, if there is one, was written for the file it lies on.
  func hasOwnLog() -> Bool {
    (try? reading { () throws(StoreError) in try LogClaim.verify(self) }) != nil
  }
}
