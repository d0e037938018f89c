/// One command of a tool: what it accepts, what it does, and the commands below it.
///
/// A command may have an action, subcommands, or both.
///
/// ```swift
/// let set = Command("set", abstract: "Set a count.", arguments: [kind], action: Action(set))
/// let root = Command("app", abstract: "Count things.", subcommands: [set])
/// ```
package struct Command: Sendable {
  let name: String
  let abstract: String
  let discussion: String
  let arguments: [Argument]
  let subcommands: [Command]
  let action: Action?

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - name: The word that selects it; for the root, the name of the tool.
  ///   - abstract: What it does, as one sentence.
  ///   - discussion: More about it. Each line is a paragraph to wrap, except that a line which
  ///     starts with a space, such as an example, is printed as it is.
  ///   - arguments: What the action accepts beside the common options, in the order of help.
  ///   - subcommands: The commands below this one.
  ///   - action: What to do; none for a command that only groups others.
  package init(
    _ name: String,
    abstract: String,
    discussion: String = "",
    arguments: [Argument] = [],
    subcommands: [Command] = [],
    action: Action? = nil
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    self.subcommands = subcommands
    self.action = action
  }
}

extension Command {
  /// The options and flags of the command itself.
  var options: [Argument] { arguments.filter { $0.kind != .positional } }

  var positionals: [Argument] { arguments.filter { $0.kind == .positional } }

  /// The options and flags of the command and of everything below it.
  var optionsOfTree: [Argument] { options + subcommands.flatMap(\.optionsOfTree) }

  /// Takes the command and everything below it, parents first, each with its path.
  func tree(under parents: [String] = []) -> [(path: [String], command: Command)] {
    let path = parents + [name]
    return [(path, self)] + subcommands.flatMap { $0.tree(under: path) }
  }
}
