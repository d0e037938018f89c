import SharedStoreCommandLine

/// The reader's tool.
///
/// It imports no writer, so the compiler keeps it from writing.
@main
enum Extension {
  static var tool: Tool {
    Tool(
      "extension", abstract: "Reads a shared store: snapshots, timelines, documents, jobs.",
      commands: [
        TimelineCommand.command.readingAsIs, WatchCommand.command.readingAsIs,
        ChangesCommand.command.readingAsIs, DiagnoseCommand.command,
        PreviewCommand.command.readingAsIs,
      ]
        + ReaderCommands.all(isReader: true))
  }

  static func main() { tool.main() }
}
