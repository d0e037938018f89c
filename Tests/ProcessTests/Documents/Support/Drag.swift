import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `app document edit --stream`, fed line by line through a FIFO.
final class Drag {
  let child: Child
  private var descriptor: Int32
  private var moves = 0

  /// Starts the tool; it has not begun its group yet.
  init(_ bench: Workbench, _ id: String = "p", _ options: String...) throws {
    let name = "drag-" + UUID().uuidString
    let path = bench.folder + "/" + name
    // Open for both, so that neither side waits for the other to open it.
    guard mkfifo(path, 0o600) == 0 else { throw Hung(event: "a FIFO is made") }
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    child = try bench.start(
      .app, ["document", "edit", id, "--stream", "--json"] + options,
      prefix: ["/bin/sh", "-c", #"exec "$0" "$@" <\#(name)"#])
  }

  deinit {
    close()
  }

  /// Writes bytes without waiting for what becomes of them.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    #if canImport(Darwin)
      _ = Darwin.write(descriptor, bytes, bytes.count)
    #else
      _ = Glibc.write(descriptor, bytes, bytes.count)
    #endif
  }

  /// Makes a move and waits until it is acknowledged.
  func move(_ line: String) throws {
    write(line + "\n")
    moves += 1
    try eventually("the move is made") { acknowledged >= moves || child.poll() != nil }
    guard acknowledged >= moves else { throw Hung(event: "the move is made: \(child.error)") }
  }

  /// How many moves have been acknowledged.
  var acknowledged: Int { child.output.split(separator: "\n").count }

  /// Ends the input.
  func close() {
    guard descriptor >= 0 else { return }
    closeDescriptor(descriptor)
    descriptor = -1
  }

  /// Ends the input and waits for the tool.
  func end() throws -> Outcome {
    close()
    return try child.wait()
  }

  /// Sends a signal.
  func signal(_ number: Int32) { sendSignal(child.processID, number) }
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func sendSignal(_ processID: pid_t, _ number: Int32) { kill(processID, number) }

extension Outcome {
  /// The document that a stream shows at its end, behind a line for each move.
  func document() throws -> DocumentReport {
    let last = lines.last.map(String.init) ?? ""
    let ended = Outcome(
      command: command, status: status, output: last, error: error, duration: duration)
    return try ended.decoded()
  }
}
