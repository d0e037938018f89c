public import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem

extension WriteTransaction.Documents {
  /// Begins a group that several edits record into, such as a drag; until it is ended, undo, redo
  /// and every other writer of the document are refused.
  /// - Parameters:
  ///   - id: The document.
  ///   - name: The group's name, for a menu.
  ///   - interrupted: What becomes of it if it is cancelled or its process dies.
  /// - Returns: The right to go on with it.
  /// - Throws: `notFound`, `groupOpen`, `badInput`.
  public func beginGroup(
    in id: DocumentID, name: String? = nil, interrupted: InterruptionPolicy = .revert
  ) throws(StoreError) -> OpenGroup {
    let name = try Transaction.groupName(name)
    return try transaction.changing(id) { row, _ throws(StoreError) in
      let (number, token) = (row.cursor.groupBegan(), Transaction.newID())
      let open = OpenGroupRow(
        number: number, level: 1, interrupted: interrupted, token: token, owner: .current)
      try open.insert(document: row.key, transaction.database)
      let group = UndoGroupRow(number: number, name: name, at: row.revision)
      try transaction.journal(of: row).set(group)
      row.openGroup = number
      // No content has changed: whoever computes from the document may go on.
      try transaction.saveOpenGroup(row)
      return OpenGroup(document: id, number: number, token: token)
    }
  }

  /// Begins a group inside an open one: it folds into the outer one when it ends.
  /// - Throws: `stale` when the group has ended.
  public func beginNested(in group: OpenGroup) throws(StoreError) {
    try transaction.changing(group.document, in: group) { row, _ throws(StoreError) in
      try transaction.setLevel(of: row, by: 1)
    }
  }

  /// Ends a group, or the innermost of nested ones; the outermost becomes part of history if it
  /// changed anything.
  /// - Returns: The document's revision, and whether the group changed anything.
  /// - Throws: `stale` when the group has ended.
  @discardableResult
  public func endGroup(_ group: OpenGroup) throws(StoreError) -> DocumentChange {
    try transaction.changing(group.document, in: group) { row, _ throws(StoreError) in
      guard let open = try transaction.openGroup(of: row) else { throw .groupEnded }
      if open.level > 1 {
        try transaction.setLevel(of: row, by: -1)
        return DocumentChange(row, changed: false)
      }
      return try transaction.keepOpenGroup(&row)
    }
  }

  /// Ends a group by its policy: an escape key, a lost pointer, a closed window.
  /// - Returns: The document's revision, and whether the group had changed anything. A field that
  ///   has another value by now than the group gave it is not reverted, and is named.
  /// - Throws: `stale` when the group has ended.
  @discardableResult
  public func cancelGroup(_ group: OpenGroup) throws(StoreError) -> DocumentChange {
    try transaction.changing(group.document, in: group) { row, _ throws(StoreError) in
      try transaction.interrupt(&row)
    }
  }

  /// Ends, by its policy, a group whose process has died.
  /// - Parameters:
  ///   - id: The document.
  ///   - force: Whether a living or invisible process loses its group too.
  /// - Returns: The document's revision, and whether the group had changed anything; as
  ///   ``cancelGroup(_:)``.
  /// - Throws: `notFound`, `groupOpen` unless `force`.
  @discardableResult
  public func recover(_ id: DocumentID, force: Bool = false) throws(StoreError) -> DocumentChange {
    var row = try transaction.document(id)
    guard let open = try transaction.openGroup(of: row) else {
      return DocumentChange(row, changed: false)
    }
    guard force || open.owner.liveness == .dead else {
      throw .groupOpen(open.owner).at(transaction.base.revision)
    }
    return try transaction.verb { () throws(StoreError) in try transaction.interrupt(&row) }
  }
}

