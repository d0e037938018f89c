#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file; it is closed when this value goes away.
///
/// It is never one of the standard streams: in a process that was started with one of them closed,
/// the next file to be opened would take its number, and what the program prints would go into it.
package struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
    // O_NONBLOCK: a FIFO in the file's place must not hang the open.
    let flags = flags | O_CLOEXEC | O_NONBLOCK
    let opened = try SystemError.check("open") { openFile(path, flags, mode) }
    try self.init(adopting: opened)
  }

  /// Takes over an open descriptor, under another number if it has a standard stream's.
  init(adopting opened: Int32) throws(SystemError) {
    guard opened <= STDERR_FILENO else {
      number = opened
      return
    }
    defer { close(opened) }
    number = try SystemError.check("fcntl") { fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
  }

  deinit {
    close(number)
  }

  /// Opens a file for reading.
  package static func reading(_ path: String) throws(SystemError) -> Descriptor {
    try Descriptor(path, O_RDONLY)
  }

  /// Opens a file of the store's own for reading and writing, made with mode 0600 if it is missing.
  /// - Throws: The system call's error; ``SystemError/notPlain`` for a link and for anything else
  ///   that is not a regular file of one name.
  package static func plainFile(_ path: String) throws(SystemError) -> Descriptor {
    while true {
      do throws(SystemError) {
        return try plainFile(path, O_RDWR)
      } catch {
        guard error.number == ENOENT else { throw error }
      }
      do throws(SystemError) {
        let made = try Descriptor(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        // The mode is exact whatever the umask.
        _ = try SystemError.check("fchmod") { fchmod(made.number, 0o600) }
        return made
      } catch {
        // Somebody else was faster; a link that leads nowhere is there, too, and stays so.
        guard error.isExisting, (try? FileStatus(path: path))?.isSymbolicLink != true else {
          throw error.isExisting ? .notPlain : error
        }
      }
    }
  }

  /// Opens a file of the store's own for reading.
  /// - Throws: As ``plainFile(_:)``, and when it is missing.
  package static func readingPlainFile(_ path: String) throws(SystemError) -> Descriptor {
    try plainFile(path, O_RDONLY)
  }

  private static func plainFile(
    _ path: String, _ flags: Int32
  ) throws(SystemError) -> Descriptor {
    // Asked before it is opened: were it a second name of the database, closing it would drop
    // SQLite's locks.
    guard try FileStatus(path: path).isPlain else { throw .notPlain }
    let descriptor = try Descriptor(path, flags | O_NOFOLLOW)
    guard try descriptor.status().isPlain else { throw .notPlain }
    return descriptor
  }

  /// Bytes at a place of the file, read in one call; `nil` when there are not as many.
  package borrowing func withBytes<Result>(
    at offset: Int, count: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    let number = number
    return withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { buffer in
      guard pread(number, buffer.baseAddress, count, off_t(offset)) == count else { return nil }
      return body(UnsafeRawBufferPointer(buffer))
    }
  }

  /// What the kernel says about the file.
  package borrowing func status(withTimes: Bool = false) throws(SystemError) -> FileStatus {
    try FileStatus(descriptor: number, withTimes: withTimes)
  }

  /// Reads the next bytes.
  /// - Returns: How many; 0 at the end.
  package borrowing func read(into chunk: inout [UInt8]) throws(SystemError) -> Int {
    try Descriptor.read(number, into: &chunk)
  }

  /// The next read begins at this offset.
  package borrowing func seek(to offset: Int) throws(SystemError) {
    guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw .last("lseek") }
  }

  /// Writes bytes at a place of the file, in one call.
  package borrowing func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    let written = bytes.withUnsafeBytes {
      pwrite(number, $0.baseAddress, $0.count, off_t(offset))
    }
    guard written == bytes.count else { throw .last("pwrite") }
  }

  /// The file's bytes from its beginning, as far as a limit and one beyond, which shows that there
  /// are more.
  package borrowing func contents(limit: Int) throws(SystemError) -> [UInt8] {
    let number = number
    return try Descriptor.contents(limit: limit) { chunk throws(SystemError) in
      try Descriptor.read(number, into: &chunk)
    }
  }

  static func contents(
    limit: Int, _ read: (inout [UInt8]) throws(SystemError) -> Int
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= limit {
      let count = try read(&chunk)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// One `read`, again when a signal interrupts it.
  static func read(_ number: Int32, into chunk: inout [UInt8]) throws(SystemError) -> Int {
    let count = chunk.withUnsafeMutableBytes { buffer in
      repeating { systemRead(number, buffer.baseAddress, buffer.count) }
    }
    guard count >= 0 else { throw .last("read") }
    return count
  }

  /// Writes all bytes.
  static func write(_ number: Int32, _ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        repeating {
          systemWrite(number, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        }
      }
      guard count > 0 else { throw .last("write") }
      written += count
    }
  }

  private static func repeating(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

// By other names, since methods of these names shadow them.

private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func systemRead(_ number: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, start, count)
}

private func systemWrite(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, start, count)
}
