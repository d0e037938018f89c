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
      let exported = try bench.app("export", "-")
      #expect(exported.exitCode == 0 && exported.output.split(separator: "\n").count == 2)
      let other = try Workbench()
      let imported = try other.app("import", "-", "--json", input: exported.output)
      #expect(imported.exitCode == 0, "\(imported.testDescription)")
      #expect(try other.app("export", "-").output == exported.output)
      #expect(try leftovers() == 0)
    }

    @Test func aLineThatIsBadIsNamedByItsNumber() throws {
      let input = #"{"document":"a","fields":{}}"# + "\n\noops\n"
      try bench.app("import", "-", input: input).expectFailure(11, "job-failed")
      #expect(try bench.documentCount() == 0)
      let notes = try #require(try bench.job(1).notes)
      #expect(notes.map(\.unit) == ["stdin.jsonl from byte 0"])
      #expect(notes[0].note.hasPrefix("bad-input: Line 3: "))
      let skipping = try bench.app("import", "-", "--on-error", "skip", input: input)
      #expect(skipping.exitCode == 0 && skipping.output.contains("line 3: bad-input: "))
      #expect(try bench.documentCount() == 1)
    }

    @Test func aResultThatNobodyTakesIsAnErrorAndTheStoreIsAsItWas() throws {
      try bench.app("document", "create", "a", "x=1").expectSuccess()
      let outcome = try bench.start(
        .app, ["export", "-"], prefix: ["/bin/sh", "-c", #"exec "$0" "$@" >/dev/full"#]
      ).wait()
      outcome.expectFailure(1, "failed")
      #expect(try bench.job(1).state == "succeeded" && bench.documentCount() == 1)
      #expect(try leftovers() == 0)
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

    /// Files of streams that were left in the directory for temporary ones.
    private func leftovers() throws -> Int {
      let folder = bench.store.environment["TMPDIR"] ?? NSTemporaryDirectory()
      return try FileManager.default.subpathsOfDirectory(atPath: folder)
        .count { $0.hasSuffix("/stdin.jsonl") || $0.hasSuffix("/stdout.jsonl") }
    }
  }
}
