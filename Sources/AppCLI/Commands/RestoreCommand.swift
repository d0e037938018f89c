import SharedStore
import SharedStoreCommandLine

/// `restore FILE`: puts a backup in the place of what the store holds.
enum RestoreCommand {
  private static let file = Argument.positional("file", help: "The backup.")
  private static let yes = Argument.confirmation(
    "yes", help: "Restore without asking.",
    reason: "Restoring replaces everything in the store. Confirm with '--yes'.")

  static var command: Command {
    Command(
      "restore", abstract: "Put a backup in the place of what the store holds.",
      arguments: [file, yes], action: Action(restore))
  }

  private static func restore(_ run: Invocation) throws(StoreError) {
    let path = run.arguments.required(file)
    let options = WriterOptions(writer: run.program, timeout: run.timeout, log: run.log)
    let done = try StoreRestore.run(run.configuration().location, from: path, options: options)
    let report = Report(
      path: path, backupRevision: done.backup.revision, storeRevision: done.token.revision,
      storeUUID: done.token.storeID, incarnation: done.token.incarnation)
    do throws(StoreError) {
      try run.output.show(
        report,
        "restored \(path.displayable) of revision \(report.backupRevision)\n"
          + "store revision \(report.storeRevision)")
    } catch {
      throw error.afterCommit(of: done.token.revision, "the result could not be shown")
    }
  }

  private struct Report: Encodable {
    let path: String
    let backupRevision: Revision
    let storeRevision: Revision
    let storeUUID: String
    let incarnation: String
  }
}
