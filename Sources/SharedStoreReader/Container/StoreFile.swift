package import SharedStoreModel
package import SharedStoreSystem

/// What stands where a store's files should stand, judged without opening them: a FIFO would hang
/// whoever opens it, a second name would be written over, and a second descriptor of a database that
/// is in use would drop SQLite's locks when it is closed.
package struct StoreFile: Hashable, Sendable {
  /// The database.
  package let store: FileStatus
  /// Its log, if there is one.
  package let log: FileStatus?
  /// The log's index, if there is one.
  package let logIndex: FileStatus?
  /// Whether a program that keeps no log was interrupted while it wrote.
  package let hasJournal: Bool

  /// The files of a store, if they may be its own.
  /// - Parameters:
  ///   - paths: Where they are.
  ///   - forWriting: Whether the files that only writers open count too.
  /// - Returns: What stands there.
  /// - Throws: `storeMissing`, `unreadable`, `incompatible` or `configuration`.
  package static func inspect(
    _ paths: StorePaths, forWriting: Bool = false
  ) throws(StoreError) -> StoreFile {
    try paths.checkLength()
    guard let store = try status(paths.store) else { throw paths.missing }
    try check(store)
    func beside(_ path: String) throws(StoreError) -> FileStatus? {
      guard let status = try status(path) else { return nil }
      try check(status, Paths.name(of: path), beside: store)
      return status
    }
    let found = StoreFile(
      store: store, log: try beside(paths.log), logIndex: try beside(paths.logIndex),
      hasJournal: try beside(paths.journal) != nil)
    _ = try beside(paths.notice)
    if forWriting {
      _ = try beside(paths.lock)
      _ = try beside(paths.turn)
    }
    return found
  }

  private static func status(_ path: String) throws(StoreError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(path: path)
    } catch {
      if error.isMissing { return nil }
      if error.isPermission { throw .unreadableStore }
      throw StoreError(
        .failed, "The store cannot be inspected: \(error.text).", system: .init(error))
    }
  }

  private static func check(_ status: FileStatus) throws(StoreError) {
    if status.isSymbolicLink {
      throw StoreError(
        .configuration, "The store is a symbolic link inside its folder.",
        hint: "Link the container directory instead; the files in it must be real.")
    }
    guard status.isRegular else {
      throw StoreError(
        .incompatible, "What stands in the store's place is not a regular file.", hint: .otherFile)
    }
    guard status.links == 1 else {
      throw StoreError(
        .configuration, "The store has more than one name (hard link).",
        hint: "Each name would get a log of its own; remove all names but one.")
    }
    guard status.size > 0 else {
      throw StoreError(
        .incompatible, "The store's file is empty: it has no identity.",
        hint: "Restore it from a backup; an empty file is never taken for a new store.")
    }
  }

  private static func check(
    _ status: FileStatus, _ name: String, beside store: FileStatus
  ) throws(StoreError) {
    guard status.isPlain else {
      throw StoreError(
        .configuration, "'\(name)' beside the store is not a plain file of one name.",
        hint: "Remove what stands there; the store makes the file itself.")
    }
    // Whoever may write everywhere anyway, and whoever asks.
    guard [store.owner, 0, Paths.userID].contains(status.owner) else {
      throw StoreError(
        .configuration, "'\(name)' beside the store belongs to another user than the store.",
        hint: "Give it to the store's owner, or remove it.")
    }
  }
}

extension StoreError {
  package static let unreadableStore = StoreError(
    .unreadable, "The store cannot be opened: no permission for its folder or its files.",
    hint: "The folder needs mode 755 and the files need to be readable for this user.")
}
