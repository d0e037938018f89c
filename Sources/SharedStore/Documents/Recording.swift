import SharedStoreModel
import SharedStoreReader

extension Transaction {
  /// Records changes into a document's open group, or into a new one, and makes them.
  /// - Returns: The group, or `nil` when the changes change nothing.
  /// - Throws: `badInput` beyond the limit of a group, before anything is written.
  func record(
    _ changes: [FieldChange], name: String?, _ intoOpenGroup: Bool, _ row: inout DocumentRow
  ) throws(StoreError) -> UndoGroupRow? {
    let journal = journal(of: row)
    var group = try groupToRecord(name, intoOpenGroup, row)
    var plan = EditPlan()
    for change in changes { try plan.add(change, try step(change, group.number, row)) }
    let steps = plan.steps.filter { $0.current != $0.wanted }
    guard !steps.isEmpty else { return nil }
    let wasEmpty = group.operations == 0
    for step in steps {
      group.bytes += step.size(step.after) - step.size(step.recorded)
      group.operations += (step.after == nil ? 0 : 1) - (step.recorded == nil ? 0 : 1)
      group.operationSum.change(step.field, from: step.recorded, to: step.after)
    }
    // A group is never recorded by half.
    let limit = row.cursor.limits.groupBytes
    guard limit == 0 || group.bytes <= limit else { throw .groupTooLarge(group.bytes, limit) }
    let revision = try nextRevision()
    if !intoOpenGroup { group.number = row.cursor.groupBegan() }
    // An open group begins with what first changes something.
    if wasEmpty { group.revisionFrom = revision }
    (group.revisionTo, group.changedAt) = (revision, .now)
    for step in steps {
      try write(step.field, of: &row, from: step.current, to: step.wanted)
      try journal.set(step.after, group.number, step.field)
    }
    try journal.set(group)
    return group
  }

  private func groupToRecord(
    _ name: String?, _ intoOpenGroup: Bool, _ row: DocumentRow
  ) throws(StoreError) -> UndoGroupRow {
    if intoOpenGroup, let number = row.openGroup {
      guard let found = try journal(of: row).group(number) else { throw .damagedHistory }
      return found
    }
    return UndoGroupRow(number: 0, name: name, at: base.revision)
  }

  private func step(
    _ change: FieldChange, _ number: Int64, _ row: DocumentRow
  ) throws(StoreError) -> EditPlan.Step {
    let current = try value(of: change.field, in: row)
    // Group 0 is one that has no rows yet.
    let recorded = number == 0 ? nil : try journal(of: row).operation(number, change.field)
    return EditPlan.Step(
      field: change.field, current: current, wanted: change.value, recorded: recorded)
  }

  /// Closes a group that changed something: it drops what could be redone, and the limits are kept.
  func close(_ group: UndoGroupRow, _ row: inout DocumentRow) throws(StoreError) {
    if let dropped = row.cursor.groupClosed(group.number, bytes: group.bytes) {
      try journal(of: row).deleteGroups(dropped)
    }
    try trim(&row)
  }

  /// Drops groups until the limits are kept.
  func trim(_ row: inout DocumentRow) throws(StoreError) {
    let journal = journal(of: row)
    while let end = row.cursor.excess {
      let found =
        switch end {
        case .oldestUndo: try journal.group(after: 0)
        case .farthestRedo: try journal.group(before: .max)
        }
      guard let found, (found.number <= row.cursor.head) == (end == .oldestUndo) else {
        throw .damagedHistory
      }
      try journal.deleteGroups(found.number...found.number)
      row.cursor.dropped(end, bytes: found.bytes)
    }
  }
}

/// What an edit does, one step a field.
struct EditPlan {
  /// What an edit does to one field, before it is done.
  struct Step {
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
  static func groupTooLarge(_ bytes: Int, _ limit: Int) -> StoreError {
    StoreError(
      .badInput,
      "The undo group would be too large: \(bytes) bytes, limit \(limit); nothing was changed.",
      hint: Hint(
        "Raise the limit with documents.setLimits(of:_:).",
        command: "Raise the limit with 'app document limits ID --group-bytes N'."))
  }
}
