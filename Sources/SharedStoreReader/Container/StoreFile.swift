package import SharedStoreModel
package import SharedStoreSystem

/// What stands where a store's database should stand, judged without opening it: a second
/// descriptor of a database that is in use would drop SQLite's locks when it is closed.
package enum StoreFile {
  /// The status of the database file, if it may be one.
  /// - Throws: `storeMissing`, `unreadable`, `incompatible` or `configuration`.
  package static func inspect(_ paths: StorePaths) throws(StoreError) -> FileStatus {
    try paths.checkLength()
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(path: paths.store)
    } catch {
      if error.isMissing { throw paths.missing }
      if error.isPermission { throw .unreadableStore }
      throw StoreError(.failed, "The store cannot be inspected: \(error.text).")
    }
    try check(status)
    return status
  }

  private static func check(_ status: FileStatus) throws(StoreError) {
    if status.isSymbolicLink {
      throw StoreError(
        .configuration, "The store is a symbolic link inside its folder.",
        hint: "Link the container directory instead; the files in it must be real.")
    }
    guard status.isRegular else {
      throw StoreError(.incompatible, "What stands in the store's place is not a regular file.")
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
}

extension StoreError {
  package static let unreadableStore = StoreError(
    .unreadable, "The store cannot be opened: no permission for its folder or its files.",
    hint: "The folder needs mode 755 and the files need to be readable for this user.")
}
