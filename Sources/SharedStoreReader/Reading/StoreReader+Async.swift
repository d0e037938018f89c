import Dispatch
public import SharedStoreModel

extension StoreReader {
  /// Reads several things at one store revision, on a thread of the reader's own.
  ///
  /// ```swift
  /// let (open, streak) = try await reader.read { view in
  ///   (try view.snapshot(Todo.self), try view.snapshot(Streak.self))
  /// }
  /// ```
  /// - Parameter body: Gets the view; it may be called again if the store is replaced meanwhile.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, a reason a reading can have, or `CancellationError` when the
  ///   task was cancelled before it was read.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing StoreView) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let result = await onQueue { [self] () -> Result<Value, any Error> in
      Result {
        try read { view throws(StoreError) in try StoreReader.called(body, view) }.get()
      }
    }
    return try result.get()
  }

  /// What a body makes of a view: an error of the store may be that of one which is not there any
  /// more, any other is the body's own.
  private static func called<Value>(
    _ body: (borrowing StoreView) throws -> Value, _ view: borrowing StoreView
  ) throws(StoreError) -> Result<Value, any Error> {
    do {
      return .success(try body(view))
    } catch let error as StoreError {
      throw error
    } catch {
      return .failure(error)
    }
  }

  /// The newest value of a payload type, read on a thread of the reader's own.
  /// - Parameters:
  ///   - type: The type to read.
  ///   - kind: The series, when it is not the type's own.
  /// - Returns: The value, or why there is none.
  public func read<Payload: SnapshotPayload>(
    _ type: Payload.Type, kind: Kind = Payload.kind
  ) async -> Reading<Payload> {
    await onQueue { [self] in read(type, kind: kind) }
  }

  /// The newest count of a kind, read on a thread of the reader's own.
  public func readCount(_ kind: Kind) async -> Reading<CountSnapshot> {
    await read(CountSnapshot.self, kind: kind)
  }

  /// The newest record of a kind as it is stored, or a kept older version, read on a thread of the
  /// reader's own.
  /// - Parameters:
  ///   - kind: The series.
  ///   - revision: The version's revision; `nil` for the newest.
  /// - Returns: The record, or why there is none.
  public func readStored(_ kind: Kind, revision: Revision? = nil) async -> Reading<StoredPayload> {
    await onQueue { [self] in readStored(kind, revision: revision) }
  }

  /// Runs something that may wait for files on a thread of the reader's own, one after the other.
  func onQueue<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
