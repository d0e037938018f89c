import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// `search --trace`: the same rules on virtual time, without a store.
  @Suite struct SearchTraceTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench(initialized: false)
    }

    private func trace(
      _ text: String, _ options: String..., by tool: Tool = .app
    ) throws -> Outcome {
      let path = bench.folder + "/trace"
      try Data(text.utf8).write(to: URL(filePath: path))
      return try bench.run(tool, ["search", "--trace", path] + options)
    }

    /// The lines of a trace as text, the count of dropped answers among them.
    private func lines(_ text: String, _ option: String = "--format=text") throws -> [String] {
      let outcome = try trace(text, option)
      outcome.expectSuccess()
      return outcome.lines.map(String.init)
    }

    private static let slowAnswer =
      "0 input zo\n400 input zombie\n720 answer zombie\n1200 answer zo\n"

    @Test(arguments: Tool.forPeople)
    func theSlowAnswerOfAnOlderTextIsDroppedAndCounted(tool: Tool) throws {
      let text = try trace(SearchTraceTests.slowAnswer, by: tool)
      #expect(text.exitCode == 0 && text.error.isEmpty)
      #expect(
        text.output == """
          300 asked zo
          700 asked zombie
          720 answered zombie
          1200 dropped zo
          answers dropped: 1

          """)
      let lines: [TraceLine] = try trace(
        SearchTraceTests.slowAnswer, "--json", by: tool
      ).decodedLines()
      #expect(
        lines == [
          TraceLine(ms: 300, event: "asked", query: "zo"),
          TraceLine(ms: 700, event: "asked", query: "zombie"),
          TraceLine(ms: 720, event: "answered", query: "zombie"),
          TraceLine(ms: 1_200, event: "dropped", query: "zo"), TraceLine(dropped: 1),
        ])
    }

    @Test func timeIsVirtual() throws {
      // Thirty years, and a deadline that nothing but the end of the trace brings on.
      let outcome = try trace("0 input a\n946080000000 input b\n946080000001 answer a\n")
      #expect(
        outcome.output == """
          300 asked a
          946080000001 answered a
          946080000300 asked b
          answers dropped: 0

          """)
      #expect(try lines("0 input a\n400 input b\n", "--debounce=400ms").first == "400 asked a")
      #expect(try lines("0 input a\n400 input b\n", "--debounce=401ms").first == "801 asked b")
    }

    /// A trace, what it shows, and how many answers it drops.
    private static let fields: [(String, [String], Int)] = [
      ("0 input zo\n50 enter\n", ["50 asked zo"], 0),
      ("0 input zo\n50 escape\n", [], 0),
      ("0 input zo\n50 end\n", ["50 asked zo"], 0),
      ("0 input zo\n100 input  \n", ["100 cleared"], 0),
      (
        "0 input d\n310 answer d\n400 input\n500 answer d\n",
        ["300 asked d", "310 answered d", "400 cleared", "500 unasked d"], 0
      ),
      (
        "0 input d\n400 input\n500 answer d\n",
        ["300 asked d", "400 cleared", "500 dropped d"], 1
      ),
      ("0 answer zo\n", ["0 unasked zo"], 0),
      ("# a comment\n\n0 input zo", ["300 asked zo"], 0),
      ("0 input zo\r\n400 input zombie\r\n", ["300 asked zo", "700 asked zombie"], 0),
      ("0 input \u{301}zo\n", ["300 asked \u{301}zo"], 0),
      ("0 input a\u{1B}[31m\u{202E}b\n", ["300 asked a\\u{1B}[31m\\u{202E}b"], 0),
      (
        "0 input zo\n400 answer zo\n500 input zo\n900 store\n1000 input zo\n",
        ["300 asked zo", "400 answered zo", "800 repeated zo", "1300 asked zo"], 0
      ),
      (
        "0 input zo\n400 fail zo\n500 input zo\n900 input\n1000 input zo\n",
        [
          "300 asked zo", "400 failed zo", "800 asked zo", "900 cleared", "1300 asked zo",
        ], 0
      ),
      ("0 input z\n50 input zo\n100 input zoo\n150 input zo\n", ["450 asked zo"], 0),
    ]

    @Test(arguments: fields)
    func whatHappensInTheFieldDecides(_ text: String, _ lines: [String], _ dropped: Int) throws {
      let shown = try self.lines(text).map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(shown == lines + ["answers dropped: \(dropped)"])
    }

    @Test(
      arguments: [
        ("0 input a\nx input b\n", 2), ("0 inputs a\n", 1), ("0\n", 1), ("-1 input a\n", 1),
        ("5 input a\n4 input b\n", 2), ("# 1\n\n9223372036854775807 input a\n", 3),
        ("9223372036854775808 input a\n", 1), (" 0 input a\n", 1),
        ("5 input a\n400 answer a\n4 answer a\n", 3), ("-7 answer a\n", 1),
      ])
    func aLineThatIsNoEventIsNamed(_ text: String, _ line: Int) throws {
      let failure = try trace(text, "--json").expectFailure(65, "bad-input")
      #expect(failure?.message.contains("Line \(line) ") == true, "\(failure?.message ?? "")")
    }

    @Test func aTraceThatCannotBeReadIsBadInput() throws {
      let path = bench.folder + "/absent"
      try bench.app("search", "--trace", path, "--json").expectFailure(65, "bad-input")
      try Data([0xFF, 0x0A]).write(to: URL(filePath: path))
      try bench.app("search", "--trace", path, "--json").expectFailure(65, "bad-input")
      for other in [["--live"], ["walrus"]] {
        try bench.run(.app, ["search", "--trace", path, "--json"] + other)
          .expectFailure(64, "usage")
      }
    }
  }
}
