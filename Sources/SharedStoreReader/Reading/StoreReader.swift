import Dispatch
public import SharedStoreModel
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
/// Each read sees the newest committed revision; while nothing is committed, the last readings of
/// 16 kinds are answered without asking SQLite again. A store that was rewound, replaced or removed
/// since the last read is reported once; the read after that accepts what is there. One that has
/// lost commits which a writer had announced stays `rewound` until a writer has opened it.
public final class StoreReader: Sendable {
  let location: StoreLocation
  let options: Options
  let session = Mutex(ReaderSession())
  /// For asynchronous calls, so that none blocks a thread of the pool that tasks share.
  let queue = DispatchQueue(label: "SharedStore.reader")
  /// Those who wait for a change.
  let waiters = StoreWaiters()

  /// What a reader may be told beforehand.
  public struct Options: Sendable {
    /// How long one call may take.
    public var timeout: Duration
    /// Whether a store that has lost announced commits is read as it is, instead of `rewound`.
    public var acceptsRewound: Bool
    /// What keeps the system from suspending the process while it holds a lock; `nil`: nothing.
    public var activity: (any StoreActivity)?
    /// Called after each read, with numbers only; on the thread of the call.
    public var log: (@Sendable (StoreEvent) -> Void)?
    /// The program that reads; named in its reports.
    public var program: WriterIdentity

    /// Five seconds, `rewound` for a store that has lost commits, no log, and this process's
    /// program.
    public init(
      timeout: Duration = .seconds(5), acceptsRewound: Bool = false,
      activity: (any StoreActivity)? = .standard,
      log: (@Sendable (StoreEvent) -> Void)? = nil, program: WriterIdentity = .thisProgram
    ) {
      self.timeout = timeout
      self.acceptsRewound = acceptsRewound
      self.activity = activity
      self.log = log
      self.program = program
    }
  }

  /// Creates a reader; the store is opened by the first read.
  public init(_ location: StoreLocation, options: Options = Options()) {
    self.location = location
    self.options = options
  }

  /// Reads several things at one store revision.
  ///
  /// ```swift
  /// let (open, streak) = try reader.read { view throws(StoreError) in
  ///   (try view.snapshot(Todo.self), try view.snapshot(Streak.self))
  /// }
  /// ```
  ///
  /// It blocks while the store is read.
  /// - Parameter body: Gets the view; it may be called again if the store is replaced meanwhile.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or a reason a reading can have.
  public func read<Result: Sendable>(
    _ body: @Sendable (borrowing StoreView) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try read(acceptsRewound: options.acceptsRewound, body)
  }

  private func read<Result: Sendable>(
    acceptsRewound: Bool,
    _ body: @Sendable (borrowing StoreView) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let deadline = deadline
    return try session.withLock { session throws(StoreError) in
      try options.activity.perform("reading the store", on: nil) { () throws(StoreError) in
        try session.view(location, deadline: deadline, acceptsRewound: acceptsRewound, body)
      }
    }
  }

  /// Reads several things at one store revision, for somebody with a sight of the store of his own.
  func read<Result: Sendable>(
    for sight: inout StoreSight,
    _ body: @Sendable (borrowing StoreView) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let deadline = deadline
    var own = sight
    defer { sight = own }
    return try session.withLock { session throws(StoreError) in
      try session.view(
        location, &own, deadline: deadline, acceptsRewound: options.acceptsRewound, body)
    }
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
    switch reading {
    case .value(let snapshot, let token):
      log(
        .read(
          snapshot.revision, storeRevision: token.revision, nanoseconds: started.elapsedNanoseconds)
      )
    case .unavailable(let error):
      log(.readFailed(error.code, nanoseconds: started.elapsedNanoseconds))
    }
    return reading
  }

  private func readUnlogged(_ kind: Kind, _ revision: Revision?) -> Reading<StoredPayload> {
    do throws(StoreError) {
      let deadline = deadline
      return try session.withLock { session throws(StoreError) in
        try options.activity.perform("reading the store", on: nil) { () throws(StoreError) in
          guard let revision else {
            return try session.newestSnapshot(
              of: kind, location, deadline: deadline, acceptsRewound: options.acceptsRewound)
          }
          return try session.view(
            location, deadline: deadline, acceptsRewound: options.acceptsRewound
          ) { view throws(StoreError) in view.reading(of: kind, revision: revision) }
        }
      }
    } catch {
      return .unavailable(error)
    }
  }

  private var deadline: MonotonicTime {
    MonotonicTime.now.advanced(by: options.timeout)
  }

  /// Where the store stands.
  /// - Throws: Every reason a reading can have but `notFound`.
  public func token() throws(StoreError) -> StoreToken {
    try read { view throws(StoreError) in view.token }
  }

  /// The store's identity and size, for people who look for a fault; also of a store that has lost
  /// announced commits, which ``StoreStatus/announcedRevision`` says.
  /// - Throws: As ``token()``.
  public func status() throws(StoreError) -> StoreStatus {
    try read(acceptsRewound: true) { view throws(StoreError) in try view.status() }
  }
}
