/// The commands that both tools have: they only read.
package enum ReaderCommands {
  /// All of them.
  /// - Parameter isReader: Whether the tool only reads: then `snapshot` can wait for a revision,
  ///   and `document` has no commands that write.
  /// - Returns: The commands.
  package static func all(isReader: Bool) -> [Command] {
    [
      SnapshotCommand.command(waits: isReader).readingAsIs, KindsCommand.command.readingAsIs,
      PathCommand.command, StatusCommand.command, SearchCommand.command.readingAsIs,
    ] + (isReader ? [DocumentReaderCommands.command, JobReaderCommands.command] : [])
  }
}

extension Command {
  /// The command, and those below it, with the flag that reads a store that has lost commits.
  package var readingAsIs: Command {
    Command(
      name, abstract: abstract, discussion: discussion,
      arguments: action == nil ? arguments : arguments + [Common.asIs],
      subcommands: subcommands.map { $0.readingAsIs }, action: action)
  }
}
