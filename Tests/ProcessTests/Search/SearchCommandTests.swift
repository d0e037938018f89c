import Foundation
import SharedStoreTesting
import Testing

extension ProcessTests {
  /// `search QUERY` with the real tools.
  @Suite struct SearchCommandTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    /// What has tripped search boxes elsewhere; `nil` where there is no letter to search for.
    private static let queries: [(query: String, text: String?)] = [
      ("multi-agent", "a multi-agent system"), ("who's", "who's"), ("C++", "C++"),
      ("foo@bar.com", "foo@bar.com"), ("20.04", "Ubuntu 20.04"), ("\"", nil), ("*", nil),
      ("(", nil), ("-x", "-x"), ("--live", "--live"), ("a:b", "a:b"), ("AND", "and"),
      ("NEAR", "near"), ("NOT x", "not x"), (String(repeating: "(", count: 300), nil),
      ("🎉", nil), ("\u{301}", nil), ("\u{200B}", nil), ("\u{2060}", nil), ("", nil), (" \t", nil),
      ("e", "Ế"), ("e", "E\u{302}\u{301}"), ("ế", "e"), ("50%", "50%"), ("{text}:x", "text x"),
      (tenThousandWords, nil),
    ]

    private static let tenThousandWords = (0..<10_000).map { "w\($0)" }.joined(separator: " ")

    @Test(arguments: Tool.forPeople)
    func queriesAreLiteralAndNeverAMessageOfSQLite(tool: Tool) throws {
      let lines = try SearchCommandTests.queries.enumerated().compactMap { number, entry in
        try entry.text.map { text in
          let fields = try JSONEncoder().encode(["text": text])
          return #"{"create":"\#(number)","fields":\#(String(decoding: fields, as: UTF8.self))}"#
        }
      }
      try bench.app("apply", input: lines.joined(separator: "\n")).expectSuccess()
      for (number, entry) in SearchCommandTests.queries.enumerated() {
        let outcome = try bench.run(tool, ["search", "--json", "--", entry.query])
        let report: SearchReport = try outcome.decoded()
        #expect(report.query == entry.query && outcome.error.isEmpty)
        if entry.text != nil {
          #expect(report.documents.contains("\(number)"), "\(outcome.testDescription)")
        } else {
          let isAsked = entry.query.hasPrefix("w0")
          #expect(report.hits.isEmpty, "\(outcome.testDescription)")
          #expect(report.note == (isAsked ? nil : SearchReport.nothingToSearchFor))
          #expect((report.storeRevision == nil) != isAsked)
        }
        let text = try bench.run(tool, ["search", "--", entry.query])
        #expect(text.exitCode == 0 && text.error.isEmpty, "\(text.testDescription)")
        #expect(report.note == nil || text.output == SearchReport.nothingToSearchFor + "\n")
      }
    }

    @Test(arguments: Tool.forPeople)
    func aQueryThatBeginsWithADashStandsBehindTwo(tool: Tool) throws {
      try bench.document("create", "d", "text=minus -x")
      try bench.run(tool, ["search", "-x", "--json"]).expectFailure(64, "usage")
      #expect(try bench.search("-x", by: tool).documents == ["d"])
      #expect(try bench.search("-x", "--substring", by: tool).documents == ["d"])
      try bench.run(tool, ["search", "--json"]).expectFailure(64, "usage")
      try bench.run(tool, ["search", "--live", "--json", "x"]).expectFailure(64, "usage")
    }

    @Test(
      arguments: [
        ("%", "100%"), ("_", "a_b"), ("\\", "a\\b"), ("\\%", "\\%"), ("天気", "東京都の天気です"),
        ("都の天", "東京都の天気です"), ("A_", "a_b"), ("'\"(", "'\"("), ("\u{E9}f", "e\u{301}F"),
      ])
    func aPartOfATextIsFoundAsItStands(_ part: String, _ text: String) throws {
      try bench.document("create", "has", "text:text=\(text)")
      try bench.document("create", "has-not", "text=100 axb a/b 東京都 é %")
      let found = try bench.search(part, "--substring")
      #expect(found.documents == (part == "%" ? ["has", "has-not"] : ["has"]))
      #expect(found.hits.contains { $0.snippet == text })
    }

