import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A database that is being made page by page in a file of its own, before it is shown to anybody.
struct DraftDatabase: ~Copyable {
  private static let prefix = ".shared-store-draft-"

  let draft: NamedDraft

  /// Makes an empty file, and removes those that killed processes have left in the folder.
  init(directory: String) throws(SystemError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasPrefix(DraftDatabase.prefix) {
      NamedDraft.removeIfAbandoned(directory + "/" + name)
    }
    draft = try NamedDraft(directory: directory, prefix: DraftDatabase.prefix)
  }

  /// Copies a database, as its transaction sees it.
  ///
  /// The copy keeps no log, whatever the original does.
  borrowing func copy(_ database: Database) throws(StoreError) {
    let path = draft.path
    try system { draft throws(SystemError) in try draft.clear() }
    do {
      let copy = try DraftDatabase.open(path)
      try database.call { source throws(SQLiteError) in
        try source.copyPages(to: copy.connection)
      }
    }
    // The format versions that mean "rollback journal":
    // https://www.sqlite.org/fileformat2.html#file_format_version_numbers
    try system { draft throws(SystemError) in try draft.write([1, 1], at: 18) }
  }

  /// Says in the header that it is written through a log, which no connection may then have seen.
  borrowing func setLogMode() throws(StoreError) {
    try system { draft throws(SystemError) in try draft.write([2, 2], at: 18) }
  }

  /// Opens the copy, of which a power loss may leave nothing: it is synced when it is done.
  borrowing func open() throws(StoreError) -> Database {
    try DraftDatabase.open(draft.path)
  }

  private static func open(_ path: String) throws(StoreError) -> Database {
    let database = try Database.open(path, .standalone)
    _ = try database.row("PRAGMA journal_mode = MEMORY") { $0.text() }
    try database.run("PRAGMA synchronous = OFF")
    return database
  }

  private borrowing func system(
    _ body: (borrowing NamedDraft) throws(SystemError) -> Void
  ) throws(StoreError) {
    do throws(SystemError) {
      try body(draft)
    } catch {
      throw error.isFull
        ? StoreError(.full, "The disk is full.")
        : StoreError(.failed, "A copy could not be written: \(error.text).", system: .init(error))
    }
  }
}
