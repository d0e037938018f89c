import SharedStoreCommandLine

/// The writer's tool.
@main
enum App {
  static var tool: Tool {
    Tool(
      "app", abstract: "Writes a shared store: snapshots, documents, jobs.",
      commands: [
        InitCommand.command, CountCommand.command, PublishCommand.command, ApplyCommand.command,
        DocumentCommand.command, JobCommand.command, CheckCommand.command, BackupCommand.command,
        RestoreCommand.command, ResetCommand.command,
      ] + TransferCommands.commands + ReaderCommands.all(isReader: false))
  }

  static func main() { tool.main() }
}
