import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// Bytes that are no UTF-8 are refused wherever they come in, and nothing is done.
  @Suite struct BorderTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    /// Runs a line of the shell in which `$0` is the tool.
    private func shell(_ line: String, _ tool: Tool = .app) throws -> Outcome {
      var launch = Launch(["/bin/sh", "-c", line, tool.path])
      launch.environment = bench.store.environment
      launch.workingDirectory = bench.folder
      return try Child(launch).wait()
    }

    @Test(arguments: [
      #""$0" count set "$(printf 'k\377')" 1 --json"#,
      #""$0" count set k 1 --title "$(printf 'a\200b')" --json"#,
      #""$0" export "$(printf 'one\351.jsonl')" --json"#,
      #""$0" document create "$(printf 'a\355\240\200')" x=1 --json"#,
      #""$0" search "$(printf '\300\257')" --json"#,
    ])
    func anArgumentIsRefused(line: String) throws {
      let before = try FolderImage(bench.folder)
      let failure = try shell(line).expectFailure(64, "usage")
      #expect(
        failure?.message.contains("\\x") == true && failure?.message.contains("Argument") == true)
      #expect(try FolderImage(bench.folder) == before)
    }

    @Test(arguments: [
      "SHARED_STORE_CONTAINER", "SHARED_STORE_APP_GROUP", "SHARED_STORE_CONFIG", "HOME",
      "XDG_CONFIG_HOME", "XDG_DATA_HOME",
    ])
    func aVariableIsRefused(variable: String) throws {
      let before = try FolderImage(bench.folder)
      let line = #"\#(variable)="$(printf '/tmp/a\351')" "$0" count set k 1 --json"#
      let failure = try shell(line).expectFailure(78, "configuration")
      #expect(failure?.message.contains(#"\#(variable) is not UTF-8: '/tmp/a\xE9'"#) == true)
      #expect(try FolderImage(bench.folder) == before)
    }

    @Test(arguments: Tool.forPeople) func aWorkingDirectoryIsRefused(tool: Tool) throws {
      let line = #"d="$(printf 'w\351')"; mkdir "$d" && cd "$d" && exec "$0" kinds --json"#
      let failure = try shell(line, tool).expectFailure(78, "configuration")
      #expect(failure?.message.contains(#"w\xE9'"#) == true)
    }

    @Test func aConfigurationFileIsRefused() throws {
      let path = bench.folder + "/c.json"
      let text = #"{"appGroup":"\#(bench.store.appGroup)","container":"a"#
      try Data(Array(text.utf8) + [0xE9] + Array(#""}"#.utf8)).write(to: URL(filePath: path))
      let line =
        #"unset SHARED_STORE_CONTAINER SHARED_STORE_APP_GROUP; "$0" init --config c.json --json"#
      try shell(line).expectFailure(78, "configuration")
    }

    @Test func aNameOfAFileIsAUnitThatSaysSo() throws {
      let line = #"""
        mkdir notes && printf walrus >notes/good.md && printf seal >"notes/$(printf 'a\351.md')" &&
        printf otter >'notes/a\xE9.md' && exec "$0" import notes --on-error skip --json
        """#
      let outcome = try shell(line)
      #expect(outcome.exitCode == 0, "\(outcome.testDescription)")
      #expect(outcome.output.contains(#"a\\xE9.md"#), "\(outcome.output)")
      #expect(try bench.search("seal").documents == [])
      #expect(try bench.search("walrus").documents == ["good.md"])
      #expect(try bench.search("otter").documents == [#"a\xE9.md"#])
    }

    // MARK: Configuration

    @Test func anUnknownKeyIsNamed() throws {
      try Data(#"{"appGroup":"\#(bench.store.appGroup)","contaner":"a"}"#.utf8).write(
        to: URL(filePath: bench.folder + "/c.json"))
      let line =
        #"unset SHARED_STORE_CONTAINER SHARED_STORE_APP_GROUP; "$0" init --config c.json --json"#
      let failure = try shell(line).expectFailure(78, "configuration")
      #expect(failure?.message.contains("'contaner'") == true)
    }

    @Test func aFileThatDoesNotCountIsNamedWithTheCommandThatMendsIt() throws {
      let file = bench.folder + "/shared-store.json"
      try Data(
        #"{"appGroup":"\#(bench.store.appGroup)","container":"\#(bench.store.container)"}"#.utf8
      ).write(
        to: URL(filePath: file))
      let unset = "unset SHARED_STORE_CONTAINER SHARED_STORE_APP_GROUP; "
      let failure = try shell(unset + #"chmod 666 shared-store.json; "$0" kinds --json"#)
        .expectFailure(78, "configuration")
      let command = try #require(failure?.hint?.firstRange(of: "chmod go-w ")).lowerBound
      let remedy = try #require(failure?.hint).suffix(from: command)
      let mended = try shell(unset + remedy + #" && "$0" kinds --json"#)
      #expect(mended.exitCode == 0, "\(mended.testDescription)")
    }
  }
}
