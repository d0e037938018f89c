public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension WriteTransaction {
  /// Takes back the last group of a document, in the same way as any edit is made (contract U3).
  /// - Parameters:
  ///   - id: The document.
  ///   - ifRevision: The revision the document must have now, so that a stale menu cannot undo
  ///     somebody else's newer action.
  /// - Returns: The document's revision and the group's name; unchanged when there is nothing to
  ///   undo.
  /// - Throws: `conflict` when a field is not as the group left it, `groupOpen`, `stale`,
  ///   `notFound`.
  @discardableResult
  public mutating func undo(
    _ id: DocumentID, ifRevision: Revision? = nil
  ) throws(StoreError) -> DocumentChange {
    var row = try row(id)
    try settle(&row, nil)
    try check(row, ifRevision: ifRevision)
    let journal = JournalRows(document: row.key)
    let (head, isPossible) = (row.cursor.head, row.cursor.undo.groups > 0)
    let found = try StoreError.mapping("read the history") { () throws(SQLiteError) in
      isPossible ? try journal.group(head, core.connection) : nil
    }
    guard let group = found else { return unchanged(row) }
    try apply(group, &row) { ($0.after, $0.before) }
    let previous = try StoreError.mapping("read the history") { () throws(SQLiteError) in
      try journal.group(before: group.number, core.connection)
    }
    row.cursor.undone(bytes: group.bytes, previous: previous?.number ?? 0)
    try save(&row)
    return DocumentChange(row, changed: true, name: group.name)
  }

  /// Brings back the group that was undone last.
  /// - Parameters:
  ///   - id: The document.
  ///   - ifRevision: The revision the document must have now.
  /// - Returns: The document's revision and the group's name; unchanged when there is nothing to
  ///   redo.
  /// - Throws: As ``undo(_:ifRevision:)``.
  @discardableResult
  public mutating func redo(
    _ id: DocumentID, ifRevision: Revision? = nil
  ) throws(StoreError) -> DocumentChange {
    var row = try row(id)
    try settle(&row, nil)
    try check(row, ifRevision: ifRevision)
    let journal = JournalRows(document: row.key)
    let (head, isPossible) = (row.cursor.head, row.cursor.redo.groups > 0)
    let found = try StoreError.mapping("read the history") { () throws(SQLiteError) in
      isPossible ? try journal.group(after: head, core.connection) : nil
    }
    guard let group = found else { return unchanged(row) }
    try apply(group, &row) { ($0.before, $0.after) }
    row.cursor.redone(group.number, bytes: group.bytes)
    try save(&row)
    return DocumentChange(row, changed: true, name: group.name)
  }

  private func unchanged(_ row: DocumentRow) -> DocumentChange {
    // Recovering a dead process's group may have changed the document all the same.
    DocumentChange(row, changed: row.revision > base.revision)
  }

  /// Changes every field of a group from what it must be now to what it was or will be.
  private mutating func apply(
    _ group: JournalRows.Group, _ row: inout DocumentRow,
    _ direction: (FieldOperation) -> (expected: FieldValue?, wanted: FieldValue?)
  ) throws(StoreError) {
    let journal = JournalRows(document: row.key)
    let operations = try StoreError.mapping("read the history") { () throws(SQLiteError) in
      try journal.operations(group.number, core.connection)
    }
    var conflicts = 0
    for (field, operation) in operations
    where try value(of: field, in: row) != direction(operation).expected {
      conflicts += 1
    }
    guard conflicts == 0, operations.count == group.operations else {
      throw .foreignChange(conflicts).at(base.revision)
    }
    for (field, operation) in operations {
      let (expected, wanted) = direction(operation)
      try write(field, of: row, from: expected, to: wanted)
    }
  }

  /// Records changes into a document's open group, or into a new one, and makes them.
  /// - Returns: The group, or `nil` when the changes change nothing.
  mutating func record(
    _ changes: [FieldChange], name: String?, _ intoOpenGroup: Bool, _ row: inout DocumentRow
  ) throws(StoreError) -> JournalRows.Group? {
    let journal = JournalRows(document: row.key)
    var group = try groupToRecord(name, intoOpenGroup, row)
    var plan = Plan()
    for change in changes { try plan.add(change, try step(change, group.number, row)) }
    let steps = plan.steps.filter { $0.current != $0.wanted }
    guard !steps.isEmpty else { return nil }
    for step in steps {
      group.bytes += step.size(step.after) - step.size(step.recorded)
      group.operations += (step.after == nil ? 0 : 1) - (step.recorded == nil ? 0 : 1)
    }
    // Before anything is written: a group is never recorded by half (contract U5).
    let limit = row.cursor.limits.groupBytes
    guard limit == 0 || group.bytes <= limit else { throw .groupTooLarge(group.bytes, limit) }
    if !intoOpenGroup { group.number = row.cursor.groupBegan() }
    for step in steps {
      try write(step.field, of: row, from: step.current, to: step.wanted)
      try StoreError.mapping("record the edit") { () throws(SQLiteError) in
        try journal.setOperation(step.after, group.number, step.field, core.connection)
      }
    }
    group.revisionTo = try nextRevision()
    if !intoOpenGroup { group.revisionFrom = group.revisionTo }
    let recorded = group
    try StoreError.mapping("record the edit") { () throws(SQLiteError) in
      try journal.setGroup(recorded, changedAt: .now, core.connection)
    }
    return group
  }

  private func groupToRecord(
    _ name: String?, _ intoOpenGroup: Bool, _ row: DocumentRow
  ) throws(StoreError) -> JournalRows.Group {
    if intoOpenGroup, let number = row.openGroup {
      let found = try StoreError.mapping("read the open group") { () throws(SQLiteError) in
        try JournalRows(document: row.key).group(number, core.connection)
      }
      guard let found else { throw .groupEnded }
      return found
    }
    return JournalRows.Group(
      number: 0, name: name, operations: 0, bytes: FieldOperation.groupBytes(name: name),
      revisionFrom: base.revision, revisionTo: base.revision)
  }

  private func step(
    _ change: FieldChange, _ number: Int64, _ row: DocumentRow
  ) throws(StoreError) -> Step {
    let current = try value(of: change.field, in: row)
    // Group 0 is one that has no rows yet.
    let recorded = try StoreError.mapping("read the open group") { () throws(SQLiteError) in
      number == 0
        ? nil
        : try JournalRows(document: row.key).operation(number, change.field, core.connection)
    }
    return Step(
      field: change.field, current: current, wanted: change.value, recorded: recorded)
  }

  /// Closes a group that changed something: it drops what could be redone, and the limits are kept.
  mutating func close(
    _ group: JournalRows.Group, _ row: inout DocumentRow
  ) throws(StoreError) {
    let dropped = row.cursor.groupClosed(group.number, bytes: group.bytes)
    if let dropped {
      let journal = JournalRows(document: row.key)
      try StoreError.mapping("drop what was undone") { () throws(SQLiteError) in
        try journal.deleteGroups(dropped, core.connection)
      }
    }
    try trim(&row)
  }

  /// Drops groups until the limits are kept.
  func trim(_ row: inout DocumentRow) throws(StoreError) {
    let journal = JournalRows(document: row.key)
    while let end = row.cursor.excess {
      let dropped = try StoreError.mapping("trim the history") { () throws(SQLiteError) in
        let found =
          switch end {
          case .oldestUndo: try journal.group(after: 0, core.connection)
          case .farthestRedo: try journal.group(before: .max, core.connection)
          }
        if let found { try journal.deleteGroups(found.number...found.number, core.connection) }
        return found?.bytes
      }
      guard let dropped else { return }
      row.cursor.dropped(end, bytes: dropped)
    }
  }
}

