public import SharedStoreModel

/// What the library tells a log: numbers and codes.
///
/// No case can carry text, so content cannot be logged by mistake.
public enum StoreEvent: Hashable, Sendable {
  /// A record was read.
  case read(Revision, storeRevision: Revision, nanoseconds: UInt64)
  /// There was nothing to read, or reading failed.
  case readFailed(StoreError.Code, nanoseconds: UInt64)
  /// A transaction was committed.
  case committed(storeRevision: Revision, changes: Int, nanoseconds: UInt64)
  /// A transaction changed nothing.
  case unchanged(storeRevision: Revision, nanoseconds: UInt64)
  /// A transaction failed and left everything as it was.
  case writeFailed(StoreError.Code, nanoseconds: UInt64)
  /// The log was copied into the database.
  case checkpointed(frames: Int, copied: Int)
  /// The log could not be copied into the database; the next commit tries again.
  case checkpointFailed(StoreError.Code)
  /// The hint to other processes could not be written; they notice the change later.
  case noticeFailed(errorNumber: Int32)
  /// A reader's report could not be written; what it read counts all the same.
  case reportFailed(StoreError.Code)
}
