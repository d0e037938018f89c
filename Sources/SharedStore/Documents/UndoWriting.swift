public import SharedStoreModel
import SharedStoreReader

extension WriteTransaction.Documents {
  /// Takes back the last group of a document, in the same way as any edit is made.
  /// - Parameters:
  ///   - id: The document.
  ///   - ifRevision: The revision the document must have now, so that a stale menu cannot undo
  ///     somebody else's newer action.
  /// - Returns: The document's revision and the group's name; unchanged when there is nothing to
  ///   undo.
  /// - Throws: `conflict` when a field is not as the group left it, `groupOpen`, `stale`,
  ///   `notFound`.
  @discardableResult
  public func undo(
    _ id: DocumentID, ifRevision: Revision? = nil
  ) throws(StoreError) -> DocumentChange {
    try transaction.changing(id) { row, _ throws(StoreError) in
      try transaction.check(row, ifRevision: ifRevision)
      guard row.cursor.undo.groups > 0 else { return transaction.unchanged(row) }
      let journal = transaction.journal(of: row)
      guard let group = try journal.group(row.cursor.head) else { throw .damagedHistory }
      try transaction.apply(group, &row) { ($0.after, $0.before) }
      let previous = try journal.group(before: group.number)
      row.cursor.undone(bytes: group.bytes, previous: previous?.number ?? 0)
      try transaction.save(&row)
      return DocumentChange(row, changed: true, name: group.name)
    }
  }

  /// Brings back the group that was undone last.
  /// - Parameters:
  ///   - id: The document.
  ///   - ifRevision: The revision the document must have now.
  /// - Returns: The document's revision and the group's name; unchanged when there is nothing to
  ///   redo.
  /// - Throws: As ``undo(_:ifRevision:)``.
  @discardableResult
  public func redo(
    _ id: DocumentID, ifRevision: Revision? = nil
  ) throws(StoreError) -> DocumentChange {
    try transaction.changing(id) { row, _ throws(StoreError) in
      try transaction.check(row, ifRevision: ifRevision)
      guard row.cursor.redo.groups > 0 else { return transaction.unchanged(row) }
      let journal = transaction.journal(of: row)
      guard let group = try journal.group(after: row.cursor.head) else { throw .damagedHistory }
      try transaction.apply(group, &row) { ($0.before, $0.after) }
      row.cursor.redone(group.number, bytes: group.bytes)
      try transaction.save(&row)
      return DocumentChange(row, changed: true, name: group.name)
    }
  }
}

extension Transaction {
  /// Changes every field of a group from what it must be now to what it was or will be.
  fileprivate func apply(
    _ group: UndoGroupRow, _ row: inout DocumentRow,
    _ direction: (FieldOperation) -> (expected: FieldValue?, wanted: FieldValue?)
  ) throws(StoreError) {
    let operations = try journal(of: row).operations(of: group)
    var conflicts = 0
    for (field, operation) in operations
    where try value(of: field, in: row) != direction(operation).expected {
      conflicts += 1
    }
    guard conflicts == 0 else { throw .foreignChange(conflicts).at(base.revision) }
    _ = try nextRevision()
    for (field, operation) in operations {
      let (expected, wanted) = direction(operation)
      try write(field, of: &row, from: expected, to: wanted)
    }
  }
}

extension StoreError {
  static func foreignChange(_ fields: Int) -> StoreError {
    StoreError(
      .conflict,
      "\(fields) of the group's fields are not as the group left them; nothing was changed.",
      hint: "Someone changed them outside the journal. Other groups stay usable.")
  }
}
