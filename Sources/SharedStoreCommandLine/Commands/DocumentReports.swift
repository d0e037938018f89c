package import SharedStoreModel
import SharedStoreReader

/// A document as every command shows it that shows one.
package struct DocumentReport: Encodable {
  let document: String
  let epoch: String
  let revision: Revision
  let storeRevision: Revision
  let fields: [String: JSONValue]
  let canUndo: Bool
  let canRedo: Bool
  let undo: Int
  let redo: Int
  let undoBytes: Int
  let redoBytes: Int
  let undoName: String?
  let redoName: String?
  let openGroup: Int64?
  let openGroupOwner: String?
  let openGroupPid: Int32?
  let limits: Limits
  let changedAt: String
  /// Whether the command changed anything; absent for one that only shows.
  let changed: Bool?
  let verified: Bool?
  /// The name of the group that was undone or redone.
  let name: String?
  /// Fields of a group that was taken back which somebody else had changed.
  let conflicts: [String]?
  /// The kinds whose displays have to build a new timeline; absent for a command that only shows.
  let reloadKinds: [String]?
  /// The fields that are numbers in the input, and are kept as text.
  let numbersAsText: [String]?

  struct Limits: Encodable {
    let groups: Int
    let bytes: Int
    let groupBytes: Int
  }

  package init(
    _ document: StoreDocument, at storeRevision: Revision, changed: Bool? = nil,
    name: String? = nil, conflicts: [FieldName] = [], reloadKinds: [Kind]? = nil,
    numbersAsText: Set<FieldName> = []
  ) {
    self.document = document.id.text
    epoch = document.epoch
    revision = document.revision
    self.storeRevision = storeRevision
    fields = Dictionary(
      uniqueKeysWithValues: document.fields.map { ($0.key.text, FieldJSON.encode($0.value)) })
    let history = document.history
    canUndo = history.canUndo
    canRedo = history.canRedo
    undo = history.cursor.undo.groups
    redo = history.cursor.redo.groups
    undoBytes = history.cursor.undo.bytes
    redoBytes = history.cursor.redo.bytes
    undoName = history.undoName
    redoName = history.redoName
    openGroup = history.openGroup
    (openGroupOwner, openGroupPid) =
      switch history.openGroupOwner {
      case .alive(let process): ("alive", process)
      case .stopped(let process): ("stopped", process)
      case .gone(let process): ("gone", process)
      case .unknown(let process): ("unknown", process)
      case nil: (nil, nil)
      }
    let kept = history.cursor.limits
    limits = Limits(groups: kept.groups, bytes: kept.bytes, groupBytes: kept.groupBytes)
    changedAt = DateText.format(document.changedAt)
    self.changed = changed
    verified = changed == nil ? nil : true
    self.name = name
    self.conflicts = conflicts.isEmpty ? nil : conflicts.map(\.text).sorted()
    self.reloadKinds = reloadKinds?.map(\.text)
    self.numbersAsText = numbersAsText.isEmpty ? nil : numbersAsText.map(\.text).sorted()
    values = document.fields
  }

  /// The fields as they are; what is not shown as text is not made into any.
  private let values: [FieldName: FieldValue]

  private var lines: [String] {
    let fields = values.sorted { $0.key.text < $1.key.text }
    return zip(fields.map(\.key.text).toldApart, fields).map { name, field in
      "  \(name)=\(FieldText.show(field.value))"
    }
  }

  private enum CodingKeys: CodingKey {
    case document, epoch, revision, storeRevision, fields, canUndo, canRedo, undo, redo
    case undoBytes, redoBytes, undoName, redoName, openGroup, openGroupOwner, openGroupPid
    case limits, changedAt, changed, verified
    case name, conflicts, reloadKinds, numbersAsText
  }

  /// Its lines for people.
  package var text: String {
    let what = changed.map { $0 ? ", changed" : ", unchanged" } ?? ""
    let open = openGroup.map { ", group \($0) is open" + owner } ?? ""
    let head = """
      \(document.displayable): revision \(revision), store revision \(storeRevision)\(what)
      undo \(undo)\(named(undoName)), redo \(redo)\(named(redoName))\(open)
      """
    let kept = (conflicts ?? []).map { "conflict, kept as it is: \($0.displayable)" }
    let note = DocumentReport.note(numbersAsText: numbersAsText)
    return ([head] + lines + kept + (note.map { [$0] } ?? [])).joined(separator: "\n")
  }

  /// Whose the open group is, and what becomes of it.
  private var owner: String {
    guard let openGroupOwner, let openGroupPid else { return "" }
    let process = " of process \(openGroupPid), which "
    return switch openGroupOwner {
    case "alive": process + "is alive"
    case "stopped": process + "is stopped: 'kill -CONT \(openGroupPid)' lets it go on"
    case "gone": process + "is gone: 'app document recover \(document.displayable)' ends it"
    default: process + "cannot be seen from here"
    }
  }

  /// What is said of fields that are numbers in the input, and are kept as text.
  package static func note(numbersAsText names: [String]?) -> String? {
    names.map { "numbers kept as text: " + $0.map(\.displayable).joined(separator: ", ") }
  }

  private func named(_ name: String?) -> String {
    name.map { " (\($0.displayable))" } ?? ""
  }
}

