import SharedStoreCommandLine
import Testing

@Suite struct ParsedArgumentsTests {
  @Test func anOptionThatWasNotGivenReadsAsItsDefault() throws {
    let parsed = try SampleTool.run("count", "list").parsed
    #expect(parsed[.timeout] == "5s")
    #expect(parsed.values(.timeout) == ["5s"])
    #expect(parsed[.config] == nil)
    #expect(parsed.values(.config).isEmpty)
    #expect(!parsed.isSet(.json))
  }

  @Test func givenMeansOnTheCommandLineEvenIfItIsTheDefault() throws {
    #expect(try !SampleTool.run("count", "list").parsed.isGiven(.timeout))
    let parsed = try SampleTool.run("publish", "todo", "--timeout", "5s", "--json").parsed
    #expect(parsed.isGiven(.timeout))
    #expect(parsed.isGiven(.json))
    #expect(parsed.isGiven(.kindName))
    #expect(!parsed.isGiven(.file))
  }

  @Test func anArgumentOfAnotherCommandReadsAsNotGiven() throws {
    let parsed = try SampleTool.run("count", "list").parsed
    #expect(parsed[.title] == nil)
    #expect(!parsed.isGiven(.title))
  }

  @Test func anInvalidValueIsNamedWithItsArgumentAndAReason() throws {
    let parsed = try SampleTool.run("count", "set", "todo", "3", "--if-revision", "x").parsed
    let fact = "The value 'x' is invalid for '--if-revision <revision>'."
    let error = parsed.invalid(.ifRevision)
    #expect(error.message == fact)
    #expect(error.usage.hasPrefix("Usage: app count set <kind>"))
    #expect(error.helpHint == "See 'app count set --help' for more information.")
    #expect(
      parsed.invalid(.ifRevision, "A revision is a number.").message
        == fact + " A revision is a number.")
  }

  @Test func oneOfSeveralValuesCanBeNamedInvalid() throws {
    let parsed = try SampleTool.run("edit", "note", "a", "b=1").parsed
    #expect(
      parsed.invalid(.fields, value: "a", "Give NAME=VALUE.").message
        == "The value 'a' is invalid for '<field>'. Give NAME=VALUE.")
  }

  @Test func anErrorOfTheCommandNamesItsUsage() throws {
    let error = try SampleTool.run("count", "list").parsed.usageError("No\u{1B}.")
    #expect(error.message == "No\\u{1B}.")
    #expect(error.usage == "Usage: app count list")
  }

  @Test func readingAFlagAsAValueEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      _ = try SampleTool.run("count", "list").parsed[.json]
    }
    await #expect(processExitsWith: .failure) {
      _ = try SampleTool.run("count", "list").parsed.isSet(.timeout)
    }
  }
}
