import Foundation
import SharedStore
import SharedStoreTesting

// What a developer writes by habit. Each call compiles in a module of either isolation; one that
// does not is a comment that says why.

struct TodoList: SnapshotPayload {
  static let kind: Kind = "todo/list"
  static let format = 1
  var items: [String] = []
}

// Where a module is isolated to the main actor, what is encoded elsewhere is not.
nonisolated struct Note: Codable, Equatable {
  var title: String
  var done = false
  var tags: [String] = []
  var due: Double?
}

nonisolated struct SyncArguments: Codable, Equatable {
  var account: String
}

/// Takes what can be replaced in a preview.
struct TodoModel {
  let reader: any SnapshotReading
  let store: any SnapshotPublishing

  var items: [String] { reader.read(TodoList.self).snapshot?.payload.items ?? [] }

  func add(_ item: String) async throws {
    try await store.publish(TodoList(items: items + [item]))
  }

  static var preview: PreviewReader {
    PreviewReader(TodoList(items: ["Milk"]), CountSnapshot(count: 3))
  }
}

func calls() async throws {
  let temporary = try TemporaryStore()
  let location = StoreLocation.container(
    URL(fileURLWithPath: temporary.container), appGroup: "group.example")
  // StoreLocation.inMemory: two processes never share memory of SQLite's; TemporaryStore is as
  // quick and is the real thing.
  let store = try await StoreWriter.open(
    location, create: true, options: WriterOptions(timeout: .seconds(5)))
  let reader = StoreReader(location)

  // Records
  let items = ["Milk", "Bread"]
  try await store.publish(CountSnapshot(count: items.count))
  try await store.write { tx in
    try tx.publish(TodoList(items: items))
    try tx.counts.add(1, to: "streak")
  }
  // store.add(1, toCountOf:): every verb but publishing is on the transaction alone.
  let reading = await reader.read(TodoList.self)
  let record = try reading.get()
  let count = await reader.read(CountSnapshot.self, kind: "streak").snapshot?.payload.count
  let date: Date = record.changedAt.date
  let then = Timestamp(date)
  let timeline = SnapshotTimeline(now: then, reading: reading)
  let dates = timeline.entries.map(\.date.date)
  // let kind: Kind = "todo/\(n)": text made at run time can break the rule of kinds.
  guard let kind = Kind("todo/\(items.count)") else { return }
  try await store.publish(CountSnapshot(count: 1), kind: kind)
  try await store.write { tx in _ = try tx.snapshots.remove(kind) }

  // Errors
  do {
    try await store.publish(TodoList(), ifRevision: .zero)
  } catch StoreError.Code.stale {
    // A code is a pattern.
  }
  do {
    try await store.publish(TodoList(), ifRevision: .zero)
  } catch let error as StoreError {
    let shown = [error.localizedDescription, error.recoverySuggestion, error.failureReason]
    precondition(error.code == .stale && shown[0] == error.message)
  }

  // Documents
  let id = DocumentID(UUID())
  try await store.write { tx in
    try tx.documents.create(id, Note(title: "Milk"))
    try tx.documents.create("fields", fields: ["title": "Bread", "done": false, "weight": 0.5])
    try tx.documents.edit(id, as: Note.self, name: "Rename") { $0.title = "Oat milk" }
  }
  let note = try reader.document(id).document.decode(Note.self)
  let all = try reader.documents().documents.map(\.id.text)
  try await store.withGroup(in: id, name: "Drag") { group in
    try await store.write { tx in
      _ = try tx.documents.edit(id, [.set("due", 1.5)], in: group)
    }
  }
  try await store.write { tx in _ = try tx.documents.undo(id) }

  // Jobs
  let job = try await store.write { tx in
    try tx.jobs.create(kind: "sync", SyncArguments(account: "a"))
  }.value
  let arguments = try reader.job(job).job.decodeArguments(SyncArguments.self)

  // What goes into an intent, a URL or a background task, and comes back.
  let token = try reader.token()
  let restored = try JSONDecoder().decode(StoreToken.self, from: JSONEncoder().encode(token))
  let ids = [id.description, job.description, kind.description]
  precondition(DocumentID(ids[0]) == id && JobID(ids[1]) == job && Kind(ids[2]) == kind)

  // Previews
  let model = TodoModel(reader: TodoModel.preview, store: store)
  try await model.add("Butter")
  let shown = StoreDocument.preview("note", fields: ["title": "Milk"], undoName: "Rename")
  precondition(shown.fields["title"] == "Milk" && restored == token && model.items == ["Milk"])
  precondition(count == 1 && dates.count == 2 && all.count == 2 && arguments.account == "a")
  precondition(note == Note(title: "Oat milk"))
  await store.close()
}

/// Everything above, from outside the module.
public enum EveryCall {
  /// Makes every call once.
  public static func run() async throws { try await calls() }
}
