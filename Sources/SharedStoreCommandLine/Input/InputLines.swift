package import SharedStoreModel
package import SharedStoreSystem

/// Lines of standard input, until it ends or a signal asks to stop.
package final class InputLines {
  private var buffer: [UInt8] = []
  private var searched = 0
  private var hasEnded = false
  private var hasToldEnd = false
  /// A pipe that a signal writes to, so that one wait is for both.
  private let signals: Pipe

  private static let longestLine = 32 << 20

  /// From now on signals end the lines instead of the process.
  /// - Throws: `failed` when the system has no pipe left.
  package init() throws(StoreError) {
    do throws(SystemError) {
      signals = try Pipe.open()
    } catch {
      throw StoreError(.failed, "A pipe cannot be opened: \(error.text).")
    }
    Signals.count(waking: signals, endsAtSecond: false)
  }

  deinit {
    Signals.ignore()
  }

  /// The next line without its end; `nil` when the input has ended.
  /// - Throws: `interrupted` after a signal, `badInput` for a line that is too long or no UTF-8.
  package func next() throws(StoreError) -> String? {
    while true {
      // Before lines that have been read already, of which there may be thousands, and before an
      // end that came after the signal.
      try checkSignals()
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
  package func wait(
    milliseconds: Int64?, or other: InputSource
  ) throws(StoreError) -> Event {
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

  private func waitWithoutInput(
    _ milliseconds: Int64?, _ other: InputSource
  ) throws(StoreError) -> Event {
    try wait(for: [other], milliseconds)[0] ? .other : .timedOut
  }

  /// Waits, and reads what there is of input; `.line` stands for some input.
  private func waitForInput(
    milliseconds: Int64?, or other: InputSource?
  ) throws(StoreError) -> Event {
    let ready = try wait(for: [.standardInput] + (other.map { [$0] } ?? []), milliseconds)
    if ready.count > 1, ready[1] { return .other }
    guard ready[0] else { return .timedOut }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    do throws(SystemError) {
      let count = try StandardStream.input.read(into: &chunk)
      hasEnded = count == 0
      buffer += chunk[..<count]
    } catch {
      throw StoreError(.badInput, "Standard input cannot be read: \(error.text).")
    }
    return .line("")
  }

  private func checkSignals() throws(StoreError) {
    if Signals.hasArrived { throw StoreError(.interrupted, "The stream was interrupted.") }
  }

  /// Which sources have something to read; a signal throws.
  private func wait(
    for sources: [InputSource], _ milliseconds: Int64?
  ) throws(StoreError) -> [Bool] {
    let ready: [Bool]
    do throws(SystemError) {
      ready = try InputSource.wait(for: sources + [signals.source], milliseconds: milliseconds)
    } catch {
      throw StoreError(.failed, "Standard input cannot be waited for: \(error.text).")
    }
    try checkSignals()
    return Array(ready.dropLast())
  }
}
