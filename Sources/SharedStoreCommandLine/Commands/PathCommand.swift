import SharedStoreModel
import SharedStoreReader

/// `path`: for `sqlite3 -readonly "$(extension path)"`.
enum PathCommand {
  static var command: Command {
    Command("path", abstract: "Print the path of the store.", action: Action(show))
  }

  private static func show(_ run: Invocation) throws(StoreError) {
    let paths = try StorePaths(run.configuration().location)
    _ = try StoreFile.inspect(paths)
    // The path as it is: a script must be able to open it.
    try run.output.show(Report(path: paths.store), paths.store)
  }

  private struct Report: Encodable {
    let path: String
  }
}
