import SharedStoreCommandLine
import Testing

extension ParserTests {
  static let rootAbstract = "Shares a store between an app and its extension."

  @Test func aBareRootYieldsHelp() throws {
    #expect(try SampleTool.help() == Self.rootAbstract)
    #expect(try SampleTool.help("--json") == Self.rootAbstract)
  }

  @Test(arguments: [["count"], ["count", "--json", "--title", "x"]])
  func aGroupWithoutASubcommandIsAMistake(tokens: [String]) {
    let error = #expect(throws: UsageError.self) { try SampleTool.parser.parse(tokens) }
    #expect(
      error?.message
        == "Missing expected subcommand. Please provide one of 'set', 'list' and 'define'.")
    #expect(error?.usage == "Usage: app count <subcommand>")
  }

  @Test func aMistakeIsToldBeforeTheMissingSubcommand() {
    #expect(SampleTool.error("count", "--bogus")?.message == "Unknown option '--bogus'")
  }

  @Test func helpIsOfTheDeepestCommandReadSoFar() throws {
    #expect(try SampleTool.help("-h", "count", "set") == Self.rootAbstract)
    #expect(try SampleTool.help("count", "--help", "set") == "Work with counts.")
    #expect(try SampleTool.help("count", "set", "-h") == "Set a count.")
    #expect(try SampleTool.help("snapshot", "todo", "list", "-h") == "Read a snapshot.")
  }

  @Test func helpWinsOverMistakesBeforeAndAfterIt() throws {
    #expect(try SampleTool.help("count", "set", "--bogus", "-h", "1", "2", "3") == "Set a count.")
    #expect(try SampleTool.help("cuont", "count", "-h") == Self.rootAbstract)
    #expect(try SampleTool.help("count", "set", "--title", "-h") == "Set a count.")
  }

  @Test func helpAfterTheTerminatorIsAValue() throws {
    #expect(try SampleTool.run("snapshot", "--", "--help").parsed[.kindName] == "--help")
  }

  @Test func theHelpCommandExplainsACommand() throws {
    #expect(try SampleTool.help("help") == Self.rootAbstract)
    #expect(try SampleTool.help("help", "help") == Self.rootAbstract)
    #expect(try SampleTool.help("help", "count") == "Work with counts.")
    #expect(try SampleTool.help("help", "count", "set") == "Set a count.")
    #expect(try SampleTool.help("--json", "help", "snapshot") == "Read a snapshot.")
    #expect(try SampleTool.help("help", "count", "-h") == "Work with counts.")
  }

  @Test func theHelpCommandPrintsATopicAsItIs() throws {
    guard case .help(let text) = try SampleTool.parser.parse(["help", "exit-codes"]) else {
      Issue.record()
      return
    }
    #expect(text == "0  success\n2  stale")
  }

  @Test func aTopicIsNoCommand() {
    #expect(SampleTool.error("exit-codes")?.message == "Unknown command 'exit-codes'")
  }

  @Test func helpIsACommandOfTheRootOnly() throws {
    #expect(SampleTool.error("count", "help")?.message.hasPrefix("Unknown command 'help'") == true)
    #expect(try SampleTool.run("snapshot", "help").parsed[.kindName] == "help")
  }

  @Test func theHelpCommandRefusesWhatItDoesNotKnow() {
    #expect(
      SampleTool.error("help", "exit-code")?.message
        == "Unknown command 'exit-code'. Did you mean 'exit-codes'?")
    #expect(
      SampleTool.error("help", "snapshot", "lst")?.message
        == "Unknown command 'lst'. Did you mean 'list'?")
    #expect(SampleTool.error("help", "count", "set", "x")?.message == "Unexpected argument 'x'")
    #expect(SampleTool.error("help", "exit-codes", "x")?.message == "Unexpected argument 'x'")
    #expect(SampleTool.error("help", "--bogus")?.message == "Unknown option '--bogus'")
  }

  @Test(arguments: [["--version"], ["count", "--version"], ["count", "set", "--x", "--version"]])
  func theVersionIsToldEverywhere(tokens: [String]) throws {
    guard case .version = try SampleTool.parser.parse(tokens) else { Issue.record(); return }
  }

  @Test(arguments: [
    ["--generate-completion-script", "bash"], ["--generate-completion-script=bash"],
    ["--json", "--generate-completion-script", "bash", "count"],
  ])
  func aCompletionScriptIsMadeForBash(tokens: [String]) throws {
    guard case .completionScript = try SampleTool.parser.parse(tokens) else {
      Issue.record()
      return
    }
  }

  @Test func aCompletionScriptIsMadeByTheRootOnly() {
    #expect(
      SampleTool.error("count", "list", "--generate-completion-script", "bash")?.message
        == "Unknown option '--generate-completion-script'")
  }

  @Test func aCompletionScriptIsMadeForNoOtherShell() {
    #expect(
      SampleTool.error("--generate-completion-script", "zsh")?.message
        == "The value 'zsh' is invalid for '--generate-completion-script <shell>'."
        + " Please provide 'bash'.")
    #expect(
      SampleTool.error("--generate-completion-script")?.message
        == "Missing value for '--generate-completion-script <shell>'")
  }
}
