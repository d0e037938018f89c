package import SharedStore

/// What one call did to a document.
package struct DocumentReceipt: Hashable, Sendable {
  package let id: DocumentID
  package let revision: Revision
  package let storeRevision: Revision
  package let changed: Bool
  package let name: String?

  init(_ id: DocumentID, _ written: Written<DocumentChange>) {
    self.id = id
    revision = written.value.revision
    storeRevision = written.storeRevision
    changed = written.value.changed
    name = written.value.name
  }
}

/// Verbs of a transaction, each in a transaction of its own: most tests do one thing at a time.
extension StoreWriter {
  @discardableResult
  package func publish(
    _ payload: StoredPayload, kind: Kind, ifRevision: Revision? = nil,
    replacingType: Bool = false
  ) throws(StoreError) -> PublishReceipt {
    PublishReceipt(
      try perform { tx throws(StoreError) in
        try tx.snapshots.publish(
          payload, kind: kind, ifRevision: ifRevision, replacingType: replacingType)
      })
  }

  private func document(
    _ id: DocumentID,
    _ body: @Sendable (borrowing WriteTransaction.Documents) throws(StoreError) -> DocumentChange
  ) throws(StoreError) -> DocumentReceipt {
    DocumentReceipt(id, try perform { tx throws(StoreError) in try body(tx.documents) })
  }

  @discardableResult
  package func createDocument(
    _ id: DocumentID, fields: [FieldName: FieldValue] = [:], limits: UndoLimits = .standard
  ) throws(StoreError) -> DocumentReceipt {
    try document(id) { documents throws(StoreError) in
      try documents.create(id, fields: fields, limits: limits)
    }
  }

  @discardableResult
  package func editDocument(
    _ id: DocumentID, _ changes: [FieldChange], name: String? = nil, ifRevision: Revision? = nil,
    ifEpoch: String? = nil, in group: OpenGroup? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try document(id) { documents throws(StoreError) in
      try documents.edit(
        id, changes, name: name, ifRevision: ifRevision, ifEpoch: ifEpoch, in: group)
    }
  }

  @discardableResult
  package func loadDocument(
    _ id: DocumentID, fields: [FieldName: FieldValue], group: OpenGroup? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try document(id) { documents throws(StoreError) in
      try documents.load(id, fields: fields, in: group)
    }
  }

  package func deleteDocument(_ id: DocumentID) throws(StoreError) {
    _ = try perform { tx throws(StoreError) in try tx.documents.delete(id) }
  }

  @discardableResult
  package func undo(
    _ id: DocumentID, ifRevision: Revision? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try document(id) { documents throws(StoreError) in
      try documents.undo(id, ifRevision: ifRevision)
    }
  }

  @discardableResult
  package func redo(
    _ id: DocumentID, ifRevision: Revision? = nil
  ) throws(StoreError) -> DocumentReceipt {
    try document(id) { documents throws(StoreError) in
      try documents.redo(id, ifRevision: ifRevision)
    }
  }

  package func beginGroup(
    in id: DocumentID, name: String? = nil, interrupted: InterruptionPolicy = .revert
  ) throws(StoreError) -> OpenGroup {
    try perform { tx throws(StoreError) in
      try tx.documents.beginGroup(in: id, name: name, interrupted: interrupted)
    }.value
  }

  @discardableResult
  package func endGroup(_ group: OpenGroup) throws(StoreError) -> DocumentReceipt {
    try document(group.document) { documents throws(StoreError) in try documents.endGroup(group) }
  }

  @discardableResult
  package func cancelGroup(_ group: OpenGroup) throws(StoreError) -> DocumentReceipt {
    try document(group.document) { documents throws(StoreError) in
      try documents.cancelGroup(group)
    }
  }

  @discardableResult
  package func recoverDocument(
    _ id: DocumentID, force: Bool = false
  ) throws(StoreError) -> DocumentReceipt {
    try document(id) { documents throws(StoreError) in try documents.recover(id, force: force) }
  }

  @discardableResult
  package func setLimits(
    of id: DocumentID, to limits: UndoLimits
  ) throws(StoreError) -> DocumentReceipt {
    try document(id) { documents throws(StoreError) in
      try documents.setLimits(of: id) { $0 = limits }
    }
  }

  package func applyResult(
    _ changes: [FieldChange], of token: DocumentToken, name: String? = nil
  ) throws(StoreError) -> DocumentChange? {
    try perform { tx throws(StoreError) in
      try tx.documents.apply(changes, of: token, name: name)
    }.value
  }

  package func createJob(kind: String, arguments: String = "{}") throws(StoreError) -> JobID {
    try perform { tx throws(StoreError) in
      try tx.jobs.create(kind: kind, arguments: arguments)
    }.value
  }

  @discardableResult
  package func cancelJob(_ id: JobID) throws(StoreError) -> JobState {
    try perform { tx throws(StoreError) in try tx.jobs.cancel(id) }.value
  }

  @discardableResult
  package func recoverJob(_ id: JobID, force: Bool = false) throws(StoreError) -> JobState {
    try perform { tx throws(StoreError) in try tx.jobs.recover(id, force: force) }.value
  }

  package func retryJob(_ id: JobID) throws(StoreError) -> JobID {
    try perform { tx throws(StoreError) in try tx.jobs.retry(id) }.value
  }
}
