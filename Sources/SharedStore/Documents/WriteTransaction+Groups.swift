public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

extension WriteTransaction {
  /// Begins a group that several edits record into, such as a drag; until it is ended, undo, redo
  /// and every other writer of the document are refused (contract U4).
  /// - Parameters:
  ///   - id: The document.
  ///   - name: The group's name, for a menu.
  ///   - interrupted: What becomes of it if it is cancelled or its process dies.
  /// - Returns: The right to go on with it.
  /// - Throws: `notFound`, `groupOpen`, `badInput`.
  public mutating func beginGroup(
    in id: DocumentID, name: String? = nil, interrupted: InterruptionPolicy = .revert
  ) throws(StoreError) -> OpenGroup {
    try WriteTransaction.check(name: name)
    var row = try row(id)
    try settle(&row, nil)
    let number = row.cursor.groupBegan()
    let token = WriteTransaction.newID()
    let revision = try nextRevision()
    let key = row.key
    try StoreError.mapping("begin the group") { () throws(SQLiteError) in
      let open = OpenGroupRow(
        number: number, level: 1, interrupted: interrupted, token: token, owner: .current)
      try open.insert(document: key, core.connection)
      let group = JournalRows.Group(
        number: number, name: name, operations: 0,
        bytes: FieldOperation.groupBytes(name: name), revisionFrom: revision, revisionTo: revision)
      try JournalRows(document: key).setGroup(group, changedAt: .now, core.connection)
    }
    row.openGroup = number
    try save(&row)
    return OpenGroup(document: id, number: number, token: token)
  }

  /// Begins a group inside an open one: it folds into the outer one when it ends.
  /// - Throws: `stale` when the group has ended.
  public mutating func beginNested(in group: OpenGroup) throws(StoreError) {
    var row = try row(group.document)
    try settle(&row, group)
    try setLevel(of: row, by: 1)
  }

  /// Ends a group, or the innermost of nested ones; the outermost becomes part of history.
  /// - Returns: The document's revision, and whether the group changed anything.
  /// - Throws: `stale` when the group has ended.
  @discardableResult
  public mutating func endGroup(_ group: OpenGroup) throws(StoreError) -> DocumentChange {
    var row = try row(group.document)
    try settle(&row, group)
    guard let open = try openGroup(of: row) else { throw .groupEnded }
    if open.level > 1 {
      try setLevel(of: row, by: -1)
      return DocumentChange(row, changed: false)
    }
    return try keepOpenGroup(&row)
  }

  /// Ends a group by its policy: an escape key, a lost pointer, a closed window.
  /// - Throws: `stale` when the group has ended.
  @discardableResult
  public mutating func cancelGroup(_ group: OpenGroup) throws(StoreError) -> DocumentChange {
    var row = try row(group.document)
    try settle(&row, group)
    try interrupt(&row)
    return DocumentChange(row, changed: true)
  }

  /// Ends, by its policy, a group whose process has died.
  /// - Parameters:
  ///   - id: The document.
  ///   - force: Whether a living or invisible process loses its group too.
  /// - Returns: The document's revision, and whether a group was ended.
  /// - Throws: `notFound`, `groupOpen` unless `force`.
  @discardableResult
  public mutating func recoverDocument(
    _ id: DocumentID, force: Bool = false
  ) throws(StoreError) -> DocumentChange {
    var row = try row(id)
    guard row.openGroup != nil else { return DocumentChange(row, changed: false) }
    if force {
      try interrupt(&row)
    } else {
      try settle(&row, nil)
    }
    return DocumentChange(row, changed: true)
  }

  /// What a caller is to an open group.
  enum Holding {
    case holder
    case nobody
  }

  /// Sees to the open group of a document before anything else is done with it: its holder goes
  /// on, a dead process's group is ended by its policy, and everybody else is refused.
  @discardableResult
  mutating func settle(
    _ row: inout DocumentRow, _ group: OpenGroup?
  ) throws(StoreError) -> Holding {
    guard let open = try openGroup(of: row) else {
      guard group == nil else { throw .groupEnded }
      return .nobody
    }
    if let group, group.token == open.token { return .holder }
    guard open.owner.liveness == .dead else { throw .groupOpen(open.owner).at(base.revision) }
    try interrupt(&row)
    guard group == nil else { throw .groupEnded }
    return .nobody
  }

  /// Ends the open group by its policy.
  mutating func interrupt(_ row: inout DocumentRow) throws(StoreError) {
    guard let open = try openGroup(of: row) else { return }
    switch open.interrupted {
    case .keep: try keepOpenGroup(&row)
    case .revert: try revertOpenGroup(&row, open.number)
    }
  }

  @discardableResult
  private mutating func keepOpenGroup(_ row: inout DocumentRow) throws(StoreError) -> DocumentChange
  {
    guard let number = row.openGroup else { throw .groupEnded }
    let journal = JournalRows(document: row.key)
    let group = try StoreError.mapping("end the group") { () throws(SQLiteError) in
      try journal.group(number, core.connection)
    }
    try forgetOpenGroup(&row)
    let didChange = (group?.operations ?? 0) > 0
    if let group, didChange {
      try close(group, &row)
    } else {
      try StoreError.mapping("end the group") { () throws(SQLiteError) in
        try journal.deleteGroups(number...number, core.connection)
      }
    }
    try save(&row)
    return DocumentChange(row, changed: didChange)
  }

  private mutating func revertOpenGroup(
    _ row: inout DocumentRow, _ number: Int64
  ) throws(StoreError) {
    let journal = JournalRows(document: row.key)
    let operations = try StoreError.mapping("revert the group") { () throws(SQLiteError) in
      try journal.operations(number, core.connection)
    }
    for (field, operation) in operations {
      let current = try value(of: field, in: row)
      try write(field, of: row, from: current, to: operation.before)
    }
    try StoreError.mapping("revert the group") { () throws(SQLiteError) in
      try journal.deleteGroups(number...number, core.connection)
    }
    try forgetOpenGroup(&row)
    try save(&row)
  }

  private func forgetOpenGroup(_ row: inout DocumentRow) throws(StoreError) {
    row.openGroup = nil
    let key = row.key
    try StoreError.mapping("end the group") { () throws(SQLiteError) in
      let delete = try core.connection.statement("DELETE FROM open_groups WHERE document = ?1")
      try delete.bind(key, at: 1)
      try delete.run()
    }
  }

  private func openGroup(of row: DocumentRow) throws(StoreError) -> OpenGroupRow? {
    guard row.openGroup != nil else { return nil }
    return try StoreError.mapping("read the open group") { () throws(SQLiteError) in
      try OpenGroupRow.find(document: row.key, core.connection)
    }
  }

  private mutating func setLevel(of row: DocumentRow, by difference: Int64) throws(StoreError) {
    try StoreError.mapping("nest the group") { () throws(SQLiteError) in
      let update = try core.connection.statement(
        "UPDATE open_groups SET level = level + ?2 WHERE document = ?1")
      try update.bind(row.key, at: 1)
      try update.bind(difference, at: 2)
      try update.run()
    }
    noteHousekeeping()
  }
}
