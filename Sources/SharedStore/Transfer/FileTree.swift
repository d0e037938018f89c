import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// The files that an import works through.
enum FileTree {
  /// Endings of files that a folder is searched for, in capitals too.
  private static let endings = [".txt", ".text", ".md", ".markdown", ".json", ".jsonl", ".ndjson"]

  /// The files under some paths, each with the id its document gets: its path relative to the
  /// argument.
  ///
  /// A file that is an argument itself counts whatever its ending.
  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - counted: Called with the number of files found so far.
  /// - Returns: The files, in the order of the arguments and of their names' bytes.
  /// - Throws: `badInput` for an argument that is not there.
  static func files(
    _ paths: [String], counted: (Int) throws -> Void
  ) throws -> [(id: String, path: String)] {
    var files: [(String, String)] = []
    for path in paths {
      let status: FileStatus
      do throws(SystemError) {
        status = try FileStatus(path: path, followsLink: true)
      } catch {
        throw StoreError(
          error.isPermission ? .unreadable : .badInput,
          "An argument of the import cannot be read: \(error.text).")
      }
      if status.isDirectory {
        try walk(path, "", &files, counted)
      } else {
        files.append((Paths.name(of: path), path))
      }
      try counted(files.count)
    }
    return files
  }

  private static func walk(
    _ directory: String, _ prefix: String, _ files: inout [(String, String)],
    _ counted: (Int) throws -> Void
  ) throws {
    guard let entries = try? DirectoryListing.entries(of: directory) else {
      // It stands for the files in it: what becomes of one that cannot be read becomes of it.
      return files.append((prefix.isEmpty ? "." : String(prefix.dropLast()), directory))
    }
    for entry in entries {
      // Nothing is left out in silence: a name that is no UTF-8 is a unit that cannot be read, and
      // no other file is read for it, whatever that one is named.
      guard let name = entry.text else {
        files.append((prefix + entry.shown, directory + "/" + entry.shown + "/."))
        continue
      }
      let path = directory + "/" + name
      // Links are not followed: a tree may lead back into itself.
      let status: FileStatus
      do throws(SystemError) {
        status = try FileStatus(path: path)
      } catch {
        // Nor is a path that is too long.
        if !error.isMissing { files.append((prefix + name, path)) }
        continue
      }
      if status.isDirectory {
        try walk(path, prefix + name + "/", &files, counted)
      } else if status.isRegular, name.hasEnding(endings) {
        files.append((prefix + name, path))
        if files.count % 256 == 0 { try counted(files.count) }
      }
    }
  }
}
