/// The commands that both tools have: they only read.
package enum ReaderCommands {
  /// All of them.
  /// - Parameter isReader: Whether the tool only reads: then `snapshot` can wait for a revision,
  ///   and `document` has no commands that write.
  /// - Returns: The commands.
  package static func all(isReader: Bool) -> [Command] {
    [
      SnapshotCommand.command(waits: isReader), KindsCommand.command, PathCommand.command,
      StatusCommand.command, SearchCommand.command,
    ] + (isReader ? [DocumentReaderCommands.command, JobReaderCommands.command] : [])
  }
}
