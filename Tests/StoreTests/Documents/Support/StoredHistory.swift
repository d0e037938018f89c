import SharedStore
import SharedStoreReader
import TestSupport
import Testing

/// A document of a real store, written by one connection and seen by another.
final class StoredHistory: DocumentHistory {
  let id: DocumentID
  // Keeps the store's directory.
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader
  private var group: OpenGroup?

  init(
    _ store: TestStore, _ id: DocumentID = "p", fields: [FieldName: FieldValue],
    limits: UndoLimits = .standard
  ) throws {
    self.id = id
    self.store = store
    writer = try store.writer()
    reader = store.reader()
    try writer.createDocument(id, fields: fields, limits: limits)
  }

  func perform(_ action: HistoryAction) throws -> HistoryOutcome {
    do {
      return try outcome(of: action)
    } catch let error as StoreError {
      return .refused(error.code)
    }
  }

  private func outcome(of action: HistoryAction) throws -> HistoryOutcome {
    switch action {
    case .edit(let changes, let name):
      return HistoryOutcome(try writer.editDocument(id, changes, name: name))
    case .begin(let name, let interrupted):
      group = try writer.beginGroup(in: id, name: name, interrupted: interrupted)
      return .changed
    case .move(let changes):
      return HistoryOutcome(try writer.editDocument(id, changes, in: holder()))
    case .nest:
      let group = try holder()
      try writer.write { tx in try tx.documents.beginNested(in: group) }
      return .unchanged
    case .end: return HistoryOutcome(try writer.endGroup(holder()))
    case .cancel: return HistoryOutcome(try writer.cancelGroup(holder()))
    case .undo: return HistoryOutcome(try writer.undo(id))
    case .redo: return HistoryOutcome(try writer.redo(id))
    case .load(let fields, let asHolder):
      let group = asHolder ? try holder() : nil
      return HistoryOutcome(try writer.loadDocument(id, fields: fields, group: group))
    case .limits(let limits): return HistoryOutcome(try writer.setLimits(of: id, to: limits))
    }
  }

  private func holder() throws -> OpenGroup { try #require(group) }

  /// The document as the other connection reads it.
  func document() throws -> StoreDocument { try reader.document(id).document }

  func view() throws -> HistoryView {
    let (groups, document, _) = try reader.history(of: id)
    let (history, cursor) = (document.history, document.history.cursor)
    for group in groups { expectBytesOfRows(group) }
    let open = groups.first { $0.side == .open }
    #expect(open?.number == history.openGroup)
    return HistoryView(
      fields: document.fields, undo: groups.filter { $0.side == .undo }.map(\.view),
      redo: groups.filter { $0.side == .redo }.map(\.view),
      open: open?.view, undoTally: cursor.undo, redoTally: cursor.redo,
      undoName: history.undoName, redoName: history.redoName,
      canUndo: history.canUndo, canRedo: history.canRedo, limits: cursor.limits)
  }

  /// What a group counts for is what its rows add up to.
  private func expectBytesOfRows(_ group: UndoGroup) {
    let bytes = group.fields.reduce(32 + (group.name ?? "").utf8.count) { sum, field in
      sum + field.key.text.utf8.count + 16 + (field.value.before?.bytes ?? 0)
        + (field.value.after?.bytes ?? 0)
    }
    #expect(group.bytes == bytes && group.operations == group.fields.count)
  }
}

extension HistoryOutcome {
  fileprivate init(_ receipt: DocumentReceipt) {
    self = .done(changed: receipt.changed, name: receipt.name)
  }
}

extension UndoGroup {
  var view: HistoryView.Group {
    HistoryView.Group(number: number, name: name, bytes: bytes, fields: fields)
  }
}
