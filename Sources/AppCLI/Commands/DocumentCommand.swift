import SharedStore
import SharedStoreCommandLine

/// `document …`: what both tools can show, and what only a writer does.
enum DocumentCommand {
  private static let id = DocumentReaderCommands.id
  private static let fields = Argument.positional(
    "field", help: FieldText.rule, required: false, repeats: true)
  private static let unset = Argument.option(
    "unset", value: "field", help: "Remove this field.", repeats: true)
  private static let name = Argument.option(
    "name", value: "name", help: "The name of the edit, for undo menus.")
  private static let ifRevision = Argument.option(
    "if-revision", value: "revision",
    help: "Change nothing unless the document has this revision.")
  private static let ifEpoch = Argument.option(
    "if-epoch", value: "epoch", help: "Change nothing unless the document has this epoch.")
  private static let stream = Argument.flag(
    "stream", help: "Record lines FIELD=VALUE from standard input as one group.")
  private static let interrupted = Argument.option(
    "interrupted", value: "policy", help: "What becomes of a stream that is cut off.",
    default: "revert", allowed: InterruptionPolicy.allCases.map(\.rawValue))
  private static let file = Argument.positional(
    "file", help: "A file with a JSON object of fields; - for standard input.")
  private static let yes = Argument.confirmation(
    "yes", help: "Delete without asking.",
    reason: "Deleting takes the history along. Confirm with '--yes'.")
  private static let force = Argument.flag(
    "force", help: "End the group of a process that lives, or cannot be seen, too.")
  private static let groups = Argument.option(
    "groups", value: "number", help: "The most groups; 0 for no limit.")
  private static let bytes = Argument.option(
    "bytes", value: "number", help: "The most bytes; 0 for no limit.")
  private static let groupBytes = Argument.option(
    "group-bytes", value: "number", help: "The most bytes of one group; 0 for no limit.")

  static var command: Command {
    Command(
      "document", abstract: "Create, edit, undo and show documents.",
      subcommands: [
        Command(
          "create", abstract: "Create a document.", arguments: [id, fields],
          action: Action(create)),
        Command(
          "edit", abstract: "Change fields, as one undo group.",
          arguments: [id, fields, unset, name, ifRevision, ifEpoch, stream, interrupted],
          action: Action(edit)),
        Command(
          "load", abstract: "Replace the content; history starts anew.", arguments: [id, file],
          action: Action(load)),
        Command(
          "delete", abstract: "Delete a document with its history.", arguments: [id, yes],
          action: Action(delete)),
        Command(
          "undo", abstract: "Take back the last group.", arguments: [id, ifRevision],
          action: Action(undo)),
        Command(
          "redo", abstract: "Bring back the last undone group.", arguments: [id, ifRevision],
          action: Action(redo)),
        Command(
          "recover", abstract: "End the open group of a dead process.", arguments: [id, force],
          action: Action(recover)),
        Command(
          "limits", abstract: "Change how much history is kept.",
          arguments: [id, groups, bytes, groupBytes], action: Action(limits)),
      ] + DocumentReaderCommands.subcommands)
  }

  private static func create(_ run: Invocation) throws(StoreError) {
    let id = try run.arguments.documentID()
    var values: [FieldName: FieldValue] = [:]
    for change in try changes(run) { values[change.field] = change.value }
    let fields = values
    try run.change(id) { documents throws(StoreError) in
      try documents.create(id, fields: fields)
    }
  }

  private static func edit(_ run: Invocation) throws(StoreError) {
    let id = try run.arguments.documentID()
    if run.arguments.isSet(stream) { return try editStream(run, id) }
    guard !run.arguments.isGiven(interrupted) else {
      throw StoreError(run.arguments.usageError("'--interrupted' goes with '--stream'."))
    }
    let changes = try changes(run)
    guard !changes.isEmpty else {
      throw StoreError(run.arguments.usageError("There is nothing to edit. \(FieldText.rule)"))
    }
    let (revision, epoch) = (try run.arguments.revision(ifRevision), run.arguments[ifEpoch])
    let name = run.arguments[name]
    try run.change(id) { documents throws(StoreError) in
      try documents.edit(id, changes, name: name, ifRevision: revision, ifEpoch: epoch)
    }
  }

