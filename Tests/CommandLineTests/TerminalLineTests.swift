import SharedStoreModel
import SharedStoreReader
import Testing

@testable import SharedStoreCommandLine

@Suite struct TerminalLineTests {
  private func report(
    _ state: JobState = .running, kind: String = "import", done: Int = 45, total: Int = 100,
    counted: Int = 0, worker: StoreJob.Worker = .alive(1), error: String? = nil
  ) throws -> JobReport {
    let id = try #require(JobID(rawValue: 1))
    return JobReport(
      StoreJob(
        id: id, kind: kind, state: state, arguments: "{}", attempt: 1,
        progress: WeightedProgress(
          total == 0 ? [] : [.init(name: "work", weight: 100, total: total, done: done)]),
        counted: counted, skipped: 0, result: nil, error: error, errorCode: nil, worker: worker,
        retryOf: nil,
        tick: 0, revision: .zero, createdAt: .now, startedAt: .now, finishedAt: nil))
  }

  private static let kinds = [
    "import", "雪だるまの雪だるまの雪だるま", "e\u{301}e\u{301}e\u{301}", "\u{1B}[31mred\u{7}\r\n",
    "👨‍👩‍👧‍👦🚀🇩🇪⛄️☎️✅", "हिन्दी", "한국어", "\u{202E}drow", "a\u{200B}b\u{AD}c",
    String(repeating: "x", count: 300),
  ]

  @Test(arguments: kinds, [1, 2, 10, 20, 39, 40, 80, 120, 250])
  func aLineIsNarrowerThanTheTerminal(_ kind: String, _ columns: Int) throws {
    for done in [0, 45, 99, 100] {
      let line = ProgressLine.line(try report(kind: kind, done: done), columns: columns)
      #expect(CellWidth.of(line) <= max(columns - 1, 1))
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(!line.unicodeScalars.contains { $0.value == 0x202E })
    }
  }

  @Test func aBarIsFilledAsFarAsTheJobIs() throws {
    let line = ProgressLine.line(try report(done: 50), columns: 80)
    #expect(
      line == "[" + String(repeating: "#", count: 20) + String(repeating: "-", count: 20)
        + "] import 1: 50 %")
    let narrow = ProgressLine.line(try report(done: 50), columns: 25)
    #expect(narrow == "import 1: 50 %")
  }

  @Test func onlyACompleteJobFillsTheBar() throws {
    #expect(ProgressLine.line(try report(done: 199, total: 200), columns: 80).contains("-]"))
    #expect(!ProgressLine.line(try report(done: 200, total: 200), columns: 80).contains("-"))
  }

  @Test func theStateIsSaidBesideThePercentage() throws {
    #expect(JobText.status(try report()) == "45 %")
    #expect(JobText.status(try report(done: 99)) == "99 %")
    #expect(JobText.status(try report(worker: .stopped(7))) == "running at 45 %, worker stopped")
    #expect(JobText.status(try report(.cancelling)) == "cancelling at 45 %")
    #expect(JobText.status(try report(.cancelled, worker: .none)) == "cancelled at 45 %")
    #expect(
      JobText.status(try report(.failed, worker: .none, error: "No room.\u{1B}"))
        .hasPrefix("failed at 45 %: No room"))
    #expect(JobText.status(try report(worker: .gone(7))) == "running at 45 %, worker gone")
    #expect(
      JobText.status(try report(.cancelling, worker: .gone(7))) == "cancelling at 45 %, worker gone"
    )
    #expect(JobText.status(try report(total: 0, worker: .gone(7))) == "running, worker gone")
    #expect(JobText.status(try report(total: 0)) == "running, counting")
    #expect(JobText.status(try report(total: 0, counted: 1_024)) == "running, counting 1024")
    #expect(!JobText.status(try report(total: 0)).contains("%"))
  }

  @Test(arguments: [
    ("a", 1), ("雪", 2), ("e\u{301}", 1), ("🚀", 2), ("✅", 2), ("☎️", 2), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("", 0), ("\u{200B}", 0), ("\u{AD}", 1),
  ])
  func aTextTakesTheseCells(_ text: String, _ cells: Int) {
    #expect(CellWidth.of(text) == cells)
  }

  @Test func aTextIsCutBetweenItsCharacters() {
    #expect(CellWidth.prefix("雪雪雪", cells: 3) == "雪")
    #expect(CellWidth.prefix("e\u{301}e", cells: 1) == "e\u{301}")
    #expect(CellWidth.prefix("abc", cells: 0).isEmpty)
  }
}
