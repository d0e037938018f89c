#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Opening files.
package enum Descriptor {
  /// Opens a file, but never as a standard stream.
  ///
  /// In a process that was started with one of them closed, the next file to be opened would take
  /// its number, and whatever the program prints would go into that file.
  /// - Throws: The system call's error.
  package static func open(
    _ path: String, _ flags: Int32, _ mode: UInt32 = 0
  ) throws(SystemError) -> Int32 {
    try besidesStandardStreams(SystemError.check("open") { openFile(path, flags, mode_t(mode)) })
  }

  /// The same file under a number that is no standard stream's.
  static func besidesStandardStreams(_ descriptor: Int32) throws(SystemError) -> Int32 {
    guard descriptor <= STDERR_FILENO else { return descriptor }
    defer { close(descriptor) }
    return try SystemError.check("fcntl") { fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
  }
}

/// `open` by another name, since methods of that name shadow it.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}
