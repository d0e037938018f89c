/// What a command line asks the tool to do.
package enum ParseResult: Sendable {
  /// Carry out the action of a command with its arguments.
  case run(Action, ParsedArguments)
  /// Print this help and succeed.
  case help(String)
  /// Print the version and succeed.
  case version
  /// Print the completion script for bash and succeed.
  case completionScript
}

/// A text for `help NAME` that belongs to no command, printed as it is.
package struct Topic: Sendable {
  let name: String
  let abstract: String
  let text: @Sendable () -> String

  /// Describes a topic, whose text is made when somebody asks for it.
  package init(
    _ name: String, abstract: String, text: @autoclosure @escaping @Sendable () -> String
  ) {
    self.name = name
    self.abstract = abstract
    self.text = text
  }
}

/// Turns the tokens of a command line into something to do, by the table of commands it holds.
///
/// The parser is a value without effects: it prints nothing, ends nothing and reads no
/// environment, so every rule can be tested by calling ``parse(_:)``. It trusts the table: that
/// no two names in it clash is for a test of the tool to see.
///
/// ```swift
/// let parser = Parser(root: root, common: [.format, .timeout])
/// switch try parser.parse(Array(CommandLine.arguments.dropFirst())) { … }
/// ```
package struct Parser: Sendable {
  let root: Command
  let common: [Argument]
  let topics: [Topic]
  let layout: TextLayout

  /// Makes a parser for a tool, with the options that every command accepts, and the width that
  /// help is wrapped to.
  package init(root: Command, common: [Argument], topics: [Topic] = [], columns: Int = 80) {
    self.root = root
    self.common = common
    self.topics = topics
    layout = TextLayout(columns: columns)
  }

  /// Reads a command line, without the name of the tool.
  ///
  /// - Throws: ``UsageError`` for the leftmost mistake, unless help or the version was asked for.
  package func parse(_ tokens: [String]) throws(UsageError) -> ParseResult {
    var reader = TokenReader(parser: self)
    reader.read(tokens)
    switch reader.request {
    case .help: return .help(help(for: reader))
    case .version: return .version
    case .completionScript: return .completionScript
    // Without any argument even a root that has an action explains itself instead.
    case nil: return tokens.isEmpty ? .help(help(for: reader)) : try judge(reader)
    }
  }

  private func judge(_ reader: TokenReader) throws(UsageError) -> ParseResult {
    var parsed = ParsedArguments(path: reader.path, command: reader.command)
    let accepted = accepted(by: reader.command, atRoot: reader.isAtRoot)
    for finding in reader.findings {
      switch finding {
      case .option(let name, let value): try parsed.bind(name, value, accepting: accepted)
      case .unknownCommand(let word): throw unknownCommand(word, in: reader, parsed)
      }
    }
    if let action = reader.command.action, !reader.isHelpCommand {
      try parsed.bind(reader.words, to: reader.command.arguments)
      return .run(action, parsed)
    }
    try parsed.bind(reader.words, to: [])
    guard reader.isHelpCommand || reader.isAtRoot else {
      let names = reader.command.subcommands.map { $0.name }
      throw parsed.usageError("Missing expected subcommand. " + Suggestion.choice(of: names))
    }
    return .help(help(for: reader))
  }

  /// A command that only groups others knows the options of those, since one of them may have
  /// been meant; it runs none of them.
  private func accepted(by command: Command, atRoot: Bool) -> [Argument] {
    let own = command.action == nil ? command.optionsOfTree : command.options
    return common + Argument.builtIn(atRoot: atRoot) + own
  }

  /// All options and flags of the tool, of which any may stand before the subcommand that
  /// declares it.
  var options: [Argument] { common + Argument.builtIn(atRoot: true) + root.optionsOfTree }

  private func unknownCommand(
    _ word: String, in reader: TokenReader, _ parsed: ParsedArguments
  ) -> UsageError {
    let topics = reader.isHelpCommand ? topics.map { $0.name } : []
    let known =
      reader.command.subcommands.map { $0.name } + (reader.isAtRoot ? ["help"] + topics : [])
    return parsed.usageError(
      "Unknown command '\(word)'" + Suggestion.sentence(for: word, among: known))
  }

  private func help(for reader: TokenReader) -> String {
    reader.topic?.text() ?? Help(parser: self, command: reader.command, path: reader.path).text
  }
}
