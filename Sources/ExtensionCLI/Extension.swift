import SharedStoreCommandLine

/// The reader's tool.
///
/// It imports no writer, so the compiler keeps it from writing.
@main
enum Extension {
  static func main() {
    let tool = Tool(
      "extension", abstract: "Reads a shared store: snapshots, timelines, documents, jobs.",
      commands: [TimelineCommand.command] + ReaderCommands.all(isReader: true))
    tool.main()
  }
}
