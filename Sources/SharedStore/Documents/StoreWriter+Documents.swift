public import SharedStoreModel

extension StoreWriter {
  /// Creates a document.
  ///
  /// That is not in its history.
  /// - Throws: `exists`, `badInput`, or a reason the store cannot be written.
  @discardableResult
  public func createDocument(
    _ id: DocumentID, fields: [FieldName: FieldValue] = [:], limits: UndoLimits = .standard
  ) throws(StoreError) -> DocumentReceipt {
    try writer.createDocument(id, fields: fields, limits: limits)
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
    try writer.editDocument(
      id, changes, name: name, ifRevision: ifRevision, ifEpoch: ifEpoch, in: group)
  }

  /// Replaces a document's content: a new epoch without history.
  /// - Throws: `notFound`, `groupOpen`, `badInput`, or a reason the store cannot be written.
  @discardableResult
  public func loadDocument(
    _ id: DocumentID, fields: [FieldName: FieldValue], group: OpenGroup? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try writer.loadDocument(id, fields: fields, group: group)
  }

  /// Deletes a document with its history.
  /// - Throws: `notFound`, `groupOpen`, or a reason the store cannot be written.
  public func deleteDocument(_ id: DocumentID) throws(StoreError) {
    try writer.deleteDocument(id)
  }

  /// Takes back the last group of a document.
  /// - Throws: `conflict`, `notFound`, `groupOpen`, `stale`, or a reason the store cannot be
  ///   written.
  @discardableResult
  public func undo(
    _ id: DocumentID, ifRevision: Revision? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try writer.undo(id, ifRevision: ifRevision)
  }

  /// Brings back the group that was undone last.
  /// - Throws: As ``undo(_:ifRevision:)``.
  @discardableResult
  public func redo(
    _ id: DocumentID, ifRevision: Revision? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try writer.redo(id, ifRevision: ifRevision)
  }

  /// Begins a group that several edits record into, such as a drag.
  /// - Throws: `notFound`, `groupOpen`, `badInput`, or a reason the store cannot be written.
  public func beginGroup(
    in id: DocumentID, name: String? = nil, interrupted: InterruptionPolicy = .revert
  ) throws(StoreError) -> OpenGroup {
    try writer.beginGroup(in: id, name: name, interrupted: interrupted)
  }

  /// Ends a group: it becomes part of history if it changed anything.
  /// - Throws: `stale` when it has ended, or a reason the store cannot be written.
  @discardableResult
  public func endGroup(_ group: OpenGroup) throws(StoreError) -> DocumentReceipt {
    try writer.endGroup(group)
  }

  /// Ends a group by its policy.
  /// - Throws: `stale` when it has ended, or a reason the store cannot be written.
  @discardableResult
  public func cancelGroup(_ group: OpenGroup) throws(StoreError) -> DocumentReceipt {
    try writer.cancelGroup(group)
  }

  /// Ends, by its policy, a group whose process has died; with `force` any.
  /// - Throws: `notFound`, `groupOpen` unless `force`, or a reason the store cannot be written.
  @discardableResult
  public func recoverDocument(
    _ id: DocumentID, force: Bool = false
  ) throws(StoreError) -> DocumentReceipt {
    try writer.recoverDocument(id, force: force)
  }

  /// Changes how much history a document keeps.
  /// - Throws: `notFound`, `groupOpen`, or a reason the store cannot be written.
  @discardableResult
  public func setLimits(
    of id: DocumentID, to limits: UndoLimits
  ) throws(StoreError) -> DocumentReceipt {
    try writer.setLimits(of: id, to: limits)
  }

  /// Applies an async result unless its token is stale; see
  /// ``WriteTransaction/applyResult(_:of:name:)``.
  /// - Returns: What changed, or `nil` when the result is stale.
  /// - Throws: `badInput`, or a reason the store cannot be written.
  public func applyResult(
    _ changes: [FieldChange], of token: DocumentToken, name: String? = nil
  ) throws(StoreError) -> DocumentReceipt? {
    try writer.applyResult(changes, of: token, name: name)
  }
}
