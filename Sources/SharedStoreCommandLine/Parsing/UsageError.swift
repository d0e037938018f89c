import SharedStoreModel

/// A command line that cannot be carried out, in three sentences for the person who typed it.
package struct UsageError: Error, Hashable, Sendable {
  /// What is wrong.
  ///
  /// Tokens repeated from the command line are made safe to print on a terminal.
  package let message: String
  /// How to call the command: `Usage: app count set <kind> <number> [--title <title>]`.
  ///
  /// It is one line however long, so that a script or a person can find it as one.
  package let usage: String
  /// Where to read on.
  ///
  /// For example `See 'app count set --help' for more information.`
  package let helpHint: String

  init(_ message: String, about command: Command, at path: [String]) {
    self.message = message.displayable
    usage = "Usage: " + (command.usages(path).first ?? []).joined(separator: " ")
    helpHint = "See '\(path.joined(separator: " ")) --help' for more information."
  }
}
