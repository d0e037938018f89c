/// Turns the tokens of a command line into something to do, by the table of commands it holds.
///
/// The parser is a value without effects: it prints nothing, ends nothing and reads no
/// environment, so every rule can be tested by calling ``parse(_:)``.
///
/// ```swift
/// let parser = Parser(root: root, common: [.format, .timeout])
/// switch try parser.parse(Array(CommandLine.arguments.dropFirst())) { … }
/// ```
package struct Parser: Sendable {
  let root: Command
  let common: [Argument]
  let topics: [(name: String, abstract: String, text: String)]
  let layout: TextLayout
  /// Every token that a value follows, anywhere in the tool.
  let valueSpellings: Set<String>

  /// Makes a parser for a tool.
  ///
  /// A table that contradicts itself, such as one with two options of one name, is an error of
  /// the programmer and ends the process with a message.
  ///
  /// - Parameters:
  ///   - root: The tool's command, with all others below it.
  ///   - common: The options and flags that every command accepts.
  ///   - topics: Texts for `help NAME` that belong to no command, printed as they are.
  ///   - columns: The width that help is wrapped to.
  package init(
    root: Command,
    common: [Argument],
    topics: [(name: String, abstract: String, text: String)] = [],
    columns: Int = 80
  ) {
    let complaints = TableCheck.complaints(
      root: root, common: common, topics: topics.map { $0.name })
    precondition(complaints.isEmpty, complaints.joined(separator: " "))
    self.root = root
    self.common = common
    self.topics = topics
    self.layout = TextLayout(columns: columns)
    // One table serves the whole tool, so that an option may stand before the subcommand which
    // declares it. `TableCheck` made sure that no two commands disagree.
    let options = root.optionsOfTree + common + Argument.builtIn
    self.valueSpellings = Set(options.filter { $0.kind == .option }.flatMap(\.spellings))
  }

  /// Reads a command line.
  ///
  /// - Parameter arguments: The tokens after the name of the tool.
  /// - Returns: What to do.
  /// - Throws: ``UsageError`` for the leftmost mistake, unless help or the version was asked for.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParseResult {
    var reader = TokenReader(parser: self)
    // Without any argument even a root that has an action explains itself instead.
    guard !arguments.isEmpty else { return .help(help(for: reader)) }
    reader.read(arguments)
    switch reader.request {
    case .help: return .help(help(for: reader))
    case .version: return .version
    case .completionScript(let shell): return .completionScript(shell: shell)
    case nil: break
    }
    var parsed = ParsedArguments(path: reader.path, usage: reader.command.usageLine(reader.path))
    try bind(reader, into: &parsed)
    guard !reader.isHelpCommand, let action = reader.command.action else {
      return .help(help(for: reader))
    }
    return .run(action, parsed)
  }

  private func bind(
    _ reader: TokenReader, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    let accepted = accepted(by: reader.command)
    for finding in reader.findings {
      switch finding {
      case .option(let use): try parsed.bind(use, accepting: accepted)
      case .unknownCommand(let word): throw unknownCommand(word, in: reader, parsed)
      }
    }
    let runs = reader.command.action != nil && !reader.isHelpCommand
    try parsed.bind(reader.words, to: runs ? reader.command.positionals : [])
  }

  /// A command that only groups others knows the options of those, since one of them may have
  /// been meant; it runs none of them.
  private func accepted(by command: Command) -> [Argument] {
    let own = command.action == nil ? command.optionsOfTree : command.options
    return common + Argument.builtIn + own
  }

  private func unknownCommand(
    _ word: String, in reader: TokenReader, _ parsed: ParsedArguments
  ) -> UsageError {
    var known = reader.command.subcommands.map(\.name)
    if reader.isAtRoot {
      known += ["help"] + (reader.isHelpCommand ? topics.map { $0.name } : [])
    }
    let suggestion = Suggestion.sentence(for: word, among: known)
    return parsed.usageError("Unknown command '\(word)'" + suggestion)
  }

  private func help(for reader: TokenReader) -> String {
    if let topic = topics.first(where: { $0.name == reader.topic }) { return topic.text }
    return Help(
      command: reader.command, path: reader.path, common: common,
      topics: topics.map { ($0.name, $0.abstract) }, layout: layout
    ).text
  }
}
