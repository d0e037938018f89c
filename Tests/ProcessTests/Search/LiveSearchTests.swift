import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// `search --live`: each line is the field's new text.
  ///
  /// A debounce of a minute is one that only the end of the input can cut short.
  @Suite struct LiveSearchTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
      try bench.document("create", "a", "text=a walrus")
      try bench.document("create", "b", "text=a seal")
    }

    private func live(
      _ tool: Tool, _ input: String, _ options: String...
    ) throws -> [SearchReport] {
      try bench.run(
        tool, ["search", "--live", "--json", "--debounce", "60s"] + options, input: input
      ).decodedLines()
    }

    @Test(arguments: Tool.forPeople)
    func inputWithoutANewlineIsAnsweredOnceAtItsEnd(tool: Tool) throws {
      let answers = try live(tool, "wal")
      #expect(answers.map(\.query) == ["wal"] && answers.map(\.documents) == [["a"]])
      #expect(answers.first?.storeRevision == 2 && answers.first?.hits.first?.revision == 1)
      let text = try bench.run(tool, ["search", "--live"], input: "wal")
      #expect(text.exitCode == 0 && text.output == "wal:\na: a walrus\n")
      #expect(text.error.isEmpty)
    }

    @Test(arguments: Tool.forPeople)
    func ofLinesThatComeAtOnceTheLastOneIsAnswered(tool: Tool) throws {
      for input in ["w\nwa\nwal\nsea", "w\nwa\nsea\n", "sea\r\n", "seal\n \nsea\n"] {
        let answers = try live(tool, input).filter { $0.note == nil }
        #expect(answers.map(\.query) == ["sea"] && answers.map(\.documents) == [["b"]])
      }
    }

    @Test(arguments: Tool.forPeople)
    func aBlankLineClearsAtOnceAndDropsWhatWaited(tool: Tool) throws {
      let field = try SearchField(bench, tool, debounce: "60s")
      field.type("walrus")
      try field.type(" ", untilShown: 1)
      try field.type("", untilShown: 2)
      let shown = try field.end().decodedLines(SearchReport.self)
      #expect(shown.map(\.note) == ["cleared", "cleared"] && shown.allSatisfy { $0.hits.isEmpty })
      #expect(try live(tool, "walrus\n\u{3000}\n").map(\.note) == ["cleared"])
      #expect(try live(tool, "").isEmpty)
    }

    @Test(arguments: Tool.forPeople)
    func eachTextThatRestsIsAnswered(tool: Tool) throws {
      let field = try SearchField(bench, tool, debounce: "1ms")
      try field.type("walrus", untilShown: 1)
      try field.type("seal", untilShown: 2)
      try field.type("", untilShown: 3)
      try field.type("seal", untilShown: 4)
      // Nothing has changed: the same question would have the same answer.
      field.type(" seal ")
      let shown = try field.end().decodedLines(SearchReport.self)
      #expect(shown.map(\.query) == ["walrus", "seal", "", "seal"])
      #expect(shown.map(\.documents) == [["a"], ["b"], [], ["b"]])
    }

    @Test func theSameTextIsAskedAgainOfAStoreThatHasMoved() throws {
      let field = try SearchField(bench, .extension, debounce: "1ms")
      try field.type("walrus", untilShown: 1)
      try bench.document("edit", "b", "text=another walrus")
      try field.type("walrus", untilShown: 2)
      let shown = try field.end().decodedLines(SearchReport.self)
      #expect(shown.map(\.documents) == [["a"], ["a", "b"]])
      #expect(shown.map(\.storeRevision) == [2, 3])
    }

    @Test(arguments: Tool.forPeople)
    func whatIsTypedIsMeantLiterally(tool: Tool) throws {
      try bench.document("create", "c", "text=100% C++\u{1}", "other=日本語")
      let many = (0..<10_000).map { "word\($0)" }.joined(separator: " ")
      for (input, mode, found) in [
        ("\"", "--live", nil), ("a\0walrus", "--live", ["a"]), (many, "--live", []),
        ("C++", "--live", ["c"]), ("0% C", "--substring", ["c"]), ("本", "--substring", ["c"]),
        (many, "--substring", []), ("\0", "--substring", nil), ("s\0", "--substring", []),
      ] as [(String, String, Set<String>?)] {
        let answers = try live(tool, input, mode)
        let answer = try #require(answers.first)
        #expect(answers.count == 1 && answer.query == input)
        #expect(answer.documents == found ?? [])
        #expect(answer.note == (found == nil ? SearchReport.nothingToSearchFor : nil))
      }
    }

    @Test(arguments: Tool.forPeople)
    func anErrorIsNoAnswer(tool: Tool) throws {
      try FileManager.default.removeItem(atPath: bench.store.store)
      let outcome = try bench.run(tool, ["search", "--live", "--json"], input: "walrus")
      outcome.expectFailure(4, "store-missing")
    }

    @Test func aStoreThatGoesAwayIsAnErrorAndOneThatComesBackIsSearched() throws {
      let field = try SearchField(bench, .extension, debounce: "1ms")
      try field.type("walrus", untilShown: 1)
      let away = bench.store.container + "/away"
      try FileManager.default.moveItem(atPath: bench.store.directory, toPath: away)
      field.type("seal")
      try eventually("the error is shown") { field.child.error.contains("\n") }
      try FileManager.default.moveItem(atPath: away, toPath: bench.store.directory)
      try field.type("seal", untilShown: 2)
      let outcome = try field.end()
      // The error was shown when it came, and is not forgotten.
      #expect(outcome.exitCode == 9 && outcome.failure?.code == "removed")
      #expect(outcome.lines.count == 2)
      #expect(outcome.lines.last?.contains(#""document":"b""#) == true)
    }

    @Test(arguments: Tool.forPeople)
    func anInterruptAsksNothingMore(tool: Tool) throws {
      let field = try SearchField(bench, tool, debounce: "60s")
      try field.type("", untilShown: 1)
      field.type("walrus")
      field.child.send(SIGINT)
      let outcome = try field.child.wait()
      #expect(outcome.exitCode == 130 && outcome.failure?.code == "interrupted")
      #expect(outcome.lines.count == 1)
    }
  }
}
