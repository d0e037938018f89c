import SharedStore
import TestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A writer of documents for the process tests: it opens a store, stops itself until a signal
/// continues it, and then runs one transaction after the other.
///
/// `DocumentWriter CONTAINER APP-GROUP TASK DOCUMENT NUMBER [NAME]`; it prints a line for each
/// transaction. Tasks:
/// - `edit` sets `x` of the document to `NAME 1`, `NAME 2` … NUMBER times;
/// - `undo`, `redo` do that until there is nothing left, at most NUMBER times;
/// - `shuffle` does NUMBER random things to documents `DOCUMENT 0` … as `NAME` is the seed;
/// - `texts` does so to the texts of a few documents, and prints a line for each thing, refused or
///   not.
@main
enum DocumentWriter {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 6, let id = DocumentID(arguments[4]), let number = Int(arguments[5])
    else { exit(64) }
    do {
      // Relaxed: what is tested is what processes do to each other, not to the disk.
      let options = WriterOptions(
        writer: WriterIdentity(program: "document-writer", version: "1"),
        timeout: .milliseconds(60_000), durability: .relaxed)
      let writer = try StoreWriter(
        .container(arguments[1], appGroup: arguments[2]), options: options)
      let task = Task(writer: writer, id: id, number: number, name: arguments.last ?? "")
      raise(SIGSTOP)
      try task.run(arguments[3])
    } catch {
      write("\(error)\n", to: STDERR_FILENO)
      exit((error as? StoreError)?.code.exitStatus ?? 1)
    }
  }

  /// Writes without a buffer, so that a line that is there was acknowledged.
  static func write(_ line: String, to descriptor: Int32) {
    let bytes = Array(line.utf8)
    #if canImport(Darwin)
      _ = Darwin.write(descriptor, bytes, bytes.count)
    #else
      _ = Glibc.write(descriptor, bytes, bytes.count)
    #endif
  }
}

/// What one run does.
private struct Task {
  let writer: StoreWriter
  let id: DocumentID
  let number: Int
  let name: String

  func run(_ task: String) throws {
    switch task {
    case "edit":
      for edit in 1...number {
        note(try writer.editDocument(id, [.set("x", .text("\(name) \(edit)"))]))
      }
    case "undo": try repeatedly { try writer.undo(id) }
    case "redo": try repeatedly { try writer.redo(id) }
    case "shuffle":
      var random = RandomNumbers(state: UInt64(name) ?? 0)
      for _ in 1...number { try shuffle(&random) }
    case "texts":
      var shuffle = TextShuffle(
        writer: writer, id: id, random: RandomNumbers(state: UInt64(name) ?? 0))
      for _ in 0..<number {
        try shuffle.act()
        DocumentWriter.write("done\n", to: STDOUT_FILENO)
      }
    default: exit(64)
    }
  }

  private func note(_ receipt: DocumentReceipt) {
    DocumentWriter.write("\(receipt.storeRevision)\n", to: STDOUT_FILENO)
  }

  private func repeatedly(_ body: () throws -> DocumentReceipt) throws {
    for _ in 1...number {
      let receipt = try body()
      guard receipt.changed else { return }
      note(receipt)
    }
  }

  /// Does something to some document; that another process has deleted it, or is recording a
  /// group of it, is no failure.
  private func shuffle(_ random: inout RandomNumbers) throws {
    guard let id = DocumentID("\(id.text) \(random.next() % 10_000)") else { return }
    do {
      try act(random.next() % 20, on: id, value: .integer(Int64(random.next() % 2)))
      DocumentWriter.write("done\n", to: STDOUT_FILENO)
    } catch let error as StoreError where error.code == .notFound {
      try writer.createDocument(id, fields: ["done": .integer(0)])
    } catch let error as StoreError where error.code == .groupOpen {
    }
  }

  private func act(_ dice: UInt64, on id: DocumentID, value: FieldValue) throws {
    switch dice {
    case 0: try writer.deleteDocument(id)
    case 1...2: try writer.loadDocument(id, fields: ["done": value])
    case 3...5: try drag(id, .keep)
    case 6...8: try drag(id, .revert)
    case 9...10: try writer.editDocument(id, [.unset("done")])
    default:
      try writer.editDocument(id, [.set("done", value)])
      if dice < 17 { try writer.undo(id) }
      if dice < 14 { try writer.redo(id) }
    }
  }

  /// A group of several moves that is cancelled.
  private func drag(_ id: DocumentID, _ interrupted: InterruptionPolicy) throws {
    let group = try writer.beginGroup(in: id, interrupted: interrupted)
    for value in [1, 0, 1] as [Int64] {
      try writer.editDocument(id, [.set("done", .integer(value))], in: group)
    }
    try writer.cancelGroup(group)
  }
}

/// Random numbers that are the same in every run.
struct RandomNumbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
