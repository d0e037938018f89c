import Foundation
import SharedStoreTesting
import TestSupport
import Testing

extension ProcessTests {
  /// The index while several processes change the same documents.
  @Suite struct SearchIndexWritersTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    private func writer(_ things: Int, seed: Int) throws -> Child {
      let writer = try bench.documentWriter("texts", "d", things, "\(seed)")
      writer.resume()
      return writer
    }

    private func things(_ writer: Child) -> Int { writer.output.utf8.count / "done\n".utf8.count }

    @Test func manyThingsOfTwoProcessesLaterSearchFindsWhatIsThere() throws {
      let (seed, count) = (20_261_025, Campaign.texts.count(1_200, of: 20_000))
      var random = SeededGenerator(seed: UInt64(seed))
      let steady = try writer(count, seed: seed)
      // Killed wherever it happens to be, within a transaction or a group, and started again.
      var left = count
      for round in 1...3 {
        let doomed = try writer(left, seed: seed + round)
        let moment = Int.random(in: 1...left / 2, using: &random)
        try eventually("the writer goes on") {
          things(doomed) >= moment || doomed.poll() != nil
        }
        doomed.kill()
        #expect(try doomed.wait().status == .killed(signal: SIGKILL))
        left -= things(doomed)
      }
      let last = try writer(left, seed: seed + 4)
      for writer in [steady, last] { try writer.wait().expectSuccess() }
      #expect(things(steady) == count && things(last) == left)

      let check: CheckReport = try bench.app("check", "--full", "--json").decoded()
      #expect(check.ok && check.finding("search index")?.examined == 1, "\(check)")
      let scan = try exportedTexts()
      try expectWords(scan, &random)
      try expectParts(scan, &random)
    }

    private func exportedTexts() throws -> TextScan {
      let path = bench.folder + "/export.jsonl"
      try bench.app("export", path).expectSuccess()
      let scan = try TextScan(exported: path)
      // There is enough to get wrong.
      #expect(scan.texts.count > 20 && Set(scan.texts.values).count > 20)
      return scan
    }

    private func expectWords(_ scan: TextScan, _ random: inout SeededGenerator) throws {
      let words = scan.texts.values.flatMap(TextScan.words).sorted()
      var found = 0
      for number in 0..<60 {
        var query = (0...number % 3).compactMap { _ in words.randomElement(using: &random) }
        let last = query.removeLast()
        query.append(String(last.prefix(Int.random(in: 1...last.count, using: &random))))
        if number % 10 == 9 { query.append("absent") }
        let expected = scan.documents(withWords: query)
        let report = try bench.search(query.joined(separator: " "))
        #expect(report.documents == expected, "\(query)")
        found += expected.isEmpty ? 0 : 1
      }
      #expect(found > 30, "\(found)")
    }

    private func expectParts(_ scan: TextScan, _ random: inout SeededGenerator) throws {
      let texts = scan.texts.values.filter { !$0.isEmpty }.sorted()
      var found = 0
      for number in 0..<40 {
        let scalars = Array(try #require(texts.randomElement(using: &random)).unicodeScalars)
        let start = Int.random(in: 0..<scalars.count, using: &random)
        let length = Int.random(in: 1...6, using: &random)
        var part = String.UnicodeScalarView()
        // An argument ends at a NUL.
        part.append(contentsOf: scalars[start...].prefix(length).prefix { $0 != "\0" })
        let query = number % 2 == 0 ? String(part) : String(part).uppercased()
        // Marks alone are no more to search for than nothing is.
        guard !TextScan.folded(query).allSatisfy(\.isWhitespace) else { continue }
        let expected = scan.documents(withPart: query)
        let report = try bench.search(query, "--substring")
        #expect(report.documents == expected, "\(query.debugDescription)")
        found += expected.isEmpty ? 0 : 1
      }
      #expect(found > 10, "\(found)")
    }
  }
}
