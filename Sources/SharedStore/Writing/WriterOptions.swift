public import SharedStoreModel
public import SharedStoreReader
import SharedStoreSystem

/// What a writer may be told beforehand.
public struct WriterOptions: Sendable {
  /// The program that writes; recorded with every revision.
  public var writer: WriterIdentity
  /// How long one call may wait for other processes; its own work takes as long as it takes.
  public var timeout: Duration
  /// What a successful commit survives.
  public var durability: Durability
  /// How many versions of a kind are kept.
  public var retention: SnapshotRetention
  /// The most bytes one payload may have.
  public var maximumPayloadBytes: Int
  /// Whether a changed record asks for a new timeline of its kind.
  public var requestsRefresh: Bool
  /// What keeps the system from suspending the process while it holds a lock; `nil`: nothing.
  public var activity: (any StoreActivity)?
  /// Called after each transaction and checkpoint, with numbers only; on the thread of the call.
  public var log: (@Sendable (StoreEvent) -> Void)?

  /// What a successful commit survives.
  public enum Durability: Hashable, Sendable {
    /// A power loss: the log is synced at every commit.
    case full
    /// The end of the process, but perhaps not a power loss, which may undo the last commits.
    case relaxed
  }

  /// Creates options: five seconds, full durability, 16 versions and 4 MiB a kind, 1 MiB a payload.
  /// - Parameters:
  ///   - writer: The program that writes.
  ///   - timeout: How long one call may wait for other processes.
  ///   - durability: What a successful commit survives.
  ///   - retention: How many versions of a kind are kept.
  ///   - maximumPayloadBytes: The most bytes one payload may have.
  ///   - requestsRefresh: Whether a changed record asks for a new timeline of its kind.
  ///   - activity: What keeps the system from suspending the process while it holds a lock.
  ///   - log: Called after each transaction and checkpoint.
  public init(
    writer: WriterIdentity = .thisProgram, timeout: Duration = .seconds(5),
    durability: Durability = .full,
    retention: SnapshotRetention = .standard, maximumPayloadBytes: Int = 1 << 20,
    requestsRefresh: Bool = true, activity: (any StoreActivity)? = .standard,
    log: (@Sendable (StoreEvent) -> Void)? = nil
  ) {
    self.writer = writer
    self.timeout = timeout
    self.durability = durability
    self.retention = retention
    self.maximumPayloadBytes = maximumPayloadBytes
    self.requestsRefresh = requestsRefresh
    self.activity = activity
    self.log = log
  }
}
