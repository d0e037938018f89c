import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// The files that an import works through, and what it leaves out.
struct FileTree {
  /// What of a folder is taken.
  struct Selection: Hashable {
    /// Whether names that begin with a dot are.
    var includesHidden = false
    /// Names or paths that are not, whatever they are.
    var excluded: [GlobPattern] = []
  }

  /// Endings of files that a folder is searched for, in capitals too.
  private static let endings = [".txt", ".text", ".md", ".markdown", ".json", ".jsonl", ".ndjson"]

  /// The files, each with the id its document gets: its path relative to the argument.
  private(set) var files: [(id: String, path: String)] = []
  /// What lies beside them and is not taken, and why: links and hidden ones by name, of files with
  /// other endings and of excluded ones the number.
  private(set) var leftOut: [(name: String, note: String)] = []

  private let selection: Selection
  private var otherEndings: [String: Int] = [:]
  private var exclusions: [String: Int] = [:]

  /// Finds the files under some paths.
  ///
  /// A file that is an argument itself counts whatever it is called.
  /// - Parameters:
  ///   - paths: Files and folders, worked through in this order; below them names go by their bytes.
  ///   - selection: What of a folder is taken.
  ///   - counted: Called with the number of files found so far.
  /// - Throws: `badInput` for an argument that is not there.
  init(
    _ paths: [String], _ selection: Selection = Selection(), counted: (Int) throws -> Void
  ) throws {
    self.selection = selection
    for path in paths {
      let status: FileStatus
      do throws(SystemError) {
        status = try FileStatus(path: path, followsLink: true)
      } catch {
        throw StoreError(
          error.isPermission ? .unreadable : .badInput,
          "An argument of the import cannot be read: \(error.text).", system: .init(error))
      }
      if status.isDirectory {
        try walk(path, "", counted)
      } else {
        files.append((Paths.name(of: path), path))
      }
      try counted(files.count)
    }
    let others = otherEndings.sorted { $0.key < $1.key }.map {
      (name: $0.key, note: "\(FileTree.number($0.value)) of another kind, not imported")
    }
    let excluded = exclusions.sorted { $0.key < $1.key }.map {
      (name: $0.key, note: "\(FileTree.number($0.value, "name")) excluded")
    }
    leftOut += others + excluded
  }

  private static func number(_ count: Int, _ what: String = "file") -> String {
    count == 1 ? "1 \(what)" : "\(count) \(what)s"
  }

  private mutating func walk(
    _ directory: String, _ prefix: String, _ counted: (Int) throws -> Void
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
      try take(name, directory + "/" + name, prefix, counted)
    }
  }

  private mutating func take(
    _ name: String, _ path: String, _ prefix: String, _ counted: (Int) throws -> Void
  ) throws {
    let id = prefix + name
    if let pattern = selection.excluded.first(where: { $0.matches(path: id, name: name) }) {
      exclusions[pattern.text, default: 0] += 1
      return
    }
    // Links are not followed: a tree may lead back into itself.
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(path: path)
    } catch {
      // Nor is a path that is too long.
      if !error.isMissing { files.append((id, path)) }
      return
    }
    if !selection.includesHidden, name.utf8.first == UInt8(ascii: ".") {
      leftOut.append(
        (id, status.isDirectory ? "a hidden folder, not imported" : "hidden, not imported"))
    } else if status.isSymbolicLink {
      leftOut.append((id, "a symbolic link, not followed"))
    } else if status.isDirectory {
      try walk(path, id + "/", counted)
    } else if status.isRegular, name.hasEnding(FileTree.endings) {
      files.append((id, path))
      if files.count % 256 == 0 { try counted(files.count) }
    } else {
      otherEndings[FileTree.ending(of: name), default: 0] += 1
    }
  }

  /// The ending of a name, as a pattern.
  private static func ending(of name: String) -> String {
    let utf8 = name.utf8
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot != utf8.startIndex else {
      return "without an ending"
    }
    return "*" + String(name[dot...])
  }
}
