import SharedStoreCommandLine
import Testing

@Suite struct ParserTests {
  @Test func aCommandRunsWithItsPositionals() throws {
    let (command, parsed) = try SampleTool.run("count", "set", "todo", "3")
    #expect(command == "count set")
    #expect(parsed[.kindName] == "todo")
    #expect(parsed[.number] == "3")
    #expect(parsed.path == ["app", "count", "set"])
  }

  @Test func aCommandWithAnActionAndSubcommandsRunsItself() throws {
    let (command, parsed) = try SampleTool.run("snapshot", "todo", "--revision", "7")
    #expect(command == "snapshot")
    #expect(parsed[.kindName] == "todo")
    #expect(parsed[.revision] == "7")
  }

  @Test func theFirstWordThatNamesASubcommandSelectsIt() throws {
    let (command, parsed) = try SampleTool.run("snapshot", "--json", "list", "todo")
    #expect(command == "snapshot list")
    #expect(parsed[.kindName] == "todo")
    #expect(parsed.isSet(.json))
  }

  @Test func aSubcommandNameAfterTheTerminatorIsAValue() throws {
    let (command, parsed) = try SampleTool.run("snapshot", "--", "list")
    #expect(command == "snapshot")
    #expect(parsed[.kindName] == "list")
  }

  @Test func aSubcommandNameAfterAPositionalSelectsNothing() {
    #expect(SampleTool.error("snapshot", "todo", "list")?.message == "Unexpected argument 'list'")
  }

  @Test func aSubcommandNameAsAValueOfAnOptionSelectsNothing() throws {
    let (command, parsed) = try SampleTool.run("snapshot", "--revision", "list", "todo")
    #expect(command == "snapshot")
    #expect(parsed[.revision] == "list")
  }

  @Test func theTerminatorEndsOptions() throws {
    let (_, parsed) = try SampleTool.run("edit", "note", "--unset", "a", "--", "--b=1", "--", "-h")
    #expect(parsed.values(.fields) == ["--b=1", "--", "-h"])
    #expect(parsed.values(.unset) == ["a"])
  }

  @Test func theTerminatorEndsCommandsToo() {
    let error = SampleTool.error("--", "count", "set")
    #expect(error?.message == "2 unexpected arguments: 'count', 'set'")
  }

  @Test func aDashAloneIsAPositional() throws {
    #expect(try SampleTool.run("publish", "todo", "-").parsed[.file] == "-")
  }

  @Test(arguments: ["-3", "-0.5", "-1e9"])
  func aNegativeNumberIsAPositional(number: String) throws {
    #expect(try SampleTool.run("count", "set", "todo", number).parsed[.number] == number)
  }

  @Test func emptyTokensAreValues() throws {
    let (_, parsed) = try SampleTool.run("publish", "", "", "--config", "", "--timeout=")
    #expect(parsed[.kindName]?.isEmpty == true)
    #expect(parsed[.file]?.isEmpty == true)
    #expect(parsed[.config]?.isEmpty == true)
    #expect(parsed[.timeout]?.isEmpty == true)
  }

  @Test func aRepeatingPositionalTakesWhatIsLeft() throws {
    let (_, parsed) = try SampleTool.run("edit", "note", "a=1", "--json", "b=2")
    #expect(parsed[.document] == "note")
    #expect(parsed.values(.fields) == ["a=1", "b=2"])
  }

  @Test func anOptionalPositionalMayBeLeftOut() throws {
    #expect(try SampleTool.run("publish", "todo").parsed[.file] == nil)
  }

  @Test func aRootWithAnActionRunsWithArgumentsAndExplainsItselfWithout() throws {
    let root = Command("say", abstract: "Say.", arguments: [.fields], action: .nothing)
    let parser = Parser(root: root, common: [])
    guard case .run(_, let parsed) = try parser.parse(["hi"]) else { Issue.record(); return }
    #expect(parsed.values(.fields) == ["hi"])
    guard case .help = try parser.parse([]) else { Issue.record(); return }
  }
}
