#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The streams that a process is started with.
package enum StandardStream: Int32, Sendable {
  case input
  case output
  case error

  /// Takes the numbers of streams that the process was started without, so that no file gets them.
  ///
  /// Nothing can be written to what takes them: a result stays one that nobody got.
  package static func occupyMissing() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one in question.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes all of a text.
  /// - Throws: The system call's error.
  package func write(_ text: String) throws(SystemError) {
    try Descriptor.write(rawValue, Array(text.utf8))
  }

  /// Reads the next bytes.
  /// - Returns: How many; 0 at the end.
  package func read(into chunk: inout [UInt8]) throws(SystemError) -> Int {
    try Descriptor.read(rawValue, into: &chunk)
  }

  /// All bytes up to the stream's end, as far as a limit and one beyond, which shows that there are
  /// more.
  package func contents(limit: Int) throws(SystemError) -> [UInt8] {
    try Descriptor.contents(limit: limit) { chunk throws(SystemError) in try read(into: &chunk) }
  }

  /// Writes all that is left of the stream to a new file of mode 0600.
  /// - Throws: The system call's error, also when there is a file of that name.
  package func copyAll(to path: String) throws(SystemError) {
    let file = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    try StandardStream.copy(from: rawValue, to: file.number)
  }

  /// Writes all bytes of a file to the stream.
  /// - Throws: The system call's error.
  package func copyAll(from path: String) throws(SystemError) {
    let file = try Descriptor.reading(path)
    try StandardStream.copy(from: file.number, to: rawValue)
  }

  private static func copy(from source: Int32, to target: Int32) throws(SystemError) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try Descriptor.read(source, into: &chunk)
      if count == 0 { return }
      try Descriptor.write(target, Array(chunk[..<count]))
    }
  }

  /// Whether the stream is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width of the stream's terminal in cells; `nil` where it has none.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
