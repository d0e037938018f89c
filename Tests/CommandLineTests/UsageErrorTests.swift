import SharedStoreCommandLine
import SharedStoreModel
import Testing

@Suite struct UsageErrorTests {
  @Test func itNamesTheUsageAndTheHelpOfTheCommand() {
    let error = SampleTool.error("count", "set", "todo")
    #expect(error?.message == "Missing expected argument '<number>'")
    #expect(
      error?.usage
        == "Usage: app count set <kind> <number> [--title <title>] [--if-revision <revision>]")
    #expect(error?.helpHint == "See 'app count set --help' for more information.")
  }

  @Test func theUsageOfAGroupAsksForASubcommand() {
    #expect(SampleTool.error("count", "x")?.usage == "Usage: app count <subcommand>")
    #expect(SampleTool.error("x")?.helpHint == "See 'app --help' for more information.")
  }

  @Test(arguments: [
    (["count", "list", "--formt", "json"], "Unknown option '--formt'. Did you mean '--format'?"),
    (["count", "list", "-format=json"], "Unknown option '-format'. Did you mean '--format'?"),
    (["count", "list", "--bogus=secret"], "Unknown option '--bogus'"),
    (["count", "list", "-x"], "Unknown option '-x'"),
    (["--titel", "x", "count", "set"], "Unknown option '--titel'. Did you mean '--title'?"),
    (["snapshot", "list", "k", "--limit=1", "--title", "x"], "Unknown option '--title'"),
    (["count", "list", "--config"], "Missing value for '--config <file>'"),
    (["publish"], "Missing expected argument '<kind>'"),
    (["edit", "note"], "Missing expected argument '<field>'"),
    (["count", "list", "x"], "Unexpected argument 'x'"),
    (["count", "list", "x", "", "--", "-y"], "3 unexpected arguments: 'x', '', '-y'"),
    (
      ["count", "list", "--format", "xml"],
      "The value 'xml' is invalid for '--format <format>'. Please provide one of 'text' and 'json'."
    ),
    (
      ["reload", "soon"],
      "The value 'soon' is invalid for '<policy>'."
        + " Please provide one of 'at-end', 'later' and 'never'."
    ),
    (
      ["count", "list", "--json=x"],
      "The option '--json' does not take any value, but 'x' was specified."
    ),
    (["--help=x"], "The option '--help' does not take any value, but 'x' was specified."),
    (
      ["count", "set", "--title", "a", "--title=b"],
      "The option '--title <title>' was given more than once."
    ),
    (["cuont", "set"], "Unknown command 'cuont'. Did you mean 'count'?"),
    (["hlep"], "Unknown command 'hlep'. Did you mean 'help'?"),
    (["count", "remove"], "Unknown command 'remove'"),
    (["-h=x"], "The option '--help' does not take any value, but 'x' was specified."),
    (["--h"], "Unknown option '--h'"),
  ])
  func itSaysWhatIsWrong(tokens: [String], message: String) throws {
    let error = #expect(throws: UsageError.self) { try SampleTool.parser.parse(tokens) }
    #expect(error?.message == message)
  }

  @Test func theLeftmostMistakeIsTold() {
    #expect(
      SampleTool.error("--bogus", "cuont", "--title")?.message == "Unknown option '--bogus'")
    #expect(
      SampleTool.error("cuont", "--bogus")?.message
        == "Unknown command 'cuont'. Did you mean 'count'?")
  }

  @Test(arguments: [
    "\u{1B}", "\n", "\r\n", "\u{7F}", "\u{85}", "\u{200E}", "\u{202E}", "\u{2066}", "\u{61C}",
    "\u{2028}",
  ])
  func controlCharactersOfATokenAreEscaped(control: String) {
    let token = "a\(control)b"
    let shown = "a\(control.unicodeScalars.map(\.escape).joined())b"
    #expect(SampleTool.error("reload", "never", token)?.message == "Unexpected argument '\(shown)'")
    #expect(SampleTool.error("--" + token)?.message == "Unknown option '--\(shown)'")
    #expect(SampleTool.error("count", token)?.message == "Unknown command '\(shown)'")
    #expect(SampleTool.error("reload", token)?.message.contains("'\(shown)'") == true)
    #expect(SampleTool.error("--json=" + token)?.message.contains("'\(shown)'") == true)
  }

  @Test func otherCharactersOfATokenAreKept() {
    #expect(SampleTool.error("count", "list", "é👩‍👩‍👧 日")?.message == "Unexpected argument 'é👩‍👩‍👧 日'")
  }
}
