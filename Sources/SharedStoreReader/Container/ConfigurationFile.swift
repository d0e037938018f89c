package import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem

/// The file `shared-store.json`: an app group id, and a container relative to the file.
package struct ConfigurationFile: Hashable, Sendable {
  /// The file's name wherever it is looked for.
  package static let name = "shared-store.json"

  /// The path it was read from.
  package let path: String
  /// The app group id, if the file names one.
  package let appGroup: String?
  /// The container directory, absolute, if the file names one.
  package let container: String?

  private struct Content: Codable {
    var appGroup: String?
    var container: String?
  }

  /// Reads a configuration file.
  /// - Throws: `configuration` when it is missing, belongs to another user than this one or root,
  ///   may be written by others, or is not understood.
  package init(path: String) throws(StoreError) {
    let resolved: String
    do throws(SystemError) {
      resolved = try Paths.resolved(path)
      try ConfigurationFile.checkTrust(FileStatus(path: resolved))
    } catch {
      throw StoreError(
        .configuration, "The configuration file cannot be used: \(error.text).",
        hint: ConfigurationFile.remedy(path).map { .init($0) }, system: .init(error), file: path)
    }
    guard let bytes = try? Descriptor.reading(resolved).contents(limit: 1 << 20) else {
      throw StoreError(
        .configuration, "The configuration file may not be read by this user.", file: resolved)
    }
    let content = try ConfigurationFile.content(bytes, of: resolved)
    self.path = resolved
    appGroup = content.appGroup
    let folder = Paths.parent(of: resolved) ?? "/"
    container = content.container.map { Paths.isAbsolute($0) ? $0 : folder + "/" + $0 }
  }

  /// What makes a file count which does not, with its command; `nil` when nothing is wrong with it.
  package static func remedy(_ path: String) -> String? {
    guard let status = try? FileStatus(path: path, followsLink: true),
      let reason = distrust(status)
    else { return nil }
    return IgnoredSetting(path, reason).remedy.sentence
  }

  private static func content(
    _ bytes: [UInt8], of path: String
  ) throws(StoreError) -> Content {
    let hint: StoreError.Hint = #"Write {"appGroup": "group.example", "container": "path"}."#
    let value: JSONValue
    do throws(JSONError) {
      value = try CanonicalJSON.scan(bytes)
    } catch {
      throw StoreError(
        .configuration, "The configuration file is not JSON that can be used: \(error).",
        hint: hint, file: path)
    }
    // A misspelt key would be a setting that is not heard of.
    let unknown = (value.members ?? [:]).keys.filter { !["appGroup", "container"].contains($0) }
    if let key = unknown.min() {
      throw StoreError(
        .configuration, "The configuration file has a key that is unknown: '\(key)'.", hint: hint,
        file: path)
    }
    guard let content = try? JSONTreeDecoder.decode(Content.self, from: value) else {
      throw StoreError(
        .configuration, "The configuration file is not a JSON object of the expected form.",
        hint: hint, file: path)
    }
    return content
  }

  /// Writes a new file into the working directory, unless one is there.
  /// - Returns: Its path, `nil` when another process was faster.
  /// - Throws: `configuration` when the directory cannot be written.
  package static func create(
    appGroup: String, container: String?
  ) throws(StoreError) -> String? {
    let text = try CanonicalJSON.encode(Content(appGroup: appGroup, container: container)) + "\n"
    let directory = Paths.workingDirectory ?? "."
    do throws(SystemError) {
      try NewFile.create(directory: directory, name: name, contents: Array(text.utf8))
      return directory + "/" + name
    } catch {
      if error.isExisting { return nil }
      throw StoreError(
        .configuration, "The configuration file cannot be written: \(error.text).",
        hint: StoreError.Hint(
          "Name the app group, or set SHARED_STORE_APP_GROUP, instead.",
          command: "Use --app-group or SHARED_STORE_APP_GROUP with every command instead."),
        system: .init(error))
    }
  }

  /// Looks for the file in a directory and its parents of the same owner.
  ///
  /// A file that a stranger may have put there does not count.
  /// - Parameter directory: Where to begin.
  /// - Returns: The path of the first one that counts.
  package static func find(from directory: String) -> String? {
    var found: String?
    forEachPlace(from: directory) { path, isOurs in
      if isOurs, isTrusted(path) { found = path }
      return isOurs && found == nil
    }
    return found
  }

  /// The places where the file may be, from a directory up to the root.
  /// - Parameters:
  ///   - directory: Where to begin.
  ///   - visit: Gets a path, and whether it and all below it lie in folders of one owner; returns
  ///     whether to go on.
  static func forEachPlace(
    from directory: String, _ visit: (_ path: String, _ isOurs: Bool) -> Bool
  ) {
    let owner = (try? FileStatus(path: directory, followsLink: true))?.owner
    var isOurs = owner != nil
    var folder: String? = directory
    while let current = folder {
      isOurs = isOurs && (try? FileStatus(path: current, followsLink: true))?.owner == owner
      guard visit((current == "/" ? "" : current) + "/" + name, isOurs) else { return }
      folder = Paths.parent(of: current)
    }
  }

  /// Whether a file that nobody named may be read.
  static func isTrusted(_ path: String) -> Bool {
    (try? FileStatus(path: path)).map { distrust($0) == nil } ?? false
  }

  /// Why a file does not count; `nil` if it does.
  static func distrust(_ status: FileStatus) -> IgnoredSetting.Reason? {
    if !status.isRegular { return .notAFile }
    if status.owner != Paths.userID, status.owner != 0 { return .otherOwner }
    return status.isWritableByOthers ? .writableByOthers : nil
  }

  private static func checkTrust(_ status: FileStatus) throws(SystemError) {
    // The errors are the system's own words for what a stranger's file would be.
    switch distrust(status) {
    case nil: return
    case .notAFile: throw SystemError.notPlain
    default: throw SystemError.notOurs
    }
  }
}
