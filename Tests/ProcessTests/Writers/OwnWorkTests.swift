import Foundation
import Testing

extension ProcessTests {
  /// A time-out is for waiting; work that has begun takes as long as it takes.
  @Suite struct OwnWorkTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    @Test func manyLinesAreAppliedHoweverShortTheTimeOutIs() throws {
      let lines = String(repeating: #"{"count":"todo","add":1}"# + "\n", count: 15_000)
      let started = ContinuousClock.now
      try bench.app("apply", "--timeout", "50ms", input: lines).expectSuccess()
      #expect(started.duration(to: .now) > .milliseconds(50))
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == 15_000 && record.revision == 1)
    }

    @Test func muchTextIsLoadedHoweverShortTheTimeOutIs() throws {
      try bench.document("create", "d")
      let file = bench.folder + "/fields.json"
      let text = String(repeating: "x", count: 3_000_000)
      try Data(#"{"text":"\#(text)"}"#.utf8).write(to: URL(filePath: file))
      let started = ContinuousClock.now
      try bench.app("document", "load", "d", file, "--timeout", "50ms").expectSuccess()
      #expect(started.duration(to: .now) > .milliseconds(50))
      #expect(try bench.app("document", "show", "d", "--json").output.utf8.count > 3_000_000)
    }
  }
}
