package import SharedStoreModel
import SharedStoreReader

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file, or standard input, read whole up to a limit.
package enum InputFile {
  /// Reads the bytes.
  /// - Throws: `badInput` when there is no such file or it is too large, `unreadable` without
  ///   permission. The message names no path: it may be content.
  package static func read(_ path: String, limit: Int) throws(StoreError) -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw StoreError(
        errno == EACCES ? .unreadable : .badInput, "The input file cannot be read: \(reason).")
    }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBytes { DescriptorIO.read(descriptor, $0) }
      guard count >= 0 else {
        throw StoreError(
          .badInput, "The input cannot be read: \(String(cString: strerror(errno))).")
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw StoreError(.badInput, "The input is too large: more than \(limit) bytes.")
      }
    }
  }
}
