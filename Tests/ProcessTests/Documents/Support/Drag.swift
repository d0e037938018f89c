/// `app document edit --stream`, fed line by line.
final class Drag {
  let child: Child
  private let input: InputPipe
  private var moves = 0

  /// Starts the tool; it has not begun its group yet.
  init(_ bench: Workbench, _ id: String = "p", _ options: String...) throws {
    input = try InputPipe(bench)
    child = try bench.start(
      .app, ["document", "edit", id, "--stream", "--json"] + options, prefix: input.prefix)
  }

  /// Writes bytes without waiting for what becomes of them.
  func write(_ text: String) { input.write(text) }

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
  func close() { input.close() }

  /// Ends the input and waits for the tool.
  func end() throws -> Outcome {
    close()
    return try child.wait()
  }

  /// Sends a signal.
  func signal(_ number: Int32) { child.send(number) }
}

extension Outcome {
  /// The document that a stream shows at its end, behind a line for each move.
  func document() throws -> DocumentReport {
    let last = lines.last.map(String.init) ?? ""
    let ended = Outcome(
      command: command, status: status, output: last, error: error, duration: duration)
    return try ended.decoded()
  }
}
