import Dispatch
import SharedStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Lines of standard input, until it ends or a signal asks to stop.
final class InputLines {
  private var buffer: [UInt8] = []
  private var hasEnded = false
  /// A pipe that a signal writes to, so that one `poll` waits for both.
  private let signalled: (read: Int32, write: Int32)
  private var sources: [any DispatchSourceSignal] = []
  private static let longestLine = 32 << 20

  /// From now on SIGINT and SIGTERM end the lines instead of the process.
  /// - Throws: `failed` when the system has no pipe left.
  init() throws(StoreError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw StoreError(.failed, "A pipe cannot be opened.") }
    signalled = (ends[0], ends[1])
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      let descriptor = ends[1]
      source.setEventHandler {
        var byte: UInt8 = 0
        _ = write(descriptor, &byte, 1)
      }
      source.resume()
      sources.append(source)
    }
  }

  deinit {
    for source in sources { source.cancel() }
    close(signalled.read)
  }

  /// The next line without its end; `nil` when the input has ended.
  /// - Throws: `interrupted` after a signal, `badInput` for a line that is too long or no UTF-8.
  func next() throws(StoreError) -> String? {
    while true {
      if let line = try takeLine() { return line }
      if hasEnded { return try takeRest() }
      try fill()
    }
  }

  private func takeLine() throws(StoreError) -> String? {
    guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else {
      guard buffer.count <= InputLines.longestLine else {
        throw StoreError(.badInput, "A line of standard input is too long.")
      }
      return nil
    }
    let line = Array(buffer[..<end])
    buffer.removeSubrange(...end)
    return try text(line)
  }

  private func takeRest() throws(StoreError) -> String? {
    guard !buffer.isEmpty else { return nil }
    defer { buffer = [] }
    return try text(buffer)
  }

  private func text(_ bytes: [UInt8]) throws(StoreError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw StoreError(.badInput, "A line of standard input is no UTF-8.")
    }
    return text
  }

  private func fill() throws(StoreError) {
    var descriptors = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signalled.read, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, 2, -1) < 0 {
      guard errno == EINTR else {
        throw StoreError(.failed, "Standard input cannot be waited for.")
      }
    }
    if descriptors[1].revents != 0 {
      throw StoreError(.interrupted, "The stream was interrupted.")
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = chunk.withUnsafeMutableBytes { DescriptorIO.read(STDIN_FILENO, $0) }
    guard count >= 0 else { throw StoreError(.badInput, "Standard input cannot be read.") }
    hasEnded = count == 0
    buffer += chunk[..<count]
  }
}
