import Foundation
import Testing

extension ProcessTests {
  @Suite struct TextTests {
    let home: UserHome

    init() throws {
      home = try UserHome()
    }

    /// A command line and everything it printed, as a person sees it.
    private func session(_ tool: Tool, _ arguments: [String]) throws -> String {
      let outcome = try home.run(tool, arguments)
      let code = try #require(outcome.exitCode)
      return "$ \(tool.rawValue) \(arguments.joined(separator: " "))\n"
        + outcome.output + outcome.error + (code == 0 ? "" : "(exit \(code))\n") + "\n"
    }

    /// The options that every command has, as the help of `kinds`, which has no others, shows them.
    private func commonOptions(of tool: Tool) throws -> String {
      let text = try home.run(tool, ["help", "kinds"]).output
      return String(text[try #require(text.range(of: "COMMON OPTIONS:")).lowerBound...])
    }

    /// The help of a command and of all commands under it, as the help itself lists them, without
    /// the options that would be the same in each.
    private func help(_ tool: Tool, _ path: [String], besides common: String) throws -> String {
      let text = try session(tool, ["help"] + path)
        .replacing(common, with: path.isEmpty ? common : "COMMON OPTIONS: …\n")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let listed = lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst()
        .prefix { !$0.isEmpty }
        .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
      return try text + listed.map { try help(tool, path + [$0], besides: common) }.joined()
    }

    @Test(arguments: Tool.forPeople)
    func theHelpOfEveryCommandIsTheCommittedOne(tool: Tool) throws {
      let common = try commonOptions(of: tool)
      let text = try common + "\n" + help(tool, [], besides: common)
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
      try Snapshot.expect(text, named: "\(tool.rawValue)-help.txt")
    }

    @Test(arguments: Tool.forPeople)
    func helpIsTheSameHoweverItIsAskedForAndWhateverTheWidthOfTheTerminal(tool: Tool) throws {
      let expected = try home.run(tool, ["help", "snapshot", "list"]).output
      for arguments in [["snapshot", "list", "--help"], ["snapshot", "list", "todo", "-h"]] {
        let outcome = try home.run(tool, arguments, environment: ["COLUMNS": "40"])
        #expect(outcome.output == expected && outcome.exitCode == 0)
      }
      let root = try home.run(tool, ["help"]).output
      for arguments in [[], ["--help"], ["-h"]] {
        #expect(try home.run(tool, arguments).output == root)
      }
    }

    @Test func theTableOfExitCodesIsTheCommittedOneInBothTools() throws {
      let texts = try Tool.forPeople.map { try home.run($0, ["help", "exit-codes"]).output }
      #expect(texts[0] == texts[1])
      try Snapshot.expect(texts[0], named: "exit-codes.txt")
    }

    @Test(arguments: Tool.forPeople)
    func theCompletionScriptIsTheCommittedOneAndGoodBash(tool: Tool) throws {
      let script = try home.run(tool, ["--generate-completion-script", "bash"]).output
      try Snapshot.expect(script, named: "\(tool.rawValue)-completion.bash")
      var check = Launch(["/bin/bash", "-n"])
      check.input = Array(script.utf8)
      #expect(try Child(check).wait().exitCode == 0)
    }

    @Test func theCompletionScriptCompletes() throws {
      let script = try home.run(.app, ["--generate-completion-script", "bash"]).output
      for (words, expected) in [
        (["app", "cou"], "count"), (["app", "count", "s"], "set"),
        (["app", "count", "set", "todo", "--ti"], "--title"),
      ] {
        var bash = Launch(["/bin/bash"])
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        bash.input = Array(
          """
          \(script)
          COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); COMP_LINE='\(words.joined(separator: " "))'
          COMP_POINT=${#COMP_LINE}
          _app_complete
          printf '%s\\n' "${COMPREPLY[@]}"
          """.utf8)
        let replies = try Child(bash).wait().output.split(whereSeparator: \.isWhitespace)
        #expect(replies.contains(Substring(expected)), "\(words) \(replies)")
      }
    }

    private static let mistakes: [Tool: [[String]]] = [
      .app: [
        ["cuont"], ["--containr"], ["count"], ["count", "sett"], ["count", "set"],
        ["count", "define", "todo"], ["document", "delete", "note"], ["import"],
        ["count", "set", "todo"], ["count", "set", "todo", "three"],
        ["count", "set", "todo", "1", "2"], ["count", "set", "todo", "1", "2", "3"],
        ["count", "set", "todo", "1", "--titel", "x"], ["count", "set", "todo", "1", "--title"],
        ["count", "set", "", "1"], ["count", "set", "todo", "1", "--if-revision", "-1"],
        ["status", "--format", "xml"], ["status", "--json=yes"], ["status", "--timeout", "5"],
        ["publish", "note", "--type", "count"], ["publish", "note", "--payload-format", "0"],
        ["help", "nothing"], ["init"], ["init", "--app-group", "a/b"],
      ],
      .extension: [
        ["count", "set", "todo", "1"], ["timelin"], ["timeline"], ["snapshot"],
        ["timeline", "todo", "--now", "tomorrow"], ["timeline", "todo", "--interval", "1s"],
        ["timeline", "todo", "--policy", "often"],
        ["timeline", "todo", "--policy", "never", "--refresh-after", "2026-10-25T00:50:00Z"],
        ["snapshot", "todo", "--at-least", "x"],
        ["snapshot", "todo", "--at-least", "1", "--revision", "1"],
        ["snapshot", "todo", "--wait", "5"], ["kinds"], ["diagnose"],
        ["diagnose", "todo", "--expect-revision", "-1"], ["timeline", "todo", "--report", "a/b"],
      ],
    ]

    @Test(arguments: Tool.forPeople)
    func whatIsSaidOfAMistakeIsTheCommittedText(tool: Tool) throws {
      let mistakes = try #require(TextTests.mistakes[tool])
      let text = try mistakes.map { try session(tool, $0) }.joined()
      try Snapshot.expect(text, named: "\(tool.rawValue)-mistakes.txt")
    }

    @Test(arguments: Tool.forPeople)
    func theVersionIsANumber(tool: Tool) throws {
      let version = try home.run(tool, ["--version"]).output
      #expect(try #/\d+\.\d+\.\d+\n/#.wholeMatch(in: version) != nil)
      #expect(try home.run(tool, ["snapshot", "--version"]).output == version)
    }
  }
}
