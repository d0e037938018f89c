/// The commands that both tools have: they only read.
package enum ReaderCommands {
  /// All of them.
  /// - Parameter waits: Whether `snapshot` can wait for a revision.
  /// - Returns: The commands.
  package static func all(waits: Bool) -> [Command<Action>] {
    [
      SnapshotCommand.command(waits: waits), KindsCommand.command, PathCommand.command,
      StatusCommand.command,
    ]
  }
}
