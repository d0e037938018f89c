import Foundation
import Testing

extension ProcessTests {
  @Suite struct PublishTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    private func publish(_ json: String) throws -> ReceiptReport {
      try bench.app("publish", "note", "--json", input: json).decoded()
    }

    @Test func theSameDocumentInAnotherSpellingChangesNothing() throws {
      let first = try publish(#"{"b": 1, "a": "é", "c": [true, null]}"#)
      let second = try publish("\n{\"c\":[true,null],\"a\":\"\\u00e9\",\n\"b\":1}\n")
      #expect(first.changed && first.revision == 1)
      #expect(!second.changed && second.revision == 1)
      let shown = try bench.extension("snapshot", "note", "--json").output
      #expect(shown.contains(#""payload":{"a":"é","b":1,"c":[true,null]}"#))
    }

    @Test(arguments: ["", "{", "[1]x", "nul", "\u{0}", "[1][2]"])
    func whatIsNoJSONIsRefusedAndTheOldValueStays(text: String) throws {
      _ = try publish("[1]")
      try bench.app("publish", "note", "--json", input: text).expectFailure(65, "bad-input")
      let record: RecordReport = try bench.extension("snapshot", "note", "--json").decoded()
      #expect(record.revision == 1 && record.storeRevision == 1)
    }

    @Test func aPayloadBeyondTheLimitIsRefusedWithBothNumbers() throws {
      let limit = 1 << 20
      let whole = try publish("\"" + String(repeating: "x", count: limit - 2) + "\"")
      #expect(whole.changed)
      let failure = try bench.app(
        "publish", "note", "--json", input: "\"" + String(repeating: "x", count: limit - 1) + "\""
      ).expectFailure(65, "bad-input")
      #expect(failure?.message.contains("\(limit + 1) bytes, limit \(limit)") == true)
      let record: RecordReport = try bench.extension("snapshot", "note", "--json").decoded()
      #expect(record.revision == 1 && record.storeRevision == 1)
    }

    @Test func theLastSixteenVersionsAreKeptAndReadable() throws {
      for number in 1...20 {
        try bench.app("count", "set", "todo", "\(number)").expectSuccess()
      }
      let list: VersionsReport = try bench.extension("snapshot", "list", "todo", "--json").decoded()
      #expect(list.versions.map(\.revision) == (5...20).reversed())
      let oldest: RecordReport = try bench.extension(
        "snapshot", "todo", "--revision", "5", "--json"
      ).decoded()
      #expect(oldest.count == 5 && oldest.revision == 5 && oldest.storeRevision == 20)
      try bench.extension("snapshot", "todo", "--revision", "4", "--json")
        .expectFailure(3, "not-found")
    }

    @Test func theTitleOfACountStaysUntilAnotherIsGiven() throws {
      try bench.app("count", "set", "todo", "1", "--title", "Today").expectSuccess()
      let added: ReceiptReport = try bench.app("count", "add", "todo", "1", "--json").decoded()
      let set: ReceiptReport = try bench.app("count", "set", "todo", "5", "--json").decoded()
      let named: ReceiptReport = try bench.app(
        "count", "set", "todo", "5", "--title", "Week", "--json"
      ).decoded()
      #expect(added.title == "Today" && added.count == 2)
      #expect(set.title == "Today" && named.title == "Week")
      #expect(named.changed && named.revision == 4)
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "-1"])
    func anyWholeNumberOf64BitsIsACount(number: String) throws {
      try bench.app("count", "set", "todo", "--", number).expectSuccess()
      let record: RecordReport = try bench.extension("snapshot", "todo", "--json").decoded()
      #expect(record.count == Int64(number))
    }
  }
}
