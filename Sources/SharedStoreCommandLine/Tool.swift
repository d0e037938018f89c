package import SharedStoreModel
import SharedStoreSystem

/// What a command does.
package struct Action: Sendable {
  let perform: @Sendable (Invocation) throws(StoreError) -> Void

  /// Wraps a command's function.
  package init(_ perform: @escaping @Sendable (Invocation) throws(StoreError) -> Void) {
    self.perform = perform
  }
}

/// One of the two tools: its commands, and how a run of it ends.
package struct Tool: Sendable {
  /// The version both tools have.
  package static let version = "0.1.0"

  private let program: WriterIdentity
  let parser: Parser

  /// Creates a tool.
  package init(_ name: String, abstract: String, commands: [Command]) {
    program = WriterIdentity(program: name, version: Tool.version)
    parser = Parser(
      root: Command(name, abstract: abstract, subcommands: commands), common: Common.all,
      topics: [ExitCodes.topic])
  }

  /// Runs the tool with the process's own arguments, and ends the process.
  package func main() -> Never {
    let arguments = ProcessArguments.all
    let status = run(arguments.map(\.shown)) { () throws(StoreError) in
      try Borders.check(arguments)
    }
    endProcess(status: status)
  }

  /// Runs the tool.
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - check: Refuses what cannot be used before anything is done.
  /// - Returns: The exit status.
  package func run(
    _ arguments: [String], check: () throws(StoreError) -> Void = {}
  ) -> Int32 {
    StandardStream.occupyMissing()
    Signals.neverDieOfWriting()
    do throws(StoreError) {
      try check()
      try perform(arguments)
      return 0
    } catch {
      // Reported by a command that had something to show besides.
      if error.message.isEmpty { return error.code.exitStatus }
      Tool.output(of: arguments).show(error)
      return error.code.exitStatus
    }
  }

  private func perform(_ arguments: [String]) throws(StoreError) {
    let result: ParseResult
    do throws(UsageError) {
      result = try parser.parse(arguments)
    } catch {
      throw StoreError(error)
    }
    switch result {
    case .help(let text): try show(Answer(help: text), text, arguments)
    case .version: try show(Answer(version: program.version), program.version, arguments)
    case .completionScript:
      let script = CompletionScript(parser).text
      try show(Answer(completionScript: script), script, arguments)
    case .run(let action, let parsed): try action.perform(Invocation(program, parsed))
    }
  }

  /// What is asked of the tool rather than of a command.
  ///
  /// It is no dictionary, because that would look up conformances for a type nobody else uses,
  /// which costs as much as the rest of `--version`.
  private struct Answer: Encodable {
    var help: String?
    var version: String?
    var completionScript: String?
  }

  private func show(
    _ answer: Answer, _ text: String, _ arguments: [String]
  ) throws(StoreError) {
    try Tool.output(of: arguments).show(answer, text)
  }

  /// How something is shown for which no command was run: a failure to parse, or help.
  private static func output(of arguments: [String]) -> Output {
    let options = arguments.prefix { $0 != "--" }
    let isJSON =
      options.contains("--json") || options.contains("--format=json")
      || zip(options, options.dropFirst()).contains { $0 == ("--format", "json") }
    return isJSON ? .json : .text
  }
}

extension StoreError {
  /// Ends the tool with a code whose explanation is already on standard output.
  package static func reported(_ code: Code) -> StoreError { StoreError(code, "") }
}
