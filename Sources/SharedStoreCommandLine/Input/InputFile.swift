package import SharedStoreModel
import SharedStoreSystem

/// A file, or standard input, read whole up to a limit.
package enum InputFile {
  /// Reads the bytes.
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - limit: The most bytes.
  /// - Returns: The bytes.
  /// - Throws: `badInput` when there is no such file or it is too large, `unreadable` without
  ///   permission. The message names no path: it may be content.
  package static func read(_ path: String, limit: Int) throws(StoreError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes =
        path == "-"
        ? try StandardStream.input.contents(limit: limit)
        : try Descriptor.reading(path).contents(limit: limit)
    } catch {
      throw StoreError(
        error.isPermission ? .unreadable : .badInput,
        "The input file cannot be read: \(error.text).")
    }
    guard bytes.count <= limit else {
      throw StoreError(.badInput, "The input is too large: more than \(limit) bytes.")
    }
    return bytes
  }
}
