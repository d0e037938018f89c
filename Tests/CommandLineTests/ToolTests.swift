import Foundation
import SharedStoreCommandLine
import SharedStoreModel
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A tool writes to the process's own streams, so each run has a process of its own.
///
/// The testing library marks the streams of that process, and the mark stays on a stream to which
/// nothing was written: what is looked for there is a line.
@Suite struct ToolTests {
  private static let name = Argument.positional("name", help: "A name.")

  private static let tool = Tool(
    "sample", abstract: "Tries out how a tool ends.",
    commands: [
      Command(
        "greet", abstract: "Greet by name.", arguments: [name],
        action: Action { run throws(StoreError) in
          try run.output.show(["name": run.arguments.required(name)], "Hello")
        }),
      Command(
        "fail", abstract: "Fail.",
        action: Action { _ throws(StoreError) in
          throw StoreError(
            .full, "The disk is full\u{1B}[31m.", hint: "Free some space.\nThen try again.",
            sqlite: .init(extended: 13, name: "SQLITE_FULL"))
        }),
      Command(
        "bare", abstract: "Fail without advice.",
        action: Action { _ throws(StoreError) in throw StoreError(.stale, "It was changed.") }),
      Command(
        "report", abstract: "Show a result that is bad news.",
        action: Action { run throws(StoreError) in
          try run.output.show(["ok": false], "not ok")
          throw .reported(.damaged)
        }),
    ])

  private func output(_ result: ExitTest.Result?) -> String? {
    result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) }
  }

  private func error(_ result: ExitTest.Result?) -> String? {
    result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
  }

  @Test func aResultIsALineOnStandardOutputAndNothingElse() async {
    let result = await #expect(
      processExitsWith: .exitCode(0),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      exit(ToolTests.tool.run(["greet", "Ada"]))
    }
    #expect(output(result) == "Hello\n")
    #expect(error(result)?.contains("\n") == false)
  }

  @Test func aResultInJSONIsOneObject() async {
    let result = await #expect(
      processExitsWith: .exitCode(0), observing: [\.standardOutputContent]
    ) {
      exit(ToolTests.tool.run(["greet", "--json", "a/b"]))
    }
    #expect(output(result) == #"{"name":"a/b"}"# + "\n")
  }

  @Test func aFailureInTextIsASentenceSQLitesCodeAndAHint() async {
    let result = await #expect(
      processExitsWith: .exitCode(10),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      exit(ToolTests.tool.run(["fail"]))
    }
    #expect(output(result)?.contains("\n") == false)
    #expect(
      error(result) == """
        Error: The disk is full\\u{1B}[31m. (SQLITE_FULL)
        Free some space.
        Then try again.

        """)
  }

  @Test func aFailureInJSONIsOneObjectOnStandardError() async {
    let result = await #expect(
      processExitsWith: .exitCode(10),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      exit(ToolTests.tool.run(["fail", "--format", "json"]))
    }
    #expect(output(result)?.contains("\n") == false)
    #expect(
      error(result) == #"{"error":{"code":"full","hint":"Free some space.\nThen try again.","#
        + #""message":"The disk is full\u001b[31m.","sqlite":{"code":13,"name":"SQLITE_FULL"}}}"#
        + "\n")
  }

  @Test func aFailureWithoutAHintHasNoSuchKey() async {
    let result = await #expect(
      processExitsWith: .exitCode(2), observing: [\.standardErrorContent]
    ) {
      exit(ToolTests.tool.run(["--json", "bare"]))
    }
    #expect(error(result) == #"{"error":{"code":"stale","message":"It was changed."}}"# + "\n")
  }

  @Test func aResultThatIsBadNewsEndsWithItsCodeAndSaysNothingTwice() async {
    let result = await #expect(
      processExitsWith: .exitCode(8),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      exit(ToolTests.tool.run(["report", "--json"]))
    }
    #expect(output(result) == #"{"ok":false}"# + "\n")
    #expect(error(result)?.contains("\n") == false)
  }

  @Test func aWrongArgumentInTextShowsTheUsage() async {
    let result = await #expect(
      processExitsWith: .exitCode(64), observing: [\.standardErrorContent]
    ) {
      exit(ToolTests.tool.run(["greet", "--nam", "Ada"]))
    }
    #expect(
      error(result) == """
        Error: Unknown option '--nam'
        Usage: sample greet <name>
        See 'sample greet --help' for more information.

        """)
  }

  @Test(arguments: ["--json", "--format=json"])
  func aWrongArgumentBesideARequestForJSONIsAnObject(request: String) async {
    let result = await #expect(
      processExitsWith: .exitCode(64), observing: [\.standardErrorContent]
    ) { [request] in
      exit(ToolTests.tool.run(["greet", request]))
    }
    #expect(
      error(result) == #"{"error":{"code":"usage","hint":"Usage: sample greet <name>\n"#
        + #"See 'sample greet --help' for more information.","#
        + #""message":"Missing expected argument '<name>'"}}"# + "\n")
  }

  @Test func aRequestForJSONBehindTheTerminatorIsAValue() async {
    let result = await #expect(
      processExitsWith: .exitCode(64), observing: [\.standardErrorContent]
    ) {
      exit(ToolTests.tool.run(["greet", "Ada", "--", "--json"]))
    }
    #expect(error(result)?.hasPrefix("Error: Unexpected argument '--json'\n") == true)
  }

  @Test func aDurationWithoutAUnitIsAWrongArgument() async {
    let result = await #expect(
      processExitsWith: .exitCode(64), observing: [\.standardErrorContent]
    ) {
      exit(ToolTests.tool.run(["greet", "Ada", "--timeout", "5"]))
    }
    #expect(
      error(result)?.hasPrefix(
        "Error: The value '5' is invalid for '--timeout <duration>'. Use a whole number and a unit"
      ) == true)
  }

  @Test func theVersionIsALineOnStandardOutput() async {
    let result = await #expect(
      processExitsWith: .exitCode(0), observing: [\.standardOutputContent]
    ) {
      exit(ToolTests.tool.run(["--version"]))
    }
    #expect(output(result) == Tool.version + "\n")
  }

  @Test func theVersionInJSONIsAnObject() async {
    let result = await #expect(
      processExitsWith: .exitCode(0), observing: [\.standardOutputContent]
    ) {
      exit(ToolTests.tool.run(["--version", "--json"]))
    }
    #expect(output(result) == #"{"version":"\#(Tool.version)"}"# + "\n")
  }

  @Test(arguments: [["--json"], ["greet", "--format", "json", "--help"], ["--json", "help"]])
  func helpInJSONIsAnObject(arguments: [String]) async throws {
    let result = await #expect(
      processExitsWith: .exitCode(0), observing: [\.standardOutputContent]
    ) { [arguments] in
      exit(ToolTests.tool.run(arguments))
    }
    let line = try #require(output(result))
    let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
    #expect(object.keys.sorted() == ["help"])
    #expect(object["help"]?.hasPrefix("OVERVIEW: ") == true)
    #expect(line.filter { $0 == "\n" }.count == 1)
  }

  @Test func aResultThatCannotBeWrittenIsAFailure() async {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      close(STDOUT_FILENO)
      exit(ToolTests.tool.run(["greet", "Ada"]))
    }
    #expect(error(result) == "Error: The result could not be written to standard output.\n")
  }
}
