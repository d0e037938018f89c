package import SharedStoreModel
import SharedStoreReader
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Lines of standard input, until it ends or a signal asks to stop.
package final class InputLines {
  private var buffer: [UInt8] = []
  private var searched = 0
  private var hasEnded = false
  private var hasToldEnd = false
  /// A pipe that a signal writes to, so that one `poll` waits for both.
  private let signalled: (read: Int32, write: Int32)
  private static let longestLine = 32 << 20

  /// From now on SIGINT and SIGTERM end the lines instead of the process.
  /// - Throws: `failed` when the system has no pipe left.
  package init() throws(StoreError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw StoreError(.failed, "A pipe cannot be opened.") }
    signalled = (ends[0], ends[1])
    signalPipe.store(signalled.write, ordering: .relaxed)
    for number in InputLines.signals { signal(number, noteSignal) }
  }

  private static let signals = [SIGINT, SIGTERM]

  deinit {
    // What is left to do now is short and ends by itself.
    for number in InputLines.signals { signal(number, SIG_IGN) }
    close(signalled.read)
    close(signalled.write)
  }

  /// The next line without its end; `nil` when the input has ended.
  /// - Throws: `interrupted` after a signal, `badInput` for a line that is too long or no UTF-8.
  package func next() throws(StoreError) -> String? {
    while true {
      // Before lines that have been read already, of which there may be thousands, and before an
      // end that came after the signal.
      _ = try poll([signalled.read], 0)
      if let line = try takeLine() { return line }
      if hasEnded { return try takeRest() }
      try fill()
    }
  }

  private func takeLine() throws(StoreError) -> String? {
    // What was looked at once holds no end: a long line must not be searched again and again.
    guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.count
      guard buffer.count <= InputLines.longestLine else {
        throw StoreError(.badInput, "A line of standard input is too long.")
      }
      return nil
    }
    let line = Array(buffer[..<end])
    buffer.removeSubrange(...end)
    searched = 0
    return try text(line)
  }

  private func takeRest() throws(StoreError) -> String? {
    guard !buffer.isEmpty else { return nil }
    defer { (buffer, searched) = ([], 0) }
    return try text(buffer)
  }

  private func text(_ bytes: [UInt8]) throws(StoreError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw StoreError(.badInput, "A line of standard input is no UTF-8.")
    }
    return text
  }

  private func fill() throws(StoreError) {
    _ = try waitForInput(milliseconds: nil, or: nil)
  }

  /// What ended a wait.
  package enum Event: Hashable, Sendable {
    /// A line of input, without its end.
    case line(String)
    /// The input has ended.
    case ended
    /// The other descriptor has something to read.
    case other
    /// The time is over.
    case timedOut
  }

  /// Waits for a line, for another descriptor, or for some time.
  /// - Parameters:
  ///   - milliseconds: How long; `nil` for ever.
  ///   - other: A descriptor that something else is announced on.
  /// - Returns: What came first; a line that has been read already comes before all else.
  /// - Throws: `interrupted` after a signal, `badInput` for a line that is too long or no UTF-8.
  package func wait(milliseconds: Int64?, or other: Int32) throws(StoreError) -> Event {
    while true {
      if let line = try takeLine() { return .line(line) }
      if hasEnded {
        if let rest = try takeRest() { return .line(rest) }
        guard !hasToldEnd else { return try waitWithoutInput(milliseconds, other) }
        hasToldEnd = true
        return .ended
      }
      switch try waitForInput(milliseconds: milliseconds, or: other) {
      case .line: continue
      case let event: return event
      }
    }
  }

  private func waitWithoutInput(_ milliseconds: Int64?, _ other: Int32) throws(StoreError) -> Event
  {
    try poll([signalled.read, other], milliseconds)[1] ? .other : .timedOut
  }

  /// Waits, and reads what there is of input; `.line` stands for some input.
  private func waitForInput(milliseconds: Int64?, or other: Int32?) throws(StoreError) -> Event {
    let ready = try poll([signalled.read, other ?? -1, STDIN_FILENO], milliseconds)
    if ready[1] { return .other }
    guard ready[2] else { return .timedOut }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = chunk.withUnsafeMutableBytes { DescriptorIO.read(STDIN_FILENO, $0) }
    guard count >= 0 else { throw StoreError(.badInput, "Standard input cannot be read.") }
    hasEnded = count == 0
    buffer += chunk[..<count]
    return .line("")
  }

  /// Which descriptors have something to read; the first one is a signal's, which throws.
  private func poll(
    _ descriptors: [Int32], _ milliseconds: Int64?
  ) throws(StoreError) -> [Bool] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
    while systemPoll(&entries, timeout) < 0 {
      guard errno == EINTR else {
        throw StoreError(.failed, "Standard input cannot be waited for.")
      }
    }
    if entries[0].revents != 0 { throw StoreError(.interrupted, "The stream was interrupted.") }
    return entries.map { $0.revents != 0 }
  }
}

/// Where ``noteSignal`` writes to: a handler is given nothing but a number.
private let signalPipe = Atomic<Int32>(-1)

/// Runs on the main thread before it sees anything that came after the signal, such as the end of
/// an input whose writer was ended by the same Ctrl-C.
private func noteSignal(_ number: Int32) {
  let saved = errno
  var byte: UInt8 = 0
  _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
  errno = saved
}

private func systemPoll(_ entries: inout [pollfd], _ timeout: Int32) -> Int32 {
  poll(&entries, nfds_t(entries.count), timeout)
}
