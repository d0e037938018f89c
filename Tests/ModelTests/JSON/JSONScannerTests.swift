import Testing

@testable import SharedStoreModel

/// What is taken for JSON and what is not, and where a fault lies.
@Suite struct JSONScannerTests {
  private func refusal(_ text: String) -> JSONError? { refusal(Array(text.utf8)) }

  private func refusal(_ bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONScanner.scan(bytes)
      return nil
    } catch {
      return error
    }
  }

  private func canonical(_ text: String) throws -> String {
    try JSONScanner.scan(Array(text.utf8)).canonicalText
  }

  private func nested(_ depth: Int, closed: Bool = true) -> String {
    String(repeating: "[", count: depth) + (closed ? String(repeating: "]", count: depth) : "")
  }

  @Test(
    arguments: [
      (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#),
      (" { \"a\" : [ 1 ,\n2 ]\t} \r\n", #"{"a":[1,2]}"#),
      // Names in the order of their bytes, not of a language or of numbers in them.
      (
        #"{"é":1,"z":2,"a9":3,"a10":4,"B":5,"_":6,"":7,"\uffff":8,"😀":9}"#,
        "{\"\":7,\"B\":5,\"_\":6,\"a10\":4,\"a9\":3,\"z\":2,\"é\":1,\"\u{FFFF}\":8,\"😀\":9}"
      ),
      // And not in that of the characters they are equal to: this is the sign for ångström.
      (#"{"\u212b":1,"\u1000":2}"#, "{\"\u{1000}\":2,\"\u{212B}\":1}"),
      (#"{"z":{"b":1,"a":{"d":1,"c":2}}}"#, #"{"z":{"a":{"c":2,"d":1},"b":1}}"#),
      (#"["a\/b","http://example"]"#, #"["a/b","http://example"]"#),
      (#"["\u00e9","\ud83d\ude00","\u0041","\uD83D\uDE00x"]"#, #"["é","😀","A","😀x"]"#),
      (#"["\u0000","\u001b","\n","\"","\\"]"#, #"["\u0000","\u001b","\n","\"","\\"]"#),
      ("[true,false,null,1,0]", "[true,false,null,1,0]"),
      ("[]", "[]"), ("{}", "{}"), ("[ ]", "[]"), ("{ }", "{}"), (#""text""#, #""text""#),
      ("3", "3"), ("null", "null"),
      (#"[",]","[[",",}"]"#, #"[",]","[[",",}"]"#), (#"["\\",1]"#, #"["\\",1]"#),
      // Numbers stay the text they are.
      ("[1.0,1e3,-0,-0.0,1E+5,0.10]", "[1.0,1e3,-0,-0.0,1E+5,0.10]"),
      ("[18446744073709551616,1e400,1e-400]", "[18446744073709551616,1e400,1e-400]"),
      ("12345678901234567890.12", "12345678901234567890.12"),
    ])
  func jsonHasOneForm(_ text: String, _ expected: String) throws {
    #expect(try canonical(text) == expected)
    #expect(try canonical(expected) == expected)
  }

  @Test(
    arguments: [
      ("", .incomplete, 0, "$"), (" ", .incomplete, 1, "$"), ("[1", .incomplete, 2, "$"),
      ("[1,", .incomplete, 3, "$[1]"), (#"{"a""#, .incomplete, 4, "$"),
      (#"{"a":"#, .incomplete, 5, "$.a"), (#"["ab"#, .incomplete, 4, "$[0]"),
      (#""\"#, .incomplete, 1, "$"),
      ("nul", .unexpected, 0, "$"), (#"{"a":[0,tru]}"#, .unexpected, 8, "$.a[1]"),
      ("{,}", .unexpected, 1, "$"), ("{a:1}", .unexpected, 1, "$"), ("'a'", .unexpected, 0, "$"),
      ("// c\n1", .unexpected, 0, "$"), ("NaN", .unexpected, 0, "$"), ("+1", .unexpected, 0, "$"),
      (".5", .unexpected, 0, "$"), ("[1 2]", .unexpected, 3, "$"), ("\0", .unexpected, 0, "$"),
      (#"{"a" 1}"#, .unexpected, 5, "$"), (#"{"a":1}}"#, .secondValue, 7, "$"),
      ("1 2", .secondValue, 2, "$"), ("[1] x", .secondValue, 4, "$"),
      ("1\u{A0}", .secondValue, 1, "$"), ("{}\0", .secondValue, 2, "$"),
      ("[1,]", .trailingComma, 3, "$"), ("[1, ]", .trailingComma, 4, "$"),
      (#"{"a":{"b":1,}}"#, .trailingComma, 12, "$.a"),
      ("01", .number, 0, "$"), ("1.", .number, 0, "$"), ("-", .number, 0, "$"),
      ("1e", .number, 0, "$"), ("1e+", .number, 0, "$"), ("0x1", .number, 0, "$"),
      ("[-Infinity]", .number, 1, "$[0]"), ("1.e5", .number, 0, "$"), ("1.2.3", .number, 0, "$"),
      ("\"a\nb\"", .control, 2, "$"), ("\"\t\"", .control, 1, "$"), ("\"\0\"", .control, 1, "$"),
      (#""\x""#, .escape, 1, "$"), (#""\u12""#, .escape, 1, "$"), (#""\u00é0""#, .escape, 1, "$"),
      (#""\ud800""#, .halfCharacter, 1, "$"), (#""a\udc00x""#, .halfCharacter, 2, "$"),
      (#""\ud800\u0041""#, .halfCharacter, 1, "$"), (#""\ud800\ud800""#, .halfCharacter, 1, "$"),
      (#"{"\ud800":1}"#, .halfCharacter, 2, "$"),
      ("\u{FEFF}1", .unexpected, 0, "$"),
    ] as [(String, JSONError.Problem, Int, String)])
  func whatIsNotOneValueIsRefusedWithItsPlace(
    _ text: String, _ problem: JSONError.Problem, _ offset: Int, _ path: String
  ) throws {
    let error = try #require(refusal(text))
    #expect(error.problem == problem)
    #expect(error.offset == offset)
    #expect(error.path.text == path)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22],
      [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x5C, 0x6E, 0xA9, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
    ] as [[UInt8]])
  func stringsThatAreNoUTF8AreRefused(_ bytes: [UInt8]) throws {
    #expect(refusal(bytes)?.problem == .notUTF8)
    #expect(refusal([0xFF, 0xFE, 0x31, 0x00])?.problem == .unexpected)
  }

  @Test(
    arguments: [
      (#"{"a":1,"a":2}"#, "$.a", 7), (#"[{"a":{"b":1,"c":2,"b":1}}]"#, "$[0].a.b", 19),
      ("{\"caf\u{e9}\":1,\"cafe\u{301}\":2}", "$[\"cafe\u{301}\"]", 11),
      // The sign for kelvin is canonically the letter.
      (#"{"o":{"\u212a":1,"K":2}}"#, "$.o.K", 17), (#"{"a":1,"\u0061":2}"#, "$.a", 7),
      (#"{"":1,"":1}"#, #"$[""]"#, 6), ("{\"\u{1112}\u{1161}\":1,\"\u{D558}\":2}", nil, nil),
    ])
  func twoMembersOfOneNameAreRefused(_ text: String, _ path: String?, _ offset: Int?) throws {
    let error = try #require(refusal(text))
    #expect(error.problem == .sameName)
    if let path { #expect(Array(error.path.text.utf8) == Array(path.utf8)) }
    if let offset { #expect(error.offset == offset) }
  }

  @Test func namesThatOnlyLookAlikeAreTwo() throws {
    // Compatibility forms, letters of other scripts, and case.
    for text in [
      #"{"a":1,"A":2}"#, #"{"ﬁ":1,"fi":2}"#, #"{"a":1,"а":2}"#, #"{"a":1,"a ":2}"#,
      #"{"²":1,"2":2}"#,
    ] {
      #expect(refusal(text) == nil)
    }
  }

  @Test func aMarkBeforeTheTextIsPassedOverWhereItIsTolerated() throws {
    let text = Array("\u{FEFF}[1]".utf8)
    #expect(try JSONScanner.scan(text, skipsMark: true) == .array([.integer(1)]))
    #expect(throws: JSONError.self) { try JSONScanner.scan(text) }
    #expect(throws: JSONError.self) {
      try JSONScanner.scan(Array("\u{FEFF}".utf8) + text, skipsMark: true)
    }
  }

  @Test func anErrorTellsLineAndByte() throws {
    let error = try #require(refusal("{\n\"a\": 1,\r\n\"b\": x\n}"))
    #expect(error.line == 3 && error.offset == 16)
    #expect(
      error.description
        == "something stands where JSON has no place for it (line 3, byte 16, at $.b)")
    let later = #expect(throws: JSONError.self) {
      try JSONScanner.scan(Array("[\n01]".utf8), firstLine: 7)
    }
    #expect(later?.line == 8)
  }

  @Test func aHundredAndTwentyEightLevelsAreTheMost() throws {
    #expect(try canonical(nested(128)) == nested(128))
    #expect(refusal(nested(129))?.problem == .tooDeep)
    let objects =
      String(repeating: #"{"a":"#, count: 128) + "1" + String(repeating: "}", count: 128)
    #expect(try canonical(objects) == objects)
    #expect(refusal("[\(objects)]")?.problem == .tooDeep)
    // Side by side is not inside each other, and brackets in text are text.
    let wide = "[" + Array(repeating: "[[]]", count: 500).joined(separator: ",") + "]"
    #expect(try canonical(wide) == wide)
    let text = "\"\(nested(500, closed: false))\""
    #expect(try canonical(text) == text)
  }

  @Test(arguments: [129, 512, 513, 5_000, 1_000_000])
  func deepNestingIsRefusedAndEndsNothing(_ depth: Int) throws {
    for text in [nested(depth), nested(depth, closed: false)] {
      #expect(refusal(text)?.problem == .tooDeep)
    }
  }

  @Test func aPathIsNeverEndless() throws {
    let deep = try #require(refusal(nested(129)))
    #expect(deep.path.steps.count == 128)
    #expect(deep.path.text == "$[0][0][0][0][0][0][0][0]…[0][0][0][0][0][0][0][0]")
    let long = String(repeating: "x", count: 10_000)
    let error = try #require(refusal(#"{"\#(long)":!}"#))
    #expect(error.path.text == "$[\"\(long.prefix(60))…\"]")
    #expect(JSONPath([.name("a\"b\n")]).text == #"$["a\"b\n"]"#)
  }

  @Test func anErrorNeverQuotesAValue() throws {
    for text in [#"{"a": sentinel}"#, #"{"a": "sentinel\x"}"#, "[\"sentinel\n\"]", "7sentinel"] {
      let error = try #require(refusal(text))
      #expect(!error.description.contains("sentinel"))
    }
  }
}
