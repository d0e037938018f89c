import Foundation
import Testing

extension ProcessTests {
  /// What goes in as JSON comes out, or is refused with its place: by every command that takes any.
  @Suite struct JSONInputTests {
    private let bench: Workbench

    /// Objects of which a dictionary would lose a member, and where.
    private static let ambiguous = [
      (#"{"a":1,"a":1}"#, "$.a"), ("{\"caf\u{e9}\":1,\"cafe\u{301}\":2}", "caf"),
      (#"{"o":[0,{"\u212a":1,"K":2}]}"#, "$.o[1].K"),
    ]

    init() throws {
      bench = try Workbench()
      try bench.document("create", "p", "x=0")
    }

    private func write(_ text: String, _ name: String) throws -> String {
      let path = bench.folder + "/" + name
      try Data(text.utf8).write(to: URL(filePath: path))
      return path
    }

    private func fields(_ id: String) throws -> String {
      let shown = try bench.extension("document", "show", id, "--json")
      shown.expectSuccess()
      return try #require(shown.output.firstMatch(of: /"fields":(\{.*\}),"limits"/)).1.description
    }

    @Test(arguments: ambiguous)
    func twoMembersOfOneNameAreRefusedByEveryCommand(_ json: String, _ path: String) throws {
      let file = try write(json, "same.json")
      let line = #"{"publish":"k","payload":\#(json)}"#
      let edit = #"{"edit":"p","set":\#(json)}"#
      let refusals = [
        try bench.app("publish", "k", file, "--json"),
        try bench.app("publish", "k", "-", "--json", input: json),
        try bench.app("document", "load", "p", file, "--json"),
        try bench.app("apply", "--json", input: line),
        try bench.app("apply", "--json", input: edit),
      ]
      for refusal in refusals {
        let failure = refusal.expectFailure(65, "bad-input")
        #expect(failure?.message.contains("same name") == true)
        #expect(
          failure?.message.contains(String(path.drop { $0 == "$" })) == true,
          "\(refusal.testDescription)")
      }
      let lines = try write(#"{"document":"l","fields":\#(json)}"#, "lines.jsonl")
      for input in [file, lines] {
        let imported = try bench.app("import", input, "--json")
        #expect(imported.exitCode == 11 && imported.failure?.message.contains("same name") == true)
      }
      #expect(try bench.extension("kinds").output.contains("k:") == false)
      let list = try bench.extension("document", "list", "--json").output
      #expect(list.components(separatedBy: #""document":"#).count == 2)
    }

    @Test func aLineThatSetsTwiceSetsNothing() throws {
      let applied = try bench.app("apply", "--json", input: #"{"count":"c","set":1,"set":5}"#)
      let failure = applied.expectFailure(65, "bad-input")
      #expect(failure?.message.contains("line 1, byte 21, at $.set") == true)
    }

    @Test func numbersOfFieldsKeepTheirValueOrTheirDigits() throws {
      let json =
        #"{"big":18446744073709551615,"decimal":12345678901234567.25,"minus":-0.0,"#
        + #""one":1.0,"small":5e-324,"tiny":1e-400,"whole":9223372036854775807}"#
      let expected =
        #"{"big":"18446744073709551615","decimal":"12345678901234567.25","minus":{"real":"-0.0"},"#
        + #""one":{"real":"1.0"},"small":5e-324,"tiny":"1e-400","whole":9223372036854775807}"#
      let imported = try bench.app("import", try write(json, "n.json"), "--json")
      #expect(imported.output.contains("numbers kept as text: $.big, $.decimal, $.tiny"))
      #expect(try fields("n.json") == expected)
      let loaded = try bench.app("document", "load", "p", "-", "--json", input: json)
      #expect(loaded.output.contains(#""numbersAsText":["big","decimal","tiny"]"#))
      #expect(try fields("p") == expected)
      let applied = try bench.app("apply", input: #"{"create":"q","fields":\#(json)}"#)
      #expect(applied.output.contains("numbers kept as text: big, decimal, tiny"))
      #expect(try fields("q") == expected)
      // And through an export they stay what they are.
      let out = bench.folder + "/out.jsonl"
      try bench.app("export", out).expectSuccess()
      try bench.app("document", "delete", "q", "--yes").expectSuccess()
      try bench.app("import", out).expectSuccess()
      #expect(try fields("q") == expected)
      let quiet = try bench.app("document", "load", "p", "-", "--json", input: #"{"x":1}"#)
      #expect(!quiet.output.contains("numbersAsText"))
    }

    @Test func numbersOfAPayloadStayTheTextTheyAre() throws {
      let json = #"{"a":18446744073709551617,"b":1.0,"c":[1e400,-0,0.10]}"#
      for input in [json, #" { "b" : 1.0, "c":[1e400 ,-0,0.10],"a":18446744073709551617}"#] {
        try bench.app("publish", "k", input: input).expectSuccess()
        let shown = try bench.extension("snapshot", "k", "--json")
        #expect(shown.output.contains(#""payload":\#(json),"#))
      }
      let same = try bench.app("publish", "k", "--json", input: json)
      #expect(same.output.contains(#""changed":false"#))
      let other = try bench.app(
        "publish", "k", "--json", input: json.replacing(#""b":1.0"#, with: #""b":1"#))
      #expect(other.output.contains(#""changed":true"#))
    }

    @Test func anObjectWhoseNamesAreSentencesIsKeptWhole() throws {
      let json = #"{"Press the button below.\nThank you.":"x","a":1.0}"#
      let imported = try bench.app("import", try write(json, "sentences.json"), "--json")
      #expect(imported.output.contains("kept whole in the field json"))
      #expect(imported.output.contains(#""skipped":0"#))
      let shown = try fields("sentences.json")
      #expect(shown == #"{"json":"{\"Press the button below.\\nThank you.\":\"x\",\"a\":1.0}"}"#)
      let loaded = try bench.app("document", "load", "p", "-", "--json", input: json)
      #expect(loaded.expectFailure(65, "bad-input")?.message.contains("Press the button") == true)
    }
  }
}
