import Dispatch
public import SharedStoreModel
public import SharedStoreReader
import SharedStoreSystem
import Synchronization

/// Writes a store that other processes read, and perhaps write.
///
/// ```swift
/// let store = try await StoreWriter.open(.appGroup("group.example.todo"))
/// let receipt = try await store.publish(Todo(open: 3, title: "Today"))
/// try await store.write { tx in
///   try tx.publish(todo)
///   try tx.publish(streak)
/// }
/// ```
///
/// Opening, writing, publishing and closing exist twice: as an asynchronous call, which waits on a
/// queue of the writer's own and never blocks the cooperative pool, and as a synchronous one for
/// tools and tests, which waits on the calling thread. Between calls it holds no lock and no
/// transaction.
public final class StoreWriter: Sendable {
  /// Where the store is.
  let location: StoreLocation
  private let options: WriterOptions
  private let queue: DispatchQueue
  /// `nil` once the writer is closed.
  private let core: Mutex<WriterCore?>
  /// The thread that is inside a transaction of this writer, 0 if none is.
  private let owner = Atomic<UInt>(0)
  /// Whether the transaction under way is the last one.
  private let closesAtEnd = Atomic<Bool>(false)

  /// Opens a store for writing and waits for it on the calling thread; nothing stays locked.
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - create: Whether a missing store is made, with the folders that lead to it.
  ///   - options: How to write.
  /// - Throws: `storeMissing` unless `create`, `busy`, `unreadable`, `incompatible`, `damaged`,
  ///   `configuration`, `full`.
  public convenience init(
    _ location: StoreLocation, create: Bool = false, options: WriterOptions = WriterOptions()
  ) throws(StoreError) {
    let wait = LockWait(options.timeout)
    try self.init(location, create: create, options: options, StoreWriter.makeQueue(), wait)
  }

  private init(
    _ location: StoreLocation, create: Bool, options: WriterOptions, _ queue: DispatchQueue,
    _ wait: LockWait
  ) throws(StoreError) {
    self.location = location
    self.options = options
    self.queue = queue
    core = Mutex(try WriterCore(location, create: create, options: options, wait))
  }

  /// Opens a store for writing.
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - create: Whether a missing store is made, with the folders that lead to it.
  ///   - options: How to write.
  /// - Returns: The writer.
  /// - Throws: As the initializer, and `CancellationError` when the task was cancelled.
  public static func open(
    _ location: StoreLocation, create: Bool = false, options: WriterOptions = WriterOptions()
  ) async throws -> StoreWriter {
    let queue = makeQueue()
    return try await onQueue(queue, options.timeout) { wait in
      try StoreWriter(location, create: create, options: options, queue, wait)
    }
  }

  private static func makeQueue() -> DispatchQueue { DispatchQueue(label: "SharedStore.writer") }

  // MARK: Writing

