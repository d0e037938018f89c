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

  /// Describes a command by the word that selects it, for the root the name of the tool.
  ///
  /// Each line of the discussion is a paragraph to wrap, except that one which starts with a
  /// space, such as an example, is printed as it is. A command that only groups others has no
  /// action; the arguments are those of the action, in the order of help.
  package init(
    _ name: String, abstract: String, discussion: String = "", arguments: [Argument] = [],
    subcommands: [Command] = [], action: Action? = nil
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
  var options: [Argument] { arguments.filter { $0.kind != .positional } }

  var positionals: [Argument] { arguments.filter { $0.kind == .positional } }

  /// The options and flags of the command and of everything below it.
  var optionsOfTree: [Argument] { options + subcommands.flatMap { $0.optionsOfTree } }

  /// Takes the command and everything below it, parents first, each with its path.
  func tree(under parents: [String] = []) -> [(path: [String], command: Command)] {
    let path = parents + [name]
    return [(path, self)] + subcommands.flatMap { $0.tree(under: path) }
  }

  /// The ways to call the command, each in pieces that must not be broken over two lines.
  func usages(_ path: [String]) -> [[String]] {
    (action == nil ? [] : [path + arguments.map { $0.synopsis }])
      + (subcommands.isEmpty ? [] : [path + ["<subcommand>"]])
  }
}
