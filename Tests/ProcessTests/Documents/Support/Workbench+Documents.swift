import SharedStoreTesting
import Testing

extension Workbench {
  /// The document as the reader's tool shows it.
  func document(_ id: String = "p") throws -> DocumentReport {
    try `extension`("document", "show", id, "--json").decoded()
  }

  /// The document's history as the reader's tool shows it.
  func history(_ id: String = "p") throws -> HistoryReport {
    try `extension`("document", "history", id, "--json").decoded()
  }

  /// Runs a command on a document in a process of its own, and expects success.
  @discardableResult
  func document(_ command: String, _ arguments: String..., input: String = "") throws
    -> DocumentReport
  {
    try run(.app, ["document", command] + arguments + ["--json"], input: input).decoded()
  }

  /// Starts a writer of documents that has opened the store and stopped itself.
  func documentWriter(
    _ task: String, _ document: String, _ number: Int, _ name: String = ""
  ) throws -> Child {
    let child = try start(
      .documentWriter, [store.container, store.appGroup, task, document, String(number), name])
    try child.waitUntilStopped()
    return child
  }

  /// Runs a writer of documents to its end.
  /// - Returns: How many transactions it has acknowledged.
  func runDocumentWriter(_ task: String, _ document: String, _ number: Int) throws -> Int {
    let writer = try documentWriter(task, document, number)
    writer.resume()
    let outcome = try writer.wait()
    outcome.expectSuccess()
    return outcome.lines.count
  }
}

extension Outcome {
  /// The lines of standard output.
  var lines: [Substring] { output.split(separator: "\n") }
}
