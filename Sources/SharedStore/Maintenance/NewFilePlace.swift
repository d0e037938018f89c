import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// Where a file that the store hands out may be put: anywhere but in the store's own container.
struct NewFilePlace {
  /// The folder, its links resolved.
  let directory: String
  /// The file's name in it.
  let name: String

  /// - Throws: `configuration`.
  init(_ path: String, for purpose: String, outside paths: StorePaths) throws(StoreError) {
    let absolute = Paths.absolute(path)
    name = Paths.name(of: absolute)
    guard let folder = Paths.parent(of: absolute), !name.isEmpty else {
      throw StoreError(.configuration, "The \(purpose) needs a file name.")
    }
    do throws(SystemError) {
      directory = try Paths.resolved(folder)
    } catch {
      throw StoreError(
        .configuration, "The folder of the \(purpose) cannot be used: \(error.text).",
        system: .init(error))
    }
    guard (try? FileStatus(path: directory))?.isDirectory == true else {
      throw StoreError(.configuration, "The folder of the \(purpose) is not a directory.")
    }
    try NewFilePlace.check(directory, for: purpose, outside: paths)
  }

  /// - Throws: `configuration` for a folder in the store's own container.
  static func check(
    _ directory: String, for purpose: String, outside paths: StorePaths
  ) throws(StoreError) {
    let container = Paths.parent(of: paths.directory) ?? "/"
    if isInside(directory, [container, paths.directory]) {
      throw StoreError(
        .configuration, "The \(purpose) does not belong into the store's own container.",
        hint: "Name another place.")
    }
  }

  /// Whether a folder is one of these or lies below, by whatever path: a mounted folder has
  /// several.
  private static func isInside(_ directory: String, _ folders: [String]) -> Bool {
    if folders.contains(where: { Paths.isPath(directory, in: $0) }) { return true }
    let identities = Set(folders.compactMap { try? FileStatus(path: $0).identity })
    var folder: String? = directory
    while let current = folder {
      if let status = try? FileStatus(path: current), identities.contains(status.identity) {
        return true
      }
      folder = Paths.parent(of: current)
    }
    return false
  }
}
