package import SharedStoreModel
package import SharedStoreSQLite

/// One row of `undo_groups`.
package struct UndoGroupRow: Hashable, Sendable {
  package var number: Int64
  package var name: String?
  package var operations: Int
  package var bytes: Int
  package var revisionFrom: Revision
  package var revisionTo: Revision
  package var changedAt: Timestamp
  /// What its operations add up to.
  package var operationSum: FieldSum

  package init(
    number: Int64, name: String?, operations: Int, bytes: Int, revisionFrom: Revision,
    revisionTo: Revision, changedAt: Timestamp, operationSum: FieldSum
  ) {
    self.number = number
    self.name = name
    self.operations = operations
    self.bytes = bytes
    self.revisionFrom = revisionFrom
    self.revisionTo = revisionTo
    self.changedAt = changedAt
    self.operationSum = operationSum
  }

  /// Over every column, with the key of the group's document.
  package func checksum(of document: Int64) -> Int64 {
    var checksum = Checksum()
    checksum.add(document)
    checksum.add(number)
    checksum.add(name)
    checksum.add(Int64(operations))
    checksum.add(Int64(bytes))
    checksum.add(revisionFrom.rawValue)
    checksum.add(revisionTo.rawValue)
    checksum.add(changedAt.milliseconds)
    checksum.add(operationSum.value)
    return checksum.value
  }

  /// Reads the columns `number, name, operations, bytes, revision_from, revision_to, changed_at,
  /// operations_checksum, checksum`.
  /// - Throws: `damaged` for a row that is not as it was written.
  package init(_ row: inout Columns, of document: Int64) throws(StoreError) {
    self.init(
      number: row.integer(), name: try row.optionalText(), operations: try row.count(),
      bytes: try row.count(), revisionFrom: try row.revision(), revisionTo: try row.revision(),
      changedAt: try row.timestamp(), operationSum: FieldSum(row.integer()))
    guard row.integer() == checksum(of: document), revisionFrom <= revisionTo else {
      throw .damagedHistory
    }
  }

  /// - Throws: `damaged` when these are not the operations that the group was written with.
  package func check(
    _ operations: some Collection<(key: FieldName, value: FieldOperation)>
  ) throws(StoreError) {
    var (sum, size) = (FieldSum(), FieldOperation.groupBytes(name: name))
    for (field, operation) in operations {
      sum.change(field, from: nil, to: operation)
      size += operation.bytes(field: field)
    }
    guard operations.count == self.operations, size == bytes, sum == operationSum else {
      throw .damagedHistory
    }
  }

  // MARK: Groups by their numbers

  /// The group of a number.
  package static func find(
    _ number: Int64, of document: Int64, _ database: Database
  ) throws(StoreError) -> UndoGroupRow? {
    try database.row(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to, changed_at,
        operations_checksum, checksum
      FROM undo_groups WHERE document = ?1 AND number = ?2
      """, document, number
    ) { row throws(StoreError) in try UndoGroupRow(&row, of: document) }
  }

  /// The first group after a number, other than the open one.
  package static func find(
    after number: Int64, except open: Int64? = nil, of document: Int64, _ database: Database
  ) throws(StoreError) -> UndoGroupRow? {
    try database.row(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to, changed_at,
        operations_checksum, checksum
      FROM undo_groups WHERE document = ?1 AND number > ?2 AND number IS NOT ?3
      ORDER BY number LIMIT 1
      """, document, number, open
    ) { row throws(StoreError) in try UndoGroupRow(&row, of: document) }
  }

  /// The last group before a number.
  package static func find(
    before number: Int64, of document: Int64, _ database: Database
  ) throws(StoreError) -> UndoGroupRow? {
    try database.row(
      """
      SELECT number, name, operations, bytes, revision_from, revision_to, changed_at,
        operations_checksum, checksum
      FROM undo_groups WHERE document = ?1 AND number < ?2 ORDER BY number DESC LIMIT 1
      """, document, number
    ) { row throws(StoreError) in try UndoGroupRow(&row, of: document) }
  }
}

extension StoreError {
  package static let damagedHistory = StoreError(
    .damaged, "The document's history contradicts itself: a group or an operation is missing.",
    hint: .reload)
}
