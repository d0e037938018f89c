import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

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
        .configuration, "The folder of the \(purpose) cannot be used: \(error.text).")
    }
    let container = Paths.parent(of: paths.directory) ?? "/"
    for folder in [container, paths.directory] where Paths.isPath(directory, in: folder) {
      throw StoreError(
        .configuration, "The \(purpose) does not belong into the store's own container.",
        hint: "Name a file somewhere else.")
    }
  }
}
