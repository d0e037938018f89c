public import SharedStoreModel
import SharedStoreReader

/// What one call did to a document.
public struct DocumentReceipt: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// Its revision now.
  public let revision: Revision
  /// The store's revision now.
  public let storeRevision: Revision
  /// Whether anything changed.
  public let changed: Bool
  /// The name of the group that was undone or redone.
  public let name: String?
}

extension BlockingStoreWriter {
  /// Creates a document.
  ///
  /// That is not in its history.
  /// - Throws: `exists`, `badInput`, or a reason the store cannot be written.
  @discardableResult
  public func createDocument(
    _ id: DocumentID, fields: [FieldName: FieldValue] = [:], limits: UndoLimits = .standard
  ) throws(StoreError) -> DocumentReceipt {
    try receipt(for: id) { tx throws(StoreError) in
      try tx.createDocument(id, fields: fields, limits: limits)
    }
  }

  /// Changes fields, as one group in history; see
  /// ``WriteTransaction/editDocument(_:_:name:ifRevision:ifEpoch:in:)``.
  /// - Throws: `notFound`, `groupOpen`, `stale`, `badInput`, or a reason the store cannot be
  ///   written.
  @discardableResult
  public func editDocument(
    _ id: DocumentID, _ changes: [FieldChange], name: String? = nil, ifRevision: Revision? = nil,
    ifEpoch: String? = nil, in group: OpenGroup? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try receipt(for: id) { tx throws(StoreError) in
      try tx.editDocument(
        id, changes, name: name, ifRevision: ifRevision, ifEpoch: ifEpoch, in: group)
    }
  }

  /// Replaces a document's content: a new epoch without history.
  /// - Throws: `notFound`, `groupOpen`, `badInput`, or a reason the store cannot be written.
  @discardableResult
  public func loadDocument(
    _ id: DocumentID, fields: [FieldName: FieldValue], group: OpenGroup? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try receipt(for: id) { tx throws(StoreError) in
      try tx.loadDocument(id, fields: fields, group: group)
    }
  }

  /// Deletes a document with its history.
  /// - Throws: `notFound`, `groupOpen`, or a reason the store cannot be written.
  public func deleteDocument(_ id: DocumentID) throws(StoreError) {
    _ = try perform { tx throws(StoreError) in try tx.deleteDocument(id) }
  }

  /// Takes back the last group of a document.
  /// - Throws: `conflict`, `notFound`, `groupOpen`, `stale`, or a reason the store cannot be
  ///   written.
  @discardableResult
  public func undo(
    _ id: DocumentID, ifRevision: Revision? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try receipt(for: id) { tx throws(StoreError) in try tx.undo(id, ifRevision: ifRevision) }
  }

  /// Brings back the group that was undone last.
  /// - Throws: As ``undo(_:ifRevision:)``.
  @discardableResult
  public func redo(
    _ id: DocumentID, ifRevision: Revision? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try receipt(for: id) { tx throws(StoreError) in try tx.redo(id, ifRevision: ifRevision) }
  }

  /// Begins a group that several edits record into, such as a drag.
  /// - Throws: `notFound`, `groupOpen`, `badInput`, or a reason the store cannot be written.
  public func beginGroup(
    in id: DocumentID, name: String? = nil, interrupted: InterruptionPolicy = .revert
  ) throws(StoreError) -> OpenGroup {
    try perform { tx throws(StoreError) in
      try tx.beginGroup(in: id, name: name, interrupted: interrupted)
    }.value
  }

  /// Ends a group: it becomes part of history if it changed anything.
  /// - Throws: `stale` when it has ended, or a reason the store cannot be written.
  @discardableResult
  public func endGroup(_ group: OpenGroup) throws(StoreError) -> DocumentReceipt {
    try receipt(for: group.document) { tx throws(StoreError) in try tx.endGroup(group) }
  }

  /// Ends a group by its policy.
  /// - Throws: `stale` when it has ended, or a reason the store cannot be written.
  @discardableResult
  public func cancelGroup(_ group: OpenGroup) throws(StoreError) -> DocumentReceipt {
    try receipt(for: group.document) { tx throws(StoreError) in try tx.cancelGroup(group) }
  }

  /// Ends, by its policy, a group whose process has died; with `force` any.
  /// - Throws: `notFound`, `groupOpen` unless `force`, or a reason the store cannot be written.
  @discardableResult
  public func recoverDocument(
    _ id: DocumentID, force: Bool = false
  ) throws(StoreError) -> DocumentReceipt {
    try receipt(for: id) { tx throws(StoreError) in try tx.recoverDocument(id, force: force) }
  }

  /// Changes how much history a document keeps.
  /// - Throws: `notFound`, `groupOpen`, or a reason the store cannot be written.
  @discardableResult
  public func setLimits(
    of id: DocumentID, to limits: UndoLimits
  ) throws(StoreError) -> DocumentReceipt {
    try receipt(for: id) { tx throws(StoreError) in try tx.setLimits(of: id, to: limits) }
  }

  /// Applies an async result unless its token is stale; see
  /// ``WriteTransaction/applyResult(_:of:name:)``.
  /// - Returns: What changed, or `nil` when the result is stale.
  /// - Throws: `badInput`, or a reason the store cannot be written.
  public func applyResult(
    _ changes: [FieldChange], of token: DocumentToken, name: String? = nil
  ) throws(StoreError) -> DocumentReceipt? {
    let written = try perform { tx throws(StoreError) in
      try tx.applyResult(changes, of: token, name: name)
    }
    return written.value.map { DocumentReceipt(token.id, $0, written.storeRevision) }
  }

  private func receipt(
    for id: DocumentID, _ body: (inout WriteTransaction) throws(StoreError) -> DocumentChange
  ) throws(StoreError) -> DocumentReceipt {
    do throws(StoreError) {
      let written = try perform(body)
      return DocumentReceipt(id, written.value, written.storeRevision)
    } catch {
      // Ending a dead process's group may be what made the caller's revision stale, and it was
      // rolled back with the rest: unless it is committed, every later attempt fails alike.
      if error.code == .stale {
        _ = try? perform { tx throws(StoreError) in try tx.recoverDocument(id) }
      }
      throw error
    }
  }
}

extension DocumentReceipt {
  init(_ id: DocumentID, _ change: DocumentChange, _ storeRevision: Revision) {
    self.init(
      id: id, revision: change.revision, storeRevision: storeRevision, changed: change.changed,
      name: change.name)
  }
}
