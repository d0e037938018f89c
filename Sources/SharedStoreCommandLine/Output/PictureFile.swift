package import SharedStoreModel
import SharedStoreSystem

/// A picture that a command writes: a new file, whole or not at all.
package enum PictureFile {
  /// Writes it.
  /// - Parameters:
  ///   - text: The file's text.
  ///   - path: Where, from the working directory.
  /// - Returns: The absolute path.
  /// - Throws: `exists`, `full`, `unreadable` without permission, `configuration` for a folder that
  ///   is not there.
  package static func write(_ text: String, to path: String) throws(StoreError) -> String {
    let absolute = Paths.absolute(path)
    do throws(SystemError) {
      try NewFile.create(
        directory: Paths.parent(of: absolute) ?? "/", name: Paths.name(of: absolute),
        contents: Array(text.utf8))
      return absolute
    } catch {
      if error.isExisting {
        throw StoreError(
          .exists, "The file for the picture exists already.", hint: "Name a new file.")
      }
      let code: StoreError.Code =
        error.isFull ? .full : error.isPermission ? .unreadable : .configuration
      throw StoreError(
        code, "The picture cannot be written: \(error.text).",
        hint: "Name a new file in a folder of yours.")
    }
  }
}
