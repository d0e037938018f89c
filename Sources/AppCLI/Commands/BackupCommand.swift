import SharedStore
import SharedStoreCommandLine

/// `backup FILE`: one verified file, while the store is in use.
enum BackupCommand {
  private static let file = Argument.positional("file", help: "The new file; it must not exist.")

  static var command: Command {
    Command(
      "backup", abstract: "Copy the store into a new file, verified.", arguments: [file],
      action: Action(backup))
  }

  private static func backup(_ run: Invocation) throws(StoreError) {
    let path = run.arguments.required(file)
    let backup = try StoreBackup.create(run.configuration().location, to: path)
    let report = Report(
      path: path, storeRevision: backup.token.revision, storeUUID: backup.token.storeID,
      bytes: backup.bytes)
    try run.output.show(
      report, "\(path.displayable): store revision \(report.storeRevision), \(report.bytes) bytes")
  }

  private struct Report: Encodable {
    let path: String
    let storeRevision: Revision
    let storeUUID: String
    let bytes: Int
    let verified = true
  }
}
