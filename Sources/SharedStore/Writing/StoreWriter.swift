import Dispatch
public import SharedStoreModel
public import SharedStoreReader

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
/// Its calls run on a queue of their own, so waiting for another writer or for the disk never
/// blocks the cooperative pool. Between calls it holds no lock and no transaction.
public actor StoreWriter {
  private let queue: WriterQueue
  let writer: BlockingStoreWriter

  /// The queue this actor runs on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    queue.asUnownedSerialExecutor()
  }

  /// Opens a store for writing.
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - create: Whether a missing store is made, with the folders that lead to it.
  ///   - options: How to write.
  /// - Returns: The writer.
  /// - Throws: `storeMissing` unless `create`, `busy`, `unreadable`, `incompatible`, `damaged`,
  ///   `configuration`, `full`.
  public static func open(
    _ location: StoreLocation, create: Bool = false, options: WriterOptions = WriterOptions()
  ) async throws(StoreError) -> StoreWriter {
    let opening = StoreOpening(location: location, create: create, options: options)
    return try await opening.open()
  }

  fileprivate init(_ queue: WriterQueue, _ writer: sending BlockingStoreWriter) {
    self.queue = queue
    self.writer = writer
  }

  /// Runs one transaction: several things, one revision.
  ///
  /// The body may run twice when the disk is full in between; an error it throws rolls everything
  /// back and is passed on.
  /// - Throws: The body's error, or a `StoreError`.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @Sendable (inout WriteTransaction) throws -> Value
  ) throws -> Written<Value> {
    try writer.write(body)
  }

  /// Publishes a value as its kind's newest record.
  /// - Parameters:
  ///   - payload: The value.
  ///   - kind: The series, when it is not the type's own.
  ///   - ifRevision: The revision the record must have now; `Revision.zero`: there must be none.
  /// - Returns: What became of it.
  /// - Throws: `stale`, `badInput`, `busy`, `full`, `removed`, `replaced`, `incompatible`.
  @discardableResult
  public func publish<Payload: SnapshotPayload>(
    _ payload: Payload, kind: Kind = Payload.kind, ifRevision: Revision? = nil
  ) throws(StoreError) -> PublishReceipt {
    try writer.publish(payload, kind: kind, ifRevision: ifRevision)
  }

  /// Publishes a count.
  /// - Throws: As for any payload.
  @discardableResult
  public func publish(
    _ count: CountSnapshot, kind: Kind, ifRevision: Revision? = nil
  ) throws(StoreError) -> PublishReceipt {
    try writer.publish(count, kind: kind, ifRevision: ifRevision)
  }

  /// Reads a published record back through a second, read-only connection (contract R4).
  /// - Throws: `damaged` or another reason of a reading.
  public func readBack(_ receipt: PublishReceipt) throws(StoreError) {
    try writer.readBack(receipt)
  }
}

/// Runs an actor's jobs one after the other on a dispatch queue.
private final class WriterQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "SharedStore.writer")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}

/// Opens a store on the queue that will then belong to its writer.
private actor StoreOpening {
  private let queue = WriterQueue()
  private let location: StoreLocation
  private let create: Bool
  private let options: WriterOptions

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(location: StoreLocation, create: Bool, options: WriterOptions) {
    self.location = location
    self.create = create
    self.options = options
  }

  func open() throws(StoreError) -> StoreWriter {
    let writer = try BlockingStoreWriter(location, create: create, options: options)
    return StoreWriter(queue, writer)
  }
}
