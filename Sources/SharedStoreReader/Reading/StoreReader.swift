public import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem
import Synchronization

/// Reads a store that another process writes.
///
/// It opens lazily, creates nothing, holds nothing between calls and may be used from any thread.
///
/// ```swift
/// let reader = StoreReader(.appGroup("group.example.todo"))
/// let timeline = SnapshotTimeline(now: .now, reading: reader.read(Todo.self))
/// ```
///
/// Nothing is cached across reads: each one sees the newest committed revision. A store that was
/// rewound, replaced or removed since the last read is reported once; the read after that accepts
/// what is there (contract R8).
public final class StoreReader: Sendable {
  private let location: StoreLocation
  private let options: Options
  private let session = Mutex(ReaderSession())

  /// What a reader may be told beforehand.
  public struct Options: Sendable {
    /// How long one call may take, in milliseconds.
    public var timeoutMilliseconds: Int64
    /// Called after each read, with numbers only; on the thread of the call.
    public var log: (@Sendable (StoreEvent) -> Void)?

    /// Five seconds, and no log.
    public init(
      timeoutMilliseconds: Int64 = 5_000, log: (@Sendable (StoreEvent) -> Void)? = nil
    ) {
      self.timeoutMilliseconds = timeoutMilliseconds
      self.log = log
    }
  }

  /// Creates a reader; the store is opened by the first read.
  public init(_ location: StoreLocation, options: Options = Options()) {
    self.location = location
    self.options = options
  }

  /// The newest record of a kind as it is stored, or a kept older version.
  /// - Parameters:
  ///   - kind: The series.
  ///   - revision: The version's revision; `nil` for the newest.
  /// - Returns: The record, or why there is none.
  public func readStored(
    _ kind: Kind, revision: Revision? = nil
  ) -> Reading<StoredPayload> {
    guard let log = options.log else { return readUnlogged(kind, revision) }
    let started = MonotonicTime.now
    let reading = readUnlogged(kind, revision)
    let elapsed = MonotonicTime.now.nanoseconds - started.nanoseconds
    switch reading {
    case .value(let snapshot, let token):
      log(.read(snapshot.revision, storeRevision: token.revision, nanoseconds: elapsed))
    case .unavailable(let error):
      log(.readFailed(error.code, nanoseconds: elapsed))
    }
    return reading
  }

  private func readUnlogged(_ kind: Kind, _ revision: Revision?) -> Reading<StoredPayload> {
    do throws(StoreError) {
      return try perform { session throws(StoreError) in
        try session.snapshot(of: kind, revision: revision)
      }
    } catch {
      return .unavailable(error)
    }
  }

  /// Where the store stands.
  /// - Throws: Every reason a reading can have but `notFound`.
  public func token() throws(StoreError) -> StoreToken {
    try perform { session throws(StoreError) in try session.token() }
  }

  /// The kept versions of a kind, newest first, and where the store stood.
  /// - Throws: `notFound` for an unknown kind, else as ``token()``.
  public func versions(
    of kind: Kind
  ) throws(StoreError) -> (versions: [SnapshotVersion], token: StoreToken) {
    let result = try perform { session throws(StoreError) in try session.versions(of: kind) }
    guard !result.0.isEmpty else { throw .noSuchKind.at(result.1.revision) }
    return result
  }

  /// Every kind with its newest revision, in the order of its text's bytes.
  /// - Throws: As ``token()``.
  public func kinds() throws(StoreError) -> (kinds: [KindSummary], token: StoreToken) {
    try perform { session throws(StoreError) in try session.kinds() }
  }

  /// The store's identity and size, for people who look for a fault.
  /// - Throws: As ``token()``.
  public func status() throws(StoreError) -> StoreStatus {
    try perform { session throws(StoreError) in try session.status() }
  }

  func perform<Result: Sendable>(
    _ body: @Sendable (inout ReaderSession) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let deadline = MonotonicTime.now.advanced(byMilliseconds: options.timeoutMilliseconds)
    return try session.withLock { session throws(StoreError) in
      try session.begin(location, deadline: deadline)
      return try body(&session)
    }
  }
}

extension StoreError {
  static let noSuchKind = StoreError(.notFound, "There is no record of that kind.")
  static let noSuchVersion = StoreError(
    .notFound, "That version is not kept.", hint: "'snapshot list' shows the kept versions.")
}
