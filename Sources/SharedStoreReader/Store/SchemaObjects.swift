import SharedStoreModel
import SharedStoreSQLite

/// The names of the newest schema's objects, to say which of them a schema has not, and which it
/// has besides.
enum SchemaObjects {
  /// A test compares them with the migrations.
  static let names: [String: Set<String>] = [
    "table": [
      "changes", "counted_kinds", "documents", "fields", "import_counts", "import_groups",
      "imports", "job_attempts",
      "job_paces", "job_stages", "job_units", "jobs", "open_groups", "search_index",
      "search_texts", "snapshots", "staged_fields", "staged_replacements", "store", "undo_groups",
      "undo_operations", "writers",
    ],
    "view": [
      "change_log", "job_progress", "latest_snapshots", "refresh_requests", "store_status",
      "undo_detail", "undo_history",
    ],
    "index": [
      "documents_by_import", "hidden_imports", "jobs_by_retry", "jobs_by_state",
      "jobs_with_leftovers",
    ],
  ]

  /// How an altered schema differs, in words.
  static func difference(_ database: Database) throws(StoreError) -> String {
    var missing = names
    var foreign: [String] = []
    try database.forEachRow("SELECT type, name FROM sqlite_schema") {
      row throws(StoreError) in
      let (type, name) = (row.text() ?? "", row.text() ?? "")
      if missing[type]?.remove(name) != nil { return }
      if name.hasPrefix("sqlite_") || SchemaFingerprint.isForeign(type: type, name: name) { return }
      foreign.append("\(type) \(name)")
    }
    let gone = missing.flatMap { type, names in names.map { "\(type) \($0)" } }.sorted()
    let parts = [
      foreign.isEmpty ? nil : "not of the store: \(foreign.sorted().joined(separator: ", "))",
      gone.isEmpty ? nil : "missing: \(gone.joined(separator: ", "))",
    ].compactMap { $0 }
    return parts.isEmpty
      ? "an object has another definition" : parts.joined(separator: "; ")
  }
}
