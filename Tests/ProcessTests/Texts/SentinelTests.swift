import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  @Suite struct SentinelTests {
    private static let word = "Zr8Sentinel"

    let bench: Workbench
    /// A file with a document, and one with a broken one.
    let file: String
    let broken: String

    init() throws {
      bench = try Workbench()
      file = bench.folder + "/document.json"
      broken = bench.folder + "/broken.json"
      try Data(SentinelTests.document.utf8).write(to: URL(filePath: file))
      try Data(SentinelTests.document.dropLast().utf8).write(to: URL(filePath: broken))
    }

    private static let document = #"{"\#(word)":["\#(word)",1]}"#

    private typealias Run = (
      tool: Tool, arguments: [String], input: String, exitCode: Int32
    )

    /// Every command that takes a payload, a title or standard input, and every one that shows
    /// them; those that fail say why on standard error.
    private var commands: [Run] {
      let word = SentinelTests.word
      let huge = "[\"" + String(repeating: word, count: 100_000) + "\"]"
      return [
        (.app, ["count", "set", "todo", "3", "--title", word], "", 0),
        (.app, ["count", "add", "todo", "1", "--title", word + "2"], "", 0),
        (.app, ["count", "set", "todo", "4", "--title", word + "2"], "", 0),
        (.app, ["count", "set", "todo", "9", "--title", word, "--if-revision", "99"], "", 2),
        (.app, ["count", "add", "todo", "9223372036854775807", "--title", word], "", 65),
        (.app, ["publish", "note"], SentinelTests.document, 0),
        (.app, ["publish", "note", "-"], SentinelTests.document, 0),
        (.app, ["publish", "file", file], "", 0),
        (.app, ["publish", "note", "--if-revision", "99"], SentinelTests.document, 2),
        (.app, ["publish", "note"], String(SentinelTests.document.dropLast()), 65),
        (.app, ["publish", "note", broken], "", 65),
        (.app, ["publish", "note"], word, 65),
        (.app, ["publish", "note"], huge, 65),
        (.app, ["publish", "newer", "--payload-format", "9"], SentinelTests.document, 7),
        (.app, ["count", "add", "note", "1", "--title", word], "", 7),
        (.app, ["snapshot", "todo"], "", 0), (.extension, ["snapshot", "todo"], "", 0),
        (.extension, ["snapshot", "note"], "", 0), (.extension, ["snapshot", "newer"], "", 7),
        (.extension, ["snapshot", "list", "todo"], "", 0), (.extension, ["kinds"], "", 0),
        (.extension, ["timeline", "todo"], "", 0), (.extension, ["timeline", "newer"], "", 7),
        (.app, ["status"], "", 0), (.app, ["check", "--full"], "", 0),
        (.app, ["backup", bench.folder + "/copy"], "", 0),
        (.app, ["backup", bench.folder + "/copy"], "", 15),
      ] + documentCommands
    }

    private var documentCommands: [Run] {
      let word = SentinelTests.word
      return [
        (.app, ["apply"], #"{"count":"todo","set":5,"title":"\#(word)"}"#, 0),
        (.app, ["apply"], #"{"count":"todo","set":"\#(word)"}"#, 65),
        (.app, ["apply"], #"{"create":"memo","fields":{"title":"\#(word)"}}"#, 0),
        (.app, ["document", "create", "memo", "title=\(word)"], "", 15),
        (.app, ["document", "edit", "memo", "title=\(word)2", "--name", word], "", 0),
        (.app, ["document", "edit", "memo", "title=\(word)", "--if-revision", "999"], "", 2),
        (.app, ["document", "edit", "memo", "--stream"], "title=\(word)3\n", 0),
        (.app, ["document", "edit", "memo", "--stream"], "\(word)\n", 65),
        (.app, ["document", "load", "memo", "-"], #"{"title":["\#(word)"]}"#, 65),
        (.app, ["document", "load", "memo", "-"], #"{"title":"\#(word)"}"#, 0),
        (.extension, ["document", "show", "memo"], "", 0),
        (.extension, ["document", "history", "memo"], "", 0),
        (.extension, ["document", "list"], "", 0),
        (.app, ["import", file], "", 0), (.app, ["import", broken], "", 11),
        (.app, ["export", bench.folder + "/export.jsonl"], "", 0),
        (.app, ["search", word], "", 0), (.extension, ["search", "--live"], word + "\n", 0),
        (.app, ["job", "list"], "", 0),
      ]
    }

    @Test(arguments: [
      ("off", "text"), ("error", "json"), ("info", "text"), ("debug", "text"), ("debug", "json"),
    ])
    func contentNeverAppearsOnStandardError(level: String, format: String) throws {
      var shown = 0
      for command in commands {
        let outcome = try bench.run(
          command.tool, command.arguments + ["--log-level", level, "--format", format],
          input: command.input)
        #expect(outcome.exitCode == command.exitCode, "\(outcome.testDescription)")
        #expect(!outcome.error.contains(SentinelTests.word), "\(outcome.testDescription)")
        #expect(
          level != "debug" || outcome.exitCode != 0 || isSilent(command.arguments)
            || outcome.error.contains("event="), "\(outcome.testDescription)")
        shown += outcome.output.contains(SentinelTests.word) ? 1 : 0
      }
      // The word went in and came out where it belongs.
      #expect(shown >= 4)
    }

    /// Commands that read or write no record by an event.
    private func isSilent(_ arguments: [String]) -> Bool {
      ["list", "kinds", "status", "check", "backup", "document", "search", "job"].contains {
        arguments.contains($0)
      }
    }

    @Test(.needsSQLiteShell, arguments: ["text", "json"])
    func neitherDoesTheContentOfADamagedRecord(format: String) throws {
      let word = SentinelTests.word
      try bench.app("count", "set", "todo", "3", "--title", word).expectSuccess()
      try SQLiteShell.run(bench.store.store, "UPDATE snapshots SET count = 4")
      for (tool, arguments) in [
        (Tool.app, ["check"]), (.app, ["count", "add", "todo", "1", "--title", word]),
        (.app, ["backup", "copy"]), (.extension, ["snapshot", "todo"]),
        (.extension, ["timeline", "todo"]),
      ] {
        let outcome = try bench.run(
          tool, arguments + ["--log-level", "debug", "--format", format])
        #expect(outcome.exitCode == 8, "\(outcome.testDescription)")
        #expect(!outcome.error.contains(word), "\(outcome.testDescription)")
      }
    }

    @Test func neitherDoesWhatCouldNotBeWritten() throws {
      let word = SentinelTests.word
      let stopped = try bench.stoppedApp(
        at: "transaction-begun", "count", "set", "todo", "1", "--title", word)
      let busy = try bench.app(
        "count", "set", "todo", "2", "--title", word, "--timeout", "10ms", "--log-level", "debug")
      #expect(busy.exitCode == 5 && !busy.error.contains(word))
      _ = try stopped.resumeToEnd()
      try FileManager.default.removeItem(atPath: bench.store.store)
      let missing = try bench.app("publish", "note", input: SentinelTests.document)
      #expect(missing.exitCode == 4 && !missing.error.contains(word))
    }
  }
}
