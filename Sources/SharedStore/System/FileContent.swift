import SharedStoreReader
import SharedStoreSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whole files of other people.
enum FileContent {
  /// Removes a file, if it is there.
  static func remove(_ path: String) {
    unlink(path)
  }

  /// The bytes of a file, as far as a limit and one beyond, which shows that there are more.
  static func read(
    _ path: String, from offset: Int = 0, limit: Int
  ) throws(SystemError) -> [UInt8] {
    let descriptor = try SystemError.check("open") {
      // O_NONBLOCK: a FIFO must not hang the open.
      open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    defer { close(descriptor) }
    if offset > 0 {
      guard lseek(descriptor, offset, SEEK_SET) >= 0 else {
        throw SystemError(number: errno, operation: "lseek")
      }
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = chunk.withUnsafeMutableBytes { DescriptorIO.read(descriptor, $0) }
      guard count >= 0 else { throw SystemError(number: errno, operation: "read") }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
