extension StoreDocument {
  /// A document that no store gave: for previews and for tests of views.
  /// - Parameters:
  ///   - id: Its id.
  ///   - fields: Its fields.
  ///   - revision: The revision that last changed it.
  ///   - changedAt: When it was created and last changed.
  ///   - undoName: The name of what undo would take back.
  ///   - redoName: The name of what redo would bring back.
  ///   - undoGroups: How many groups can be undone.
  ///   - redoGroups: How many groups can be redone.
  /// - Returns: A document as a reader would have got it.
  public static func preview(
    _ id: DocumentID, fields: [FieldName: FieldValue] = [:], revision: Revision = .max,
    changedAt: Timestamp = .init(clampingMilliseconds: 0), undoName: String? = nil,
    redoName: String? = nil, undoGroups: Int = 0, redoGroups: Int = 0
  ) -> StoreDocument {
    var cursor = UndoCursor(limits: .standard)
    cursor.undo.groups = undoGroups
    cursor.redo.groups = redoGroups
    return StoreDocument(
      id: id, epoch: "preview", revision: revision, fields: fields, createdAt: changedAt,
      changedAt: changedAt,
      history: UndoSummary(
        cursor: cursor, undoName: undoName, redoName: redoName, openGroup: nil,
        openGroupOwner: nil))
  }
}