/// A document's history.
struct HistoryReport: Encodable {
  struct Operation: Encodable {
    let field: String
    let operation: String
    let before: JSONValue?
    let after: JSONValue?
  }

  struct Group: Encodable {
    let number: Int64
    let side: String
    let name: String?
    let operations: Int
    let bytes: Int
    let revisionFrom: Revision
    let revisionTo: Revision
    let changedAt: String
    let fields: [Operation]
  }

  let document: String
  let epoch: String
  let revision: Revision
  let storeRevision: Revision
  let canUndo: Bool
  let canRedo: Bool
  let bytes: Int
  let groups: [Group]

  init(_ groups: [UndoGroup], of document: StoreDocument, at token: StoreToken) {
    self.document = document.id.text
    epoch = document.epoch
    revision = document.revision
    storeRevision = token.revision
    canUndo = document.history.canUndo
    canRedo = document.history.canRedo
    bytes = document.history.cursor.undo.bytes + document.history.cursor.redo.bytes
    self.groups = groups.map(Group.init)
    undoGroups = groups
  }

  private let undoGroups: [UndoGroup]

  private var lines: [String] {
    undoGroups.map { group in
      let fields = group.fields.map { field, operation in
        "    \(field.text.displayable): "
          + FieldText.show(operation.before, to: operation.after)
      }
      let name = group.name.map { " \($0.displayable)" } ?? ""
      let head =
        "\(group.number)  \(group.side.rawValue)\(name)  \(group.operations) "
        + "\(group.operations == 1 ? "operation" : "operations"), \(group.bytes) bytes"
      return ([head] + fields.sorted()).joined(separator: "\n")
    }
  }

  private enum CodingKeys: CodingKey {
    case document, epoch, revision, storeRevision, canUndo, canRedo, bytes, groups
  }

  var text: String {
    undoGroups.isEmpty
      ? "\(document.displayable): no history" : lines.joined(separator: "\n")
  }
}

extension HistoryReport.Group {
  init(_ group: UndoGroup) {
    number = group.number
    side = group.side.rawValue
    name = group.name
    operations = group.operations
    bytes = group.bytes
    revisionFrom = group.revisions.lowerBound
    revisionTo = group.revisions.upperBound
    changedAt = DateText.format(group.changedAt)
    fields = group.fields
      .map { field, operation in
        HistoryReport.Operation(
          field: field.text, operation: operation.word,
          before: operation.before.map(FieldJSON.encode),
          after: operation.after.map(FieldJSON.encode))
      }
      .sorted { $0.field < $1.field }
  }
}

/// The documents of a store.
struct DocumentsReport: Encodable {
  struct Entry: Encodable {
    let document: String
    let revision: Revision
    let changedAt: String
    let undo: Int
    let redo: Int
    let fields: Int
  }

  let storeRevision: Revision
  let documents: [Entry]
  /// The id to go on behind, if there are more.
  let next: String?

  init(_ documents: [DocumentSummary], limit: Int?, at token: StoreToken) {
    storeRevision = token.revision
    let shown = documents.prefix(limit ?? .max)
    next = shown.count < documents.count ? shown.last?.id.text : nil
    self.documents = shown.map {
      Entry(
        document: $0.id.text, revision: $0.revision, changedAt: DateText.format($0.changedAt),
        undo: $0.undoGroups, redo: $0.redoGroups, fields: $0.fields)
    }
  }

  var text: String {
    if documents.isEmpty { return "no documents at store revision \(storeRevision)" }
    return zip(documents.map(\.document).toldApart, documents).map { name, document in
      "\(name)  revision \(document.revision)  \(document.changedAt)  "
        + "\(document.fields) fields, undo \(document.undo), redo \(document.redo)"
    }.joined(separator: "\n") + (next == nil ? "" : "\nand more: --after that one lists them")
  }
}
