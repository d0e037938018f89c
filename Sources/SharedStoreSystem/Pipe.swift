#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Something that may have bytes to read, to be waited for.
package struct InputSource: Hashable, Sendable {
  let number: Int32

  /// Standard input.
  package static let standardInput = InputSource(number: STDIN_FILENO)

  /// Waits until one of some sources has bytes, or has ended.
  /// - Parameters:
  ///   - sources: The sources.
  ///   - milliseconds: How long; `nil` for ever.
  /// - Returns: For each source, whether it has.
  /// - Throws: The system call's error.
  package static func wait(
    for sources: [InputSource], milliseconds: Int64?
  ) throws(SystemError) -> [Bool] {
    var entries = sources.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
    _ = try SystemError.check("poll") { poll(&entries, nfds_t(entries.count), timeout) }
    return entries.map { $0.revents != 0 }
  }
}

/// A pipe inside the process, by which one thread wakes another that waits for input.
package struct Pipe: ~Copyable, Sendable {
  private let readingEnd: Descriptor
  private let writingEnd: Descriptor

  package static func open() throws(SystemError) -> Pipe {
    var ends: [Int32] = [0, 0]
    _ = try SystemError.check("pipe") { pipe(&ends) }
    let opened = Pipe(
      readingEnd: try Descriptor(adopting: ends[0]), writingEnd: try Descriptor(adopting: ends[1]))
    for end in [opened.readingEnd.number, opened.writingEnd.number] {
      // Neither end ever blocks, and no child process inherits one.
      _ = try SystemError.check("fcntl") { fcntl(end, F_SETFL, O_NONBLOCK) }
      _ = try SystemError.check("fcntl") { fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    return opened
  }

  private init(readingEnd: consuming Descriptor, writingEnd: consuming Descriptor) {
    self.readingEnd = readingEnd
    self.writingEnd = writingEnd
  }

  /// Readable while there are signals that nobody has taken.
  package var source: InputSource { InputSource(number: readingEnd.number) }

  var writingNumber: Int32 { writingEnd.number }

  /// Makes the pipe readable.
  package borrowing func signal() {
    var byte: UInt8 = 0
    // A full pipe is readable already.
    _ = write(writingEnd.number, &byte, 1)
  }

  /// Takes all signals.
  package borrowing func drain() {
    var chunk = [UInt8](repeating: 0, count: 64)
    while let count = try? readingEnd.read(into: &chunk), count == chunk.count {}
  }
}
