import SharedStoreCommandLine
import Testing

@Suite struct HelpTests {
  private func help(_ tokens: String..., columns: Int = 80) throws -> String? {
    guard case .help(let text) = try SampleTool.parser(columns: columns).parse(tokens) else {
      return nil
    }
    return text
  }

  @Test func theRootListsCommonOptionsSubcommandsAndTopics() throws {
    #expect(
      try help() == """
        OVERVIEW: Shares a store between an app and its extension.

        USAGE: app <subcommand>

        COMMON OPTIONS:
          --config <file>         The configuration file.
          --format <format>       How results are printed. (values: text, json; default:
                                  text)
          --json                  Print results as JSON.
          --timeout <duration>    How long to wait for a lock. (default: 5s)
          --generate-completion-script <shell>
                                  Print a script that completes commands in a shell.
                                  (values: bash)
          --version               Print the version.
          -h, --help              Show this help.

        SUBCOMMANDS:
          count                   Work with counts.
          snapshot                Read a snapshot.
          edit                    Edit the fields of a document, all of them or none.
          publish                 Publish a file.
          reload                  Choose when to reload.

          Run 'app help <subcommand>' to read about one of them.

        TOPICS:
          exit-codes              What the exit codes mean.

          Run 'app help <topic>' to read about one of them.
        """)
  }

  @Test func aCommandExplainsItsArgumentsAndWrapsItsUsage() throws {
    #expect(
      try help("help", "count", "set") == """
        OVERVIEW: Set a count.

        The count is kept as a new revision.

          app count set todo 3

        USAGE: app count set <kind> <number> [--title <title>]
                   [--if-revision <revision>]

        ARGUMENTS:
          <kind>                  The kind of snapshot.
          <number>                The new count.

        OPTIONS:
          --title <title>         The title shown beside the count.
          --if-revision <revision>
                                  Fail unless this is the latest revision of the kind at
                                  the time of writing.

        COMMON OPTIONS:
          --config <file>         The configuration file.
          --format <format>       How results are printed. (values: text, json; default:
                                  text)
          --json                  Print results as JSON.
          --timeout <duration>    How long to wait for a lock. (default: 5s)
          --version               Print the version.
          -h, --help              Show this help.
        """)
  }

  @Test func aCommandWithAnActionAndSubcommandsHasTwoUsages() throws {
    #expect(
      try help("snapshot", "--help") == """
        OVERVIEW: Read a snapshot.

        USAGE: app snapshot <kind> [--revision <revision>]
               app snapshot <subcommand>

        ARGUMENTS:
          <kind>                  The kind of snapshot.

        OPTIONS:
          --revision <revision>   A past revision.

        COMMON OPTIONS:
          --config <file>         The configuration file.
          --format <format>       How results are printed. (values: text, json; default:
                                  text)
          --json                  Print results as JSON.
          --timeout <duration>    How long to wait for a lock. (default: 5s)
          --version               Print the version.
          -h, --help              Show this help.

        SUBCOMMANDS:
          list                    List the revisions of a kind.

          Run 'app help snapshot <subcommand>' to read about one of them.
        """)
  }

  @Test func aNarrowTerminalGetsNarrowHelp() throws {
    #expect(
      try help("reload", "-h", columns: 50) == """
        OVERVIEW: Choose when to reload.

        USAGE: app reload <policy>

        ARGUMENTS:
          <policy>                When to reload. (values:
                                  at-end, later, never)

        COMMON OPTIONS:
          --config <file>         The configuration file.
          --format <format>       How results are printed.
                                  (values: text, json;
                                  default: text)
          --json                  Print results as JSON.
          --timeout <duration>    How long to wait for a
                                  lock. (default: 5s)
          --version               Print the version.
          -h, --help              Show this help.
        """)
  }

  @Test func theTextBesideLabelsKeepsTwentyColumns() throws {
    let rows = """
      ARGUMENTS:
        <policy>                When to reload.
                                (values: at-end,
                                later, never)

      """
    #expect(try help("reload", "-h", columns: 1)?.contains(rows) == true)
  }

  @Test func usageShowsWhatMayBeLeftOutOrRepeated() {
    #expect(
      SampleTool.error("edit")?.usage
        == "Usage: app edit <document> <field> ... [--unset <name> ...]")
    #expect(SampleTool.error("publish")?.usage == "Usage: app publish <kind> [<file>]")
    #expect(
      SampleTool.error("count", "define")?.usage
        == "Usage: app count define <kind> --where <field=value> --yes")
    let some = Argument.positional("path", help: "", required: false, repeats: true)
    let command = Command("app", abstract: "", arguments: [some, .json], action: .nothing)
    let error = #expect(throws: UsageError.self) {
      try Parser(root: command, common: []).parse(["--bogus"])
    }
    #expect(error?.usage == "Usage: app [<path> ...] [--json]")
  }

  @Test func aLabelOfTwentyThreeColumnsStillHasItsTextBesideIt() throws {
    let options = ["a", "ab"].map { Argument.flag("twenty-letters-long-\($0)", help: "Text.") }
    let command = Command("app", abstract: "A.", arguments: options, action: .nothing)
    guard case .help(let text) = try Parser(root: command, common: []).parse([]) else {
      Issue.record()
      return
    }
    #expect(
      text.contains(
        """
        OPTIONS:
          --twenty-letters-long-a Text.
          --twenty-letters-long-ab
                                  Text.

        """))
  }

  @Test func aLongOverviewAndDiscussionWrapAndExamplesDoNot() throws {
    let command = Command(
      "app", abstract: "One two three four five six.",
      discussion: "Seven eight nine ten eleven.\n    app --an-example that is long",
      action: .nothing)
    let parser = Parser(root: command, common: [], columns: 20)
    guard case .help(let text) = try parser.parse([]) else { Issue.record(); return }
    let expected = """
      OVERVIEW: One two
      three four five six.

      Seven eight nine ten
      eleven.
          app --an-example that is long

      USAGE: app
      """
    #expect(text.hasPrefix(expected))
  }
}
