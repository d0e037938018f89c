import SharedStoreCommandLine

/// The writer's tool.
@main
enum App {
  static func main() {
    let tool = Tool(
      "app", abstract: "Writes a shared store: snapshots, documents, jobs.",
      commands: [
        InitCommand.command, CountCommand.command, PublishCommand.command, ApplyCommand.command,
        DocumentCommand.command, JobCommand.command, CheckCommand.command, BackupCommand.command,
      ] + TransferCommands.commands + ReaderCommands.all(isReader: false))
    tool.main()
  }
}
