import SharedStore
import Testing

/// Where a history is kept; what is true of histories is true of both.
enum HistoryKeeper: CaseIterable {
  case memory
  case store

  func history(
    _ fields: [FieldName: FieldValue] = [:], limits: UndoLimits = .standard
  ) throws -> any DocumentHistory {
    switch self {
    case .memory: MemoryHistory(fields: fields, limits: limits)
    case .store: try StoredHistory(TestStore(), fields: fields, limits: limits)
    }
  }
}

/// A history to which things are done one by one, with an expectation after each.
struct HistoryScript {
  private var history: any DocumentHistory

  init(
    _ keeper: HistoryKeeper, _ fields: [FieldName: FieldValue] = [:],
    limits: UndoLimits = .standard
  ) throws {
    history = try keeper.history(fields, limits: limits)
  }

  var view: HistoryView { get throws { try history.view() } }

  /// Does something, and expects what comes of it, the value of `x` afterwards, and how many
  /// groups can be undone and redone.
  mutating func run(
    _ action: HistoryAction, _ expected: HistoryOutcome = .changed, x: FieldValue?, undo: Int,
    redo: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try history.perform(action)
    #expect(outcome == expected, sourceLocation: sourceLocation)
    let view = try view
    #expect(view.fields["x"] == x, sourceLocation: sourceLocation)
    #expect(view.undoTally.groups == undo, sourceLocation: sourceLocation)
    #expect(view.redoTally.groups == redo, sourceLocation: sourceLocation)
    #expect(view.canUndo == (undo > 0 && view.open == nil), sourceLocation: sourceLocation)
    #expect(view.canRedo == (redo > 0 && view.open == nil), sourceLocation: sourceLocation)
  }

  /// Does something that nothing needs to be expected of here.
  mutating func run(_ action: HistoryAction) throws { _ = try history.perform(action) }
}

extension HistoryAction {
  /// An edit of `x`.
  static func setX(_ value: FieldValue, name: String? = nil) -> HistoryAction {
    .edit([.set("x", value)], name: name)
  }

  /// A move of `x` by the holder of the open group.
  static func moveX(_ value: FieldValue) -> HistoryAction { .move([.set("x", value)]) }
}

extension UndoLimits {
  /// Limits of which only one is set.
  static func only(groups: Int = 0, bytes: Int = 0, groupBytes: Int = 0) -> UndoLimits {
    UndoLimits(groups: groups, bytes: bytes, groupBytes: groupBytes)
  }
}
