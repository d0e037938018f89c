import Foundation
import Testing

extension ProcessTests {
  /// `import -` and `export -`.
  @Suite struct StandardStreamTests {
    private let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    @Test func whatIsExportedToOneStoreIsImportedByAnother() throws {
      try bench.app("document", "create", "a", "x=1").expectSuccess()
      try bench.app("document", "create", "b", "text=Straße").expectSuccess()
      let exported = try app("export", "-")
      #expect(exported.exitCode == 0 && exported.output.split(separator: "\n").count == 2)
      let other = try Workbench()
      let imported = try other.app("import", "-", "--json", input: exported.output)
      #expect(imported.exitCode == 0, "\(imported.testDescription)")
      #expect(try other.app("export", "-").output == exported.output)
    }

    @Test func aLineThatIsBadIsNamedByItsNumber() throws {
      let input = #"{"document":"a","fields":{}}"# + "\n\noops\n"
      #expect(try app("import", "-", "--json", input: input).exitCode == 11)
      #expect(try bench.documentCount() == 0)
      let notes = try #require(try bench.job(1).notes)
      #expect(notes.map(\.unit) == ["stdin.jsonl from byte 0"])
      #expect(notes[0].note.hasPrefix("bad-input: Line 3: "))
      let skipping = try app("import", "-", "--on-error", "skip", input: input)
      #expect(skipping.exitCode == 0 && skipping.output.contains("line 3: bad-input: "))
      #expect(try bench.documentCount() == 1)
    }

    @Test func aResultThatNobodyTakesIsAnErrorAndTheStoreIsAsItWas() throws {
      try bench.app("document", "create", "a", "x=1").expectSuccess()
      let outcome = try bench.start(
        .app, ["export", "-", "--json"], prefix: ["/bin/sh", "-c", #"exec "$0" "$@" >/dev/full"#]
      ).wait()
      outcome.expectFailure(1, "failed")
      #expect(try bench.job(1).state == "succeeded" && bench.documentCount() == 1)
    }

    @Test(arguments: [
      ["import", "-", "--enqueue"], ["import", "-", "a.txt"], ["import", "-", "--dry-run"],
      ["export", "-", "--enqueue"],
    ])
    func whatAStreamCannotDoIsAUsageError(_ arguments: [String]) throws {
      try bench.run(.app, arguments + ["--json"]).expectFailure(64, "usage")
      #expect(try bench.number("SELECT count(*) FROM jobs") == 0)
    }

    @Test func allNotesCanBeListed() throws {
      try bench.makeFolder("in")
      for number in 0..<30 { try bench.makeFile("in/\(number).json", "{") }
      let outcome = try bench.app("import", bench.folder + "/in", "--on-error", "skip")
      #expect(outcome.exitCode == 0)
      func bad(_ text: String) -> Int { text.components(separatedBy: ": bad-input: ").count - 1 }
      #expect(
        bad(outcome.output) == 20 && outcome.output.contains("and 10 more: job show 1 --notes"))
      #expect(bad(try bench.extension("job", "show", "1", "--notes", "all").output) == 30)
      let few = try bench.app("job", "show", "1", "--notes", "0", "--json").output
      #expect(few.contains(#""moreNotes":30"#) && !few.contains(#""notes""#))
      for wrong in ["-1", "x", ""] {
        #expect(try bench.app("job", "show", "1", "--notes=\(wrong)").exitCode == 64)
      }
    }

    /// Runs the tool with a directory for temporary files of its own, which is empty afterwards.
    private func app(_ arguments: String..., input: String = "") throws -> Outcome {
      let folder = bench.folder + "/temporary"
      try bench.makeFolder("temporary")
      let outcome = try bench.run(
        .app, arguments, input: input, environment: ["TMPDIR": folder])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      return outcome
    }
  }
}