    @Test func zeroHitsAreASuccessThatSaysSo() throws {
      for options in [[], ["--substring"]] {
        let json = try bench.run(.extension, ["search", "walrus", "--json"] + options)
        #expect(json.output == "{\"hits\":[],\"query\":\"walrus\",\"storeRevision\":0}\n")
        #expect(json.exitCode == 0)
        let text = try bench.run(.extension, ["search", "walrus"] + options)
        #expect(text.exitCode == 0 && text.output == "no hits\n")
      }
    }

    @Test(arguments: Tool.forPeople, ["--limit=20", "--substring"])
    func aMissingStoreIsNoZeroHits(tool: Tool, option: String) throws {
      try FileManager.default.removeItem(atPath: bench.store.store)
      try bench.run(tool, ["search", "walrus", "--json", option])
        .expectFailure(4, "store-missing")
    }

    @Test(.needsRoot, arguments: Tool.forPeople)
    func aStoreThatMayNotBeReadIsNoZeroHits(tool: Tool) throws {
      try bench.document("create", "d", "text=walrus")
      let tools = try PublicTools()
      try tools.run(tool, "search", "walrus", "--json", in: bench).expectFailure(6, "unreadable")
      try tools.run(tool, "search", "walrus", "--substring", "--json", in: bench)
        .expectFailure(6, "unreadable")
    }

    @Test(.needsSQLiteShell, arguments: Tool.forPeople)
    func damageIsNoZeroHits(tool: Tool) throws {
      try bench.document("create", "d", "text=walrus")
      try SQLiteShell.run(
        bench.store.store, "UPDATE search_index_data SET block = x'00ff' WHERE id > 10")
      try bench.run(tool, ["search", "walrus", "--json"]).expectFailure(8, "damaged")
      // The index alone is damaged, and this does not ask it.
      #expect(try bench.search("alru", "--substring", by: tool).documents == ["d"])
      let file = try FileHandle(forUpdating: URL(filePath: bench.store.store))
      try file.truncate(atOffset: try file.seekToEnd() / 2)
      try file.close()
      for mode in [["walrus"], ["walrus", "--substring"]] {
        try bench.run(tool, ["search", "--json"] + mode).expectFailure(8, "damaged")
      }
    }

    @Test(arguments: Tool.forPeople)
    func whatCouldMoveATerminalIsNotShownToOne(tool: Tool) throws {
      let text = "walrus\u{1B}[2J\u{7}\u{9B}\u{202E}\u{2066}\u{2028}\r\n\u{0}\u{7F}end"
      let fields = try JSONEncoder().encode(["text": text])
      try bench.app(
        "apply", input: #"{"create":"d","fields":\#(String(decoding: fields, as: UTF8.self))}"#
      ).expectSuccess()
      for option in ["--timeout=5s", "--substring"] {
        let shown = try bench.run(tool, ["search", "walrus", option]).output
        #expect(shown.hasPrefix("d: walrus") && shown.hasSuffix("end\n"), "\(shown)")
        let unsafe = shown.unicodeScalars.dropLast().filter {
          $0.properties.generalCategory == .control || $0.properties.isBidiControl
            || $0.properties.generalCategory == .lineSeparator
        }
        #expect(unsafe.isEmpty, "\(unsafe)")
        #expect(try bench.search("walrus", option, by: tool).hits.map(\.snippet) == [text])
      }
      let live = try bench.run(tool, ["search", "--live"], input: "walrus\u{1B}[2J").output
      #expect(!live.contains("\u{1B}"))
    }
  }
}
