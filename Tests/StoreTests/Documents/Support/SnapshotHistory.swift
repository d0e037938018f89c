import SharedStore

/// The obvious way to have a history: two stacks of whole contents.
///
/// It knows nothing of operations, cursors and counters, which makes it worth comparing with.
struct SnapshotHistory: DocumentHistory {
  private typealias Fields = [FieldName: FieldValue]

  private struct Entry {
    var number: Int64
    var name: String?
    var before: Fields
    var after: Fields
  }

  private struct Recording {
    var entry: Entry
    var interrupted: InterruptionPolicy
    var level = 1
  }

  private var fields: Fields
  private var limits: UndoLimits
  private var undo: [Entry] = []
  /// Last one next.
  private var redo: [Entry] = []
  private var open: Recording?
  private var lastNumber: Int64 = 0

  init(fields: [FieldName: FieldValue], limits: UndoLimits = .standard) {
    self.fields = fields
    self.limits = limits
  }

  mutating func perform(_ action: HistoryAction) -> HistoryOutcome {
    switch action {
    case .move(let changes): move(changes)
    case .nest: nest()
    case .end: end()
    case .cancel: cancel()
    case .load(let new, let asHolder): load(new, asHolder)
    case _ where open != nil: .refused(.groupOpen)
    case .edit(let changes, let name): edit(changes, name)
    case .begin(let name, let interrupted): begin(name, interrupted)
    case .undo: takeBack()
    case .redo: bringBack()
    case .limits(let new): setLimits(new)
    }
  }

  private func changed(by changes: [FieldChange]) -> Fields {
    var result = fields
    for change in changes { result[change.field] = change.value }
    return result
  }

  private mutating func edit(_ changes: [FieldChange], _ name: String?) -> HistoryOutcome {
    let after = changed(by: changes)
    guard after != fields else { return .unchanged }
    let entry = Entry(number: lastNumber + 1, name: name, before: fields, after: after)
    guard isWithinCap(entry) else { return .refused(.badInput) }
    lastNumber += 1
    fields = after
    close(entry)
    return .changed
  }

  private mutating func begin(
    _ name: String?, _ interrupted: InterruptionPolicy
  ) -> HistoryOutcome {
    lastNumber += 1
    let entry = Entry(number: lastNumber, name: name, before: fields, after: fields)
    open = Recording(entry: entry, interrupted: interrupted)
    return .changed
  }

  private mutating func move(_ changes: [FieldChange]) -> HistoryOutcome {
    guard var recording = open else { return .refused(.stale) }
    recording.entry.after = changed(by: changes)
    guard recording.entry.after != fields else { return .unchanged }
    guard isWithinCap(recording.entry) else { return .refused(.badInput) }
    fields = recording.entry.after
    open = recording
    return .changed
  }

  private mutating func nest() -> HistoryOutcome {
    guard open != nil else { return .refused(.stale) }
    open?.level += 1
    return .unchanged
  }

  private mutating func end() -> HistoryOutcome {
    guard let recording = open else { return .refused(.stale) }
    if recording.level > 1 {
      open?.level -= 1
      return .unchanged
    }
    open = nil
    guard recording.entry.before != fields else { return .unchanged }
    close(recording.entry)
    return .changed
  }

  private mutating func cancel() -> HistoryOutcome {
    guard let recording = open else { return .refused(.stale) }
    open = nil
    guard recording.entry.before != fields else { return .unchanged }
    switch recording.interrupted {
    case .revert: fields = recording.entry.before
    case .keep: close(recording.entry)
    }
    return .changed
  }

  private mutating func load(
    _ new: [FieldName: FieldValue], _ asHolder: Bool
  ) -> HistoryOutcome {
    if asHolder {
      guard open != nil else { return .refused(.stale) }
    } else {
      guard open == nil else { return .refused(.groupOpen) }
    }
    (open, undo, redo, fields) = (nil, [], [], new)
    return .changed
  }

  private mutating func takeBack() -> HistoryOutcome {
    guard let entry = undo.popLast() else { return .unchanged }
    redo.append(entry)
    fields = entry.before
    return .done(changed: true, name: entry.name)
  }

  private mutating func bringBack() -> HistoryOutcome {
    guard let entry = redo.popLast() else { return .unchanged }
    undo.append(entry)
    fields = entry.after
    return .done(changed: true, name: entry.name)
  }

  private mutating func setLimits(_ new: UndoLimits) -> HistoryOutcome {
    guard new != limits else { return .unchanged }
    limits = new
    trim()
    return .changed
  }

  private mutating func close(_ entry: Entry) {
    undo.append(entry)
    redo = []
    trim()
  }

  private mutating func trim() {
    while undo.count + redo.count > 1, isOverLimits {
      if undo.isEmpty { redo.removeFirst() } else { undo.removeFirst() }
    }
  }

  private var isOverLimits: Bool {
    let bytes = (undo + redo).map(bytes).reduce(0, +)
    return (limits.groups > 0 && undo.count + redo.count > limits.groups)
      || (limits.bytes > 0 && bytes > limits.bytes)
  }

  private func isWithinCap(_ entry: Entry) -> Bool {
    limits.groupBytes == 0 || bytes(entry) <= limits.groupBytes
  }

  private func differences(_ entry: Entry) -> [FieldName: FieldOperation] {
    var differences: [FieldName: FieldOperation] = [:]
    for field in Set(entry.before.keys).union(entry.after.keys) {
      differences[field] = FieldOperation(before: entry.before[field], after: entry.after[field])
    }
    return differences
  }

  /// Octets of the name and 32; of each field its name, both values, and 16.
  private func bytes(_ entry: Entry) -> Int {
    var bytes = 32 + (entry.name ?? "").utf8.count
    for (field, operation) in differences(entry) {
      bytes += 16 + field.text.utf8.count
      for value in [operation.before, operation.after] { bytes += value.map(octets) ?? 0 }
    }
    return bytes
  }

  private func octets(_ value: FieldValue) -> Int {
    switch value {
    case .null: 0
    case .integer, .real: 8
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    }
  }

  func view() -> HistoryView {
    func group(_ entry: Entry) -> HistoryView.Group {
      HistoryView.Group(
        number: entry.number, name: entry.name, bytes: bytes(entry), fields: differences(entry))
    }
    func tally(_ entries: [Entry]) -> UndoCursor.Tally {
      UndoCursor.Tally(groups: entries.count, bytes: entries.map(bytes).reduce(0, +))
    }
    return HistoryView(
      fields: fields, undo: undo.map(group), redo: redo.reversed().map(group),
      open: open.map { group($0.entry) }, undoTally: tally(undo), redoTally: tally(redo),
      undoName: undo.last?.name, redoName: redo.last?.name,
      canUndo: open == nil && !undo.isEmpty, canRedo: open == nil && !redo.isEmpty,
      limits: limits)
  }
}
