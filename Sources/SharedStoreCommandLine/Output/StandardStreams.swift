package import SharedStoreModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The process's streams: results on standard output, everything else on standard error.
package enum StandardStreams {
  /// Takes the numbers of streams that the process was started without, so that no file gets them.
  ///
  /// Nothing can be written to what takes them: a result stays one that nobody got.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one in question.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes a result line.
  /// - Throws: `failed` when the bytes could not be written; a result nobody got is no success.
  package static func output(_ line: String) throws(StoreError) {
    guard write(line + "\n", to: STDOUT_FILENO) else {
      throw StoreError(.failed, "The result could not be written to standard output.")
    }
  }

  /// Writes a line for people or logs.
  package static func error(_ line: String) {
    _ = write(line + "\n", to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  private static func systemWrite(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes, count)
    #else
      Glibc.write(descriptor, bytes, count)
    #endif
  }
}