  private static func editStream(_ run: Invocation, _ id: DocumentID) throws(StoreError) {
    for argument in [fields, unset, ifRevision, ifEpoch] where run.arguments.isGiven(argument) {
      throw StoreError(run.arguments.usageError("'--stream' takes its edits from standard input."))
    }
    let policy = InterruptionPolicy(rawValue: run.arguments.required(interrupted)) ?? .revert
    try EditStream.run(run, id, name: run.arguments[name], interrupted: policy)
  }

  private static func load(_ run: Invocation) throws(StoreError) {
    let id = try run.arguments.documentID()
    let bytes = try InputFile.read(run.arguments.required(file), limit: 64 << 20)
    guard let members = try CanonicalJSON.parse(bytes).members else {
      throw StoreError(.badInput, "The input is not a JSON object of fields.")
    }
    let content = try FieldJSON.content(members)
    try run.change(id, numbersAsText: content.numbersAsText) { documents throws(StoreError) in
      try documents.load(id, fields: content.fields)
    }
  }

  private static func delete(_ run: Invocation) throws(StoreError) {
    let id = try run.arguments.documentID()
    guard run.arguments.isSet(yes) else {
      throw StoreError(
        run.arguments.usageError("Deleting takes the history along. Confirm with '--yes'."))
    }
    try run.commit { tx throws(StoreError) in
      try tx.documents.delete(id)
    } report: { written in
      let report = DeletedReport(
        document: id.text, storeRevision: written.storeRevision,
        reloadKinds: written.reloadKinds.map(\.text))
      return (
        report, "\(id.text.displayable): deleted, store revision \(report.storeRevision)"
      )
    }
  }

  private static func undo(_ run: Invocation) throws(StoreError) {
    let (id, revision) = (try run.arguments.documentID(), try run.arguments.revision(ifRevision))
    try run.change(id) { documents throws(StoreError) in
      try documents.undo(id, ifRevision: revision)
    }
  }

  private static func redo(_ run: Invocation) throws(StoreError) {
    let (id, revision) = (try run.arguments.documentID(), try run.arguments.revision(ifRevision))
    try run.change(id) { documents throws(StoreError) in
      try documents.redo(id, ifRevision: revision)
    }
  }

  private static func recover(_ run: Invocation) throws(StoreError) {
    let id = try run.arguments.documentID()
    let force = run.arguments.isSet(force)
    try run.change(id) { documents throws(StoreError) in
      try documents.recover(id, force: force)
    }
  }

  private static func limits(_ run: Invocation) throws(StoreError) {
    let id = try run.arguments.documentID()
    let (groups, bytes) = (try limit(run, groups), try limit(run, bytes))
    let groupBytes = try limit(run, groupBytes)
    try run.change(id) { documents throws(StoreError) in
      try documents.setLimits(of: id) { limits in
        limits = UndoLimits(
          groups: groups ?? limits.groups, bytes: bytes ?? limits.bytes,
          groupBytes: groupBytes ?? limits.groupBytes)
      }
    }
  }

  private static func limit(_ run: Invocation, _ argument: Argument) throws(StoreError) -> Int? {
    guard let number = try run.arguments.integer(argument) else { return nil }
    guard number >= 0, let limit = Int(exactly: number) else {
      throw StoreError(run.arguments.invalid(argument, "A limit is not negative."))
    }
    return limit
  }

  private static func changes(_ run: Invocation) throws(StoreError) -> [FieldChange] {
    var changes: [FieldChange] = []
    for text in run.arguments.values(fields) {
      do throws(FieldText.Refusal) {
        changes.append(try FieldText.parse(text))
      } catch {
        throw StoreError(run.arguments.invalid(fields, value: text, error.reason))
      }
    }
    for text in run.arguments.values(unset) {
      guard let field = FieldName(text) else {
        throw StoreError(run.arguments.invalid(unset, value: text, "It is no field name."))
      }
      changes.append(.unset(field))
    }
    return changes
  }

  private struct DeletedReport: Encodable {
    let document: String
    let storeRevision: Revision
    let changed = true
    let verified = true
    let reloadKinds: [String]
  }
}