/// What an edit does to one field, before it is done.
private struct Step {
  let field: FieldName
  /// The value now.
  let current: FieldValue?
  /// The value afterwards.
  var wanted: FieldValue?
  /// What the group has done to the field so far.
  let recorded: FieldOperation?

  /// What the group will have done to the field.
  var after: FieldOperation? {
    recorded.map { $0.followed(by: wanted) } ?? FieldOperation(before: current, after: wanted)
  }

  func size(_ operation: FieldOperation?) -> Int { operation?.bytes(field: field) ?? 0 }
}

/// What an edit does, one step a field.
private struct Plan {
  private(set) var steps: [Step] = []
  private var positions: [FieldName: Int] = [:]

  /// Adds a step; of two on one field the last counts.
  mutating func add(
    _ change: FieldChange, _ step: @autoclosure () throws(StoreError) -> Step
  ) throws(StoreError) {
    if let position = positions[change.field] {
      steps[position].wanted = change.value
    } else {
      positions[change.field] = steps.count
      steps.append(try step())
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

  static func groupTooLarge(_ bytes: Int, _ limit: Int) -> StoreError {
    StoreError(
      .badInput,
      "The undo group would be too large: \(bytes) bytes, limit \(limit); nothing was changed.",
      hint: "Raise the limit with 'document limits --group-bytes'.")
  }
}
