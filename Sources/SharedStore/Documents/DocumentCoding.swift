public import SharedStoreModel
import SharedStoreReader

extension WriteTransaction.Documents {
  /// Creates a document whose fields are the members of a value.
  ///
  /// Truth becomes 1 or 0, a member with parts of its own becomes JSON text, and a member without a
  /// value has no field; `StoreDocument.decode(_:)` gives the value back.
  /// - Parameters:
  ///   - id: The document.
  ///   - value: A value with members, such as a struct.
  ///   - limits: How much history it keeps.
  /// - Returns: The document's revision.
  /// - Throws: `exists`, `badInput` for a value that cannot be written as fields.
  @discardableResult
  public func create(
    _ id: DocumentID, _ value: some Encodable, limits: UndoLimits = .standard
  ) throws(StoreError) -> DocumentChange {
    try create(id, fields: FieldCoding.encode(value), limits: limits)
  }

  /// Changes a document as a value, as one group in history.
  ///
  /// Only the members that the closure changes become changes of fields; fields that the type has
  /// no members for stay as they are.
  /// - Parameters:
  ///   - id: The document.
  ///   - type: The type of the value.
  ///   - name: The group's name, for a menu.
  ///   - ifRevision: The revision the document must have now.
  ///   - group: The open group to record into, instead of one of its own.
  ///   - change: Gets the value as it is, and changes it.
  /// - Returns: The document's revision, and whether anything changed.
  /// - Throws: `notFound`, `groupOpen`, `stale`, `unsupportedFormat` for a document that is not of
  ///   the type, `badInput` beyond the limit of a group.
  @discardableResult
  public func edit<Value: Codable>(
    _ id: DocumentID, as type: Value.Type, name: String? = nil, ifRevision: Revision? = nil,
    in group: OpenGroup? = nil, _ change: (inout Value) -> Void
  ) throws(StoreError) -> DocumentChange {
    var value = try current(id).decode(type)
    let before = try FieldCoding.encode(value)
    change(&value)
    let after = try FieldCoding.encode(value)
    var changes = after.filter { before[$0.key] != $0.value }.map {
      FieldChange.set($0.key, $0.value)
    }
    changes += before.keys.filter { after[$0] == nil }.map { FieldChange.unset($0) }
    return try edit(id, changes, name: name, ifRevision: ifRevision, in: group)
  }
}
