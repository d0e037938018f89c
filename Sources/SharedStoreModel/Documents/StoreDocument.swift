/// A document as it was read: its fields, and where it stands in its history.
public struct StoreDocument: Hashable, Sendable {
  /// Its id.
  public let id: DocumentID
  /// The random id of the content that was loaded last; an older result cannot match it.
  public let epoch: String
  /// The store revision that last changed it.
  public let revision: Revision
  /// Its fields.
  public let fields: [FieldName: FieldValue]
  /// When it was created.
  public let createdAt: Timestamp
  /// When it was last changed.
  public let changedAt: Timestamp
  /// Where it stands in its history.
  public let history: UndoSummary

  package init(
    id: DocumentID, epoch: String, revision: Revision, fields: [FieldName: FieldValue],
    createdAt: Timestamp, changedAt: Timestamp, history: UndoSummary
  ) {
    self.id = id
    self.epoch = epoch
    self.revision = revision
    self.fields = fields
    self.createdAt = createdAt
    self.changedAt = changedAt
    self.history = history
  }

  /// What an async result carries, to be applied only if nothing has changed since.
  public var token: DocumentToken { DocumentToken(id: id, epoch: epoch, revision: revision) }
}

/// Which content of a document, at which revision, something was computed from.
public struct DocumentToken: Hashable, Sendable, Codable {
  /// The document.
  public let id: DocumentID
  /// Its epoch.
  public let epoch: String
  /// Its revision.
  public let revision: Revision

  /// Creates a token.
  public init(id: DocumentID, epoch: String, revision: Revision) {
    self.id = id
    self.epoch = epoch
    self.revision = revision
  }
}

/// What can be undone and redone, and under what name.
public struct UndoSummary: Hashable, Sendable {
  /// Numbers, bytes and limits.
  public let cursor: UndoCursor
  /// The name of the group that undo takes back.
  public let undoName: String?
  /// The name of the group that redo brings back.
  public let redoName: String?
  /// The number of the group that is being recorded, if one is.
  public let openGroup: Int64?
  /// The process that records it.
  public let openGroupOwner: Owner?

  /// A process that records a group, by its number.
  public enum Owner: Hashable, Sendable {
    /// It is running.
    case alive(Int32)
    /// It is there, and does nothing until somebody lets it go on.
    case stopped(Int32)
    /// It has ended without ending the group, which whoever writes next to the document does by the
    /// group's policy: what is shown until then may be taken back.
    case gone(Int32)
    /// It cannot be seen from here; that is no proof of anything.
    case unknown(Int32)
  }

  package init(
    cursor: UndoCursor, undoName: String?, redoName: String?, openGroup: Int64?,
    openGroupOwner: Owner?
  ) {
    self.cursor = cursor
    self.undoName = undoName
    self.redoName = redoName
    self.openGroup = openGroup
    self.openGroupOwner = openGroupOwner
  }

  /// Whether undo would do something.
  ///
  /// While a group is open it is refused.
  public var canUndo: Bool { openGroup == nil && cursor.undo.groups > 0 }

  /// Whether redo would do something.
  ///
  /// While a group is open it is refused.
  public var canRedo: Bool { openGroup == nil && cursor.redo.groups > 0 }
}

/// One user action in a document's history.
public struct UndoGroup: Hashable, Sendable {
  /// Where a group stands.
  public enum Side: String, Hashable, Sendable {
    /// It can be undone.
    case undo
    /// It was undone, and can be redone.
    case redo
    /// It is still being recorded.
    case open
  }

  /// Its number, never used again.
  public let number: Int64
  /// Where it stands.
  public let side: Side
  /// Its name, for a menu.
  public let name: String?
  /// How many fields it changed.
  public let operations: Int
  /// How many bytes it counts for.
  public let bytes: Int
  /// The revisions of its first and last change.
  public let revisions: ClosedRange<Revision>
  /// When it was last changed.
  public let changedAt: Timestamp
  /// What it did to each field.
  public let fields: [FieldName: FieldOperation]

  package init(
    number: Int64, side: Side, name: String?, operations: Int, bytes: Int,
    revisions: ClosedRange<Revision>, changedAt: Timestamp, fields: [FieldName: FieldOperation]
  ) {
    self.number = number
    self.side = side
    self.name = name
    self.operations = operations
    self.bytes = bytes
    self.revisions = revisions
    self.changedAt = changedAt
    self.fields = fields
  }
}

/// What becomes of an open group that its owner cancels, or does not live to end.
public enum InterruptionPolicy: String, Hashable, Sendable, CaseIterable {
  /// Its fields get back the values they had before it.
  case revert
  /// It becomes a group like any other.
  case keep
}