extension Transaction {
  /// Sees to the open group of a document before anything else is done with it: its holder goes
  /// on, a dead process's group is ended by its policy, and everybody else is refused.
  /// - Parameters:
  ///   - id: The document.
  ///   - group: The group the caller says it holds.
  ///   - verb: What is done with the document's row; it is told whether the caller holds the group.
  /// - Returns: What the verb returns.
  /// - Throws: `notFound`, `groupOpen`, `stale` when the caller's group has ended, or what the verb
  ///   throws.
  func changing<Result>(
    _ id: DocumentID, in group: OpenGroup? = nil,
    _ verb: (inout DocumentRow, _ isHolder: Bool) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var row = try document(id)
    guard let open = try openGroup(of: row) else {
      guard group == nil else { throw .groupEnded }
      return try self.verb { () throws(StoreError) in try verb(&row, false) }
    }
    if let group, group.token == open.token {
      return try self.verb { () throws(StoreError) in try verb(&row, true) }
    }
    guard open.owner.liveness == .dead else { throw .groupOpen(open.owner).at(base.revision) }
    do throws(StoreError) {
      return try whole { () throws(StoreError) in
        try interrupt(&row)
        guard group == nil else { throw StoreError.groupEnded }
        return try verb(&row, false)
      }
    } catch {
      noteDeadGroup(in: id)
      throw error
    }
  }

  /// Ends the open group by its policy.
  @discardableResult
  func interrupt(_ row: inout DocumentRow) throws(StoreError) -> DocumentChange {
    guard let open = try openGroup(of: row) else { return DocumentChange(row, changed: false) }
    switch open.interrupted {
    case .keep: return try keepOpenGroup(&row)
    case .revert: return try revertOpenGroup(&row, open.number)
    }
  }

  @discardableResult
  fileprivate func keepOpenGroup(_ row: inout DocumentRow) throws(StoreError) -> DocumentChange {
    guard let number = row.openGroup, let group = try journal(of: row).group(number) else {
      throw .damagedHistory
    }
    try forgetOpenGroup(&row)
    let didChange = group.operations > 0
    if didChange {
      try close(group, &row)
      try save(&row)
    } else {
      try journal(of: row).deleteGroups(number...number)
    }
    return DocumentChange(row, changed: didChange)
  }

  /// Gives the fields the values they had, as an undo would: one that has another value by now than
  /// the group gave it is somebody else's, and stays.
  private func revertOpenGroup(
    _ row: inout DocumentRow, _ number: Int64
  ) throws(StoreError) -> DocumentChange {
    let journal = journal(of: row)
    guard let group = try journal.group(number) else { throw .damagedHistory }
    var (reverted, conflicts): (Int, [FieldName]) = (0, [])
    for (field, operation) in try journal.operations(of: group) {
      let current = try value(of: field, in: row)
      guard current == operation.after else {
        conflicts.append(field)
        continue
      }
      try write(field, of: &row, from: current, to: operation.before)
      reverted += 1
    }
    try journal.deleteGroups(number...number)
    try forgetOpenGroup(&row)
    if reverted > 0 { try save(&row) }
    return DocumentChange(row, changed: reverted > 0, conflicts: conflicts)
  }

  private func forgetOpenGroup(_ row: inout DocumentRow) throws(StoreError) {
    row.openGroup = nil
    try database.run("DELETE FROM open_groups WHERE document = ?1", row.key)
    try saveOpenGroup(row)
  }

  /// Writes which group of a document is open, which is no change of its content.
  fileprivate func saveOpenGroup(_ row: DocumentRow) throws(StoreError) {
    try database.run(
      "UPDATE documents SET open_group = ?2, last_group = ?3, checksum = ?4 WHERE key = ?1",
      row.key, row.openGroup, row.cursor.lastGroup, row.checksum)
    noteHousekeeping()
  }

  fileprivate func openGroup(of row: DocumentRow) throws(StoreError) -> OpenGroupRow? {
    guard row.openGroup != nil else { return nil }
    guard let open = try OpenGroupRow.find(document: row.key, database),
      open.number == row.openGroup
    else { throw .damagedHistory }
    return open
  }

  fileprivate func setLevel(of row: DocumentRow, by difference: Int64) throws(StoreError) {
    try database.run(
      "UPDATE open_groups SET level = level + ?2 WHERE document = ?1", row.key, difference)
    noteHousekeeping()
  }
}
