import SharedStoreCommandLine
import Testing

extension ParserTests {
  @Test func aValueFollowsItsOptionOrAnEqualsSign() throws {
    let (_, parsed) = try SampleTool.run("snapshot", "--timeout=1s", "k", "--revision", "7")
    #expect(parsed[.kindName] == "k")
    #expect(parsed[.revision] == "7")
    #expect(parsed[.timeout] == "1s")
  }

  @Test func onlyTheFirstEqualsSignSplitsAnOption() throws {
    #expect(try SampleTool.run("count", "list", "--config=a=b").parsed[.config] == "a=b")
  }

  @Test func aValueMayStartWithACombiningMark() throws {
    let mark = "\u{301}x"
    let parsed = try SampleTool.run("count", "list", "--config=" + mark).parsed
    #expect(parsed[.config] == mark)
  }

  @Test func aRequiredOptionMayNotBeLeftOut() throws {
    #expect(
      SampleTool.error("count", "define", "todo")?.message
        == "Missing value for '--where <field=value>'")
    #expect(
      SampleTool.error("count", "define", "todo", "--where=a=1")?.message == "It cannot be undone.")
    let (command, parsed) = try SampleTool.run("count", "define", "todo", "--yes", "--where", "a=1")
    #expect(command == "count define")
    #expect(parsed[.condition] == "a=1")
    #expect(parsed.isSet(.yes))
  }

  @Test func commonOptionsStandAnywhere() throws {
    for tokens in [
      ["--json", "count", "list"], ["count", "--json", "list"], ["count", "list", "--json"],
    ] {
      guard case .run(_, let parsed) = try SampleTool.parser.parse(tokens) else {
        Issue.record("\(tokens)")
        continue
      }
      #expect(parsed.path == ["app", "count", "list"])
      #expect(parsed.isSet(.json))
    }
  }

  @Test func optionsOfASubcommandMayStandBeforeItsName() throws {
    let (command, parsed) = try SampleTool.run("--title", "list", "count", "set", "todo", "3")
    #expect(command == "count set")
    #expect(parsed[.title] == "list")
    #expect(parsed[.kindName] == "todo")
  }

  @Test(arguments: ["-", "-12", "-0.5"])
  func aValueMayBeADashOrANegativeNumber(value: String) throws {
    #expect(try SampleTool.run("count", "list", "--config", value).parsed[.config] == value)
  }

  @Test func anyOtherValueThatStartsWithADashNeedsTheEqualsSign() throws {
    let error = SampleTool.error("count", "list", "--config", "--x")
    #expect(error?.message == "Missing value for '--config <file>'")
    #expect(try SampleTool.run("count", "list", "--config=--x").parsed[.config] == "--x")
  }

  @Test func theTerminatorIsNoValue() {
    let error = SampleTool.error("count", "list", "--config", "--", "x")
    #expect(error?.message == "Missing value for '--config <file>'")
  }

  @Test func aRepeatedFlagIsFine() throws {
    #expect(try SampleTool.run("count", "list", "--json", "--json").parsed.isSet(.json))
  }

  @Test func aRepeatingOptionKeepsEveryValue() throws {
    let (_, parsed) = try SampleTool.run("edit", "note", "--unset", "a", "b=1", "--unset=c")
    #expect(parsed.values(.unset) == ["a", "c"])
    #expect(parsed[.unset] == "c")
  }
}
