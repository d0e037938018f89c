import SharedStore

/// What somebody does to a document.
enum HistoryAction: Hashable {
  case edit([FieldChange], name: String? = nil)
  case begin(name: String? = nil, interrupted: InterruptionPolicy = .revert)
  /// An edit by the holder of the open group.
  case move([FieldChange])
  case nest
  case end
  case cancel
  case undo
  case redo
  case load([FieldName: FieldValue], asHolder: Bool = false)
  case limits(UndoLimits)
}

/// What came of it.
enum HistoryOutcome: Hashable {
  case done(changed: Bool, name: String? = nil)
  case refused(StoreError.Code)

  static let changed = HistoryOutcome.done(changed: true)
  static let unchanged = HistoryOutcome.done(changed: false)
}

/// Everything that can be seen of a document and its history, but for revisions and times.
struct HistoryView: Hashable {
  struct Group: Hashable {
    var number: Int64
    var name: String?
    var bytes: Int
    var fields: [FieldName: FieldOperation]
  }

  var fields: [FieldName: FieldValue]
  /// Oldest first.
  var undo: [Group]
  /// Next first.
  var redo: [Group]
  var open: Group?
  var undoTally: UndoCursor.Tally
  var redoTally: UndoCursor.Tally
  var undoName: String?
  var redoName: String?
  var canUndo: Bool
  var canRedo: Bool
  var limits: UndoLimits
}

/// A document with a history: the snapshot model, the pure rules in memory, or a real store.
protocol DocumentHistory {
  mutating func perform(_ action: HistoryAction) throws -> HistoryOutcome
  func view() throws -> HistoryView
}