  /// Runs one transaction: several things, one revision.
  ///
  /// The body may run twice when the disk is full in between; an error it throws rolls everything
  /// back and is passed on.
  /// - Parameter body: Gets the transaction, whose verbs change the store.
  /// - Returns: What the body returned, and where the store stands now.
  /// - Throws: The body's error, or a `StoreError`.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @Sendable (inout WriteTransaction) throws -> Value
  ) throws -> Written<Value> {
    try run(LockWait(options.timeout), .standard, body)
  }

  /// Runs one transaction: several things, one revision.
  ///
  /// The body may run twice when the disk is full in between; an error it throws rolls everything
  /// back and is passed on. Waiting for other writers ends when the task is cancelled; a
  /// transaction that has begun is brought to its end.
  /// - Parameter body: Gets the transaction, whose verbs change the store.
  /// - Returns: What the body returned, and where the store stands now.
  /// - Throws: The body's error, a `StoreError`, or `CancellationError`.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (inout WriteTransaction) throws -> Value
  ) async throws -> Written<Value> {
    try await StoreWriter.onQueue(queue, options.timeout) { wait in
      try self.run(wait, .standard, body)
    }
  }

  /// Publishes a value as its kind's newest record, in a transaction of its own.
  /// - Parameters:
  ///   - payload: The value.
  ///   - kind: The series, when it is not the type's own.
  ///   - ifRevision: The revision the record must have now; `Revision.zero`: there must be none.
  ///   - replacingType: Whether the record may be of another type, which its readers lose.
  /// - Returns: What became of it.
  /// - Throws: `stale`, `conflict` for another type, `badInput`, `usage` for a kind that is counted
  ///   by a rule, `busy`, `full`, `removed`, `replaced`, `incompatible`.
  @discardableResult
  public func publish<Payload: SnapshotPayload>(
    _ payload: Payload, kind: Kind = Payload.kind, ifRevision: Revision? = nil,
    replacingType: Bool = false
  ) throws(StoreError) -> PublishReceipt {
    PublishReceipt(
      try perform { tx throws(StoreError) in
        try tx.publish(payload, kind: kind, ifRevision: ifRevision, replacingType: replacingType)
      })
  }

  /// Publishes a value as its kind's newest record, in a transaction of its own.
  /// - Parameters:
  ///   - payload: The value.
  ///   - kind: The series, when it is not the type's own.
  ///   - ifRevision: The revision the record must have now; `Revision.zero`: there must be none.
  ///   - replacingType: Whether the record may be of another type, which its readers lose.
  /// - Returns: What became of it.
  /// - Throws: `stale`, `conflict` for another type, `badInput`, `usage` for a kind that is counted
  ///   by a rule, `busy`, `full`, `removed`, `replaced`, `incompatible`, or `CancellationError`.
  @discardableResult
  public func publish<Payload: SnapshotPayload>(
    _ payload: Payload, kind: Kind = Payload.kind, ifRevision: Revision? = nil,
    replacingType: Bool = false
  ) async throws -> PublishReceipt {
    PublishReceipt(
      try await write { tx in
        try tx.publish(payload, kind: kind, ifRevision: ifRevision, replacingType: replacingType)
      })
  }

  /// Reads a published record back through a second, read-only connection.
  /// - Throws: `damaged` or another reason of a reading when the record, or a newer one, cannot be
  ///   read with its checksum.
  public func readBack(_ receipt: PublishReceipt) throws(StoreError) {
    switch StoreReader(location).readStored(receipt.kind) {
    case .unavailable(let error): throw error
    case .value(let snapshot, _):
      guard snapshot.revision >= receipt.revision else {
        throw StoreError(.rewound, "The record read back is older than the one just written.")
      }
    }
  }

  // MARK: The end

  /// Closes the store, and empties the log unless another process is writing or reading; every
  /// later call throws `usage`.
  ///
  /// Inside a transaction of this writer it takes effect at the transaction's end. Without it the
  /// same is done when the writer goes away, on whatever thread that is.
  public func close() {
    guard owner.load(ordering: .relaxed) != ThreadIdentity.current else {
      return closesAtEnd.store(true, ordering: .relaxed)
    }
    core.withLock { $0 = nil }
  }

  /// Closes the store, and empties the log unless another process is writing or reading, on the
  /// writer's queue; every later call throws `usage`.
  public func close() async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.core.withLock { $0 = nil }
        continuation.resume()
      }
    }
  }

  // MARK: Running

  /// Runs a transaction whose body fails in the store's own words only.
  package func perform<Value: Sendable>(
    _ kind: TransactionKind = .standard,
    _ body: @Sendable (inout WriteTransaction) throws(StoreError) -> Value
  ) throws(StoreError) -> Written<Value> {
    do {
      return try run(LockWait(options.timeout), kind, body)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.failed, "The transaction failed for an unknown reason.")
    }
  }

  private func run<Value: Sendable>(
    _ wait: LockWait, _ kind: TransactionKind,
    _ body: @Sendable (inout WriteTransaction) throws -> Value
  ) throws -> Written<Value> {
    let thread = ThreadIdentity.current
    guard owner.load(ordering: .relaxed) != thread else { throw StoreError.nestedWrite }
    return try core.withLock { core in
      guard let open = core else { throw StoreError.closedWriter }
      owner.store(thread, ordering: .relaxed)
      defer {
        owner.store(0, ordering: .relaxed)
        if closesAtEnd.load(ordering: .relaxed) { core = nil }
      }
      OwedEndings.write(at: location) { end in _ = try open.write(wait, .standard, end) }
      return try open.write(wait, kind, body)
    }
  }

  /// Runs something that may wait for other processes on a queue, until the task is cancelled.
  private static func onQueue<Value: Sendable>(
    _ queue: DispatchQueue, _ timeout: Duration,
    _ body: @escaping @Sendable (LockWait) throws -> Value
  ) async throws -> Value {
    let wait = LockWait(timeout)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Result { try body(wait) }) }
      }
    } onCancel: {
      wait.cancel()
    }
  }
}

/// What a transaction is for.
package enum TransactionKind: Sendable {
  /// A change that somebody asked for.
  case standard
  /// Progress of a job: it waits for other writers as long as it takes, and is not synced, since a
  /// power loss may set it back a little.
  case progress
  /// A change of a job's state: it waits for other writers as long as it takes.
  case duty
}

extension StoreError {
  static let nestedWrite = StoreError(
    .usage, "A transaction of this writer is under way; nothing was changed.",
    hint: "Inside it use the transaction that the closure was given.")
  static let closedWriter = StoreError(.usage, "The writer has been closed.")
}
