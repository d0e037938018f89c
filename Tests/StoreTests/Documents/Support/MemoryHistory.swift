import SharedStore

/// The pure rules, driven as the store drives them, with dictionaries for tables.
struct MemoryHistory: DocumentHistory {
  private struct Group {
    var name: String?
    var fields: [FieldName: FieldOperation] = [:]

    var bytes: Int {
      fields.reduce(FieldOperation.groupBytes(name: name)) { $0 + $1.value.bytes(field: $1.key) }
    }
  }

  private struct Recording {
    var number: Int64
    var interrupted: InterruptionPolicy
    var level = 1
  }

  private var fields: [FieldName: FieldValue]
  private var groups: [Int64: Group] = [:]
  private var cursor: UndoCursor
  private var open: Recording?

  init(fields: [FieldName: FieldValue], limits: UndoLimits = .standard) {
    self.fields = fields
    cursor = UndoCursor(limits: limits)
  }

  mutating func perform(_ action: HistoryAction) -> HistoryOutcome {
    switch action {
    case .move(let changes):
      guard let open else { return .refused(.stale) }
      return record(changes, into: open.number)
    case .nest:
      guard open != nil else { return .refused(.stale) }
      open?.level += 1
      return .unchanged
    case .end: return end()
    case .cancel: return cancel()
    case .load(let new, let asHolder):
      guard asHolder == (open != nil) else { return .refused(asHolder ? .stale : .groupOpen) }
      (open, groups, fields) = (nil, [:], new)
      cursor.loaded()
      return .changed
    case _ where open != nil: return .refused(.groupOpen)
    case .edit(let changes, let name): return edit(changes, name)
    case .begin(let name, let interrupted):
      let number = cursor.groupBegan()
      groups[number] = Group(name: name)
      open = Recording(number: number, interrupted: interrupted)
      return .changed
    case .undo: return undo()
    case .redo: return redo()
    case .limits(let new):
      guard new != cursor.limits else { return .unchanged }
      cursor.limits = new
      trim()
      return .changed
    }
  }

  private mutating func edit(_ changes: [FieldChange], _ name: String?) -> HistoryOutcome {
    var next = cursor
    let number = next.groupBegan()
    groups[number] = Group(name: name)
    let outcome = record(changes, into: number)
    guard outcome == .changed else {
      groups[number] = nil
      return outcome
    }
    cursor = next
    close(number)
    return .changed
  }

  private mutating func record(_ changes: [FieldChange], into number: Int64) -> HistoryOutcome {
    var (group, after) = (groups[number] ?? Group(), fields)
    for change in changes {
      let recorded = group.fields[change.field]
      group.fields[change.field] =
        recorded.map { $0.followed(by: change.value) }
        ?? FieldOperation(before: after[change.field], after: change.value)
      after[change.field] = change.value
    }
    guard after != fields else { return .unchanged }
    let cap = cursor.limits.groupBytes
    guard cap == 0 || group.bytes <= cap else { return .refused(.badInput) }
    (groups[number], fields) = (group, after)
    return .changed
  }

  private mutating func end() -> HistoryOutcome {
    guard let recording = open else { return .refused(.stale) }
    guard recording.level == 1 else {
      open?.level -= 1
      return .unchanged
    }
    open = nil
    guard groups[recording.number]?.fields.isEmpty == false else {
      groups[recording.number] = nil
      return .unchanged
    }
    close(recording.number)
    return .changed
  }

  private mutating func cancel() -> HistoryOutcome {
    guard let recording = open else { return .refused(.stale) }
    let isEmpty = groups[recording.number]?.fields.isEmpty != false
    if recording.interrupted == .revert {
      for (field, operation) in groups[recording.number]?.fields ?? [:] {
        fields[field] = operation.before
      }
      groups[recording.number]?.fields = [:]
    }
    open?.level = 1
    _ = end()
    return isEmpty ? .unchanged : .changed
  }

  private mutating func close(_ number: Int64) {
    if let dropped = cursor.groupClosed(number, bytes: groups[number]?.bytes ?? 0) {
      groups = groups.filter { !dropped.contains($0.key) }
    }
    trim()
  }

  private mutating func trim() {
    while let end = cursor.excess {
      let numbers = groups.keys.sorted()
      guard let number = end == .oldestUndo ? numbers.first : numbers.last,
        let group = groups.removeValue(forKey: number)
      else { return }
      cursor.dropped(end, bytes: group.bytes)
    }
  }

  private mutating func undo() -> HistoryOutcome {
    guard cursor.undo.groups > 0, let group = groups[cursor.head] else { return .unchanged }
    for (field, operation) in group.fields { fields[field] = operation.before }
    let previous = groups.keys.filter { $0 < cursor.head }.max()
    cursor.undone(bytes: group.bytes, previous: previous ?? 0)
    return .done(changed: true, name: group.name)
  }

  private mutating func redo() -> HistoryOutcome {
    guard cursor.redo.groups > 0, let number = groups.keys.filter({ $0 > cursor.head }).min(),
      let group = groups[number]
    else { return .unchanged }
    for (field, operation) in group.fields { fields[field] = operation.after }
    cursor.redone(number, bytes: group.bytes)
    return .done(changed: true, name: group.name)
  }

  func view() -> HistoryView {
    let recorded = groups.sorted { $0.key < $1.key }
      .map { number, group in
        HistoryView.Group(
          number: number, name: group.name, bytes: group.bytes, fields: group.fields)
      }
    let closed = recorded.filter { $0.number != open?.number }
    let (undo, redo) = (
      closed.filter { $0.number <= cursor.head }, closed.filter { $0.number > cursor.head }
    )
    return HistoryView(
      fields: fields, undo: undo, redo: redo, open: recorded.first { $0.number == open?.number },
      undoTally: cursor.undo, redoTally: cursor.redo, undoName: undo.last?.name,
      redoName: redo.first?.name, canUndo: open == nil && cursor.undo.groups > 0,
      canRedo: open == nil && cursor.redo.groups > 0, limits: cursor.limits)
  }
}
