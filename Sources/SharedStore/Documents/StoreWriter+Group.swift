public import SharedStoreModel
import SharedStoreReader

extension StoreWriter {
  /// Records everything a body edits in a document as one undo group, in as many transactions as it
  /// likes: a drag, a dialogue, a recording.
  ///
  /// ```swift
  /// try await store.withGroup(in: "position", name: "Drag") { drag in
  ///   for await x in moves {
  ///     try await store.write { tx in
  ///       try tx.documents.edit("position", [.set("x", .integer(x))], in: drag)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// When the body returns, the group becomes part of history. When it throws, the group is ended by
  /// its policy, also in a task that was cancelled.
  /// - Parameters:
  ///   - id: The document.
  ///   - name: The group's name, for a menu.
  ///   - interrupted: What becomes of the edits if the body throws or its process dies.
  ///   - body: Gets the right to edit the document.
  /// - Returns: What the body returned.
  /// - Throws: The body's error, or a reason to begin or end no group: `notFound`, `groupOpen`,
  ///   `badInput`, and those of any write.
  @discardableResult
  public func withGroup<Result: Sendable>(
    in id: DocumentID, name: String? = nil, interrupted: InterruptionPolicy = .revert,
    _ body: (OpenGroup) async throws -> Result
  ) async throws -> Result {
    let group = try await write { tx in
      try tx.documents.beginGroup(in: id, name: name, interrupted: interrupted)
    }.value
    let outcome: Swift.Result<Result, any Error>
    do { outcome = .success(try await body(group)) } catch { outcome = .failure(error) }
    let isKept = if case .success = outcome { true } else { false }
    // A task of its own: what was begun is ended, whether the caller's has been cancelled or not.
    let end = Task { try await self.write { tx in try tx.documents.end(group, keeping: isKept) } }
    return try await StoreWriter.ended(outcome, by: end.result)
  }

  /// Records everything a body edits in a document as one undo group, on the calling thread.
  /// - Parameters:
  ///   - id: The document.
  ///   - name: The group's name, for a menu.
  ///   - interrupted: What becomes of the edits if the body throws or its process dies.
  ///   - body: Gets the right to edit the document.
  /// - Returns: What the body returned.
  /// - Throws: The body's error, or a reason to begin or end no group.
  @discardableResult
  public func withGroup<Result>(
    in id: DocumentID, name: String? = nil, interrupted: InterruptionPolicy = .revert,
    _ body: (OpenGroup) throws -> Result
  ) throws -> Result {
    let group = try write { tx in
      try tx.documents.beginGroup(in: id, name: name, interrupted: interrupted)
    }.value
    let outcome = Swift.Result { try body(group) }
    let isKept = if case .success = outcome { true } else { false }
    let end = Swift.Result {
      try write { tx in try tx.documents.end(group, keeping: isKept) }
    }
    return try StoreWriter.ended(outcome, by: end)
  }

  /// What a body came to: an error of its own says more than one of ending its group.
  private static func ended<Result, Written>(
    _ outcome: Swift.Result<Result, any Error>, by end: Swift.Result<Written, any Error>
  ) throws -> Result {
    let result = try outcome.get()
    _ = try end.get()
    return result
  }
}

extension WriteTransaction.Documents {
  fileprivate func end(
    _ group: OpenGroup, keeping isKept: Bool
  ) throws(StoreError) -> DocumentChange {
    isKept ? try endGroup(group) : try cancelGroup(group)
  }
}
