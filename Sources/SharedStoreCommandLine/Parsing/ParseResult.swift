/// What a command line asks the tool to do.
package enum ParseResult: Sendable {
  /// Carry out the action of a command with its arguments.
  case run(Action, ParsedArguments)
  /// Print this help and succeed.
  case help(String)
  /// Print the version and succeed.
  case version
  /// Print the completion script for a shell and succeed.
  case completionScript(shell: String)
}
