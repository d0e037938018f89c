import Foundation
import SharedStore
import SharedStoreModel
import SharedStoreReader
import Testing

@Suite struct CanonicalJSONTests {
  private func canonical(_ text: String) throws -> String {
    try CanonicalJSON.encode(CanonicalJSON.parse(Array(text.utf8)))
  }

  private func nested(_ depth: Int, closed: Bool = true) -> String {
    String(repeating: "[", count: depth) + (closed ? String(repeating: "]", count: depth) : "")
  }

  @Test func aCountIsWrittenAsTheEncoderWritesIt() throws {
    var titles: [String?] = [nil, "", "Today", "Ä", "a/b", "雪だるま⛄️", "e\u{301}", "\u{2028}"]
    titles += (UInt8(0)...0x80).map { "a\(Character(Unicode.Scalar($0)))b" }
    for title in titles {
      for number in [0, -1, 7, .max, .min] as [Int64] {
        let count = CountSnapshot(count: number, title: title)
        #expect(try PayloadCoding.stored(count).json == CanonicalJSON.encode(count))
      }
    }
  }

  @Test(
    arguments: [
      (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#),
      (" { \"a\" : [ 1 ,\n2 ]\t} \r\n", #"{"a":[1,2]}"#),
      // Keys in the order of their characters' numbers, not of a language or of numbers in them.
      (
        #"{"é":1,"z":2,"a9":3,"a10":4,"B":5,"_":6,"":7}"#,
        #"{"":7,"B":5,"_":6,"a10":4,"a9":3,"z":2,"é":1}"#
      ),
      (#"{"z":{"b":1,"a":{"d":1,"c":2}}}"#, #"{"z":{"a":{"c":2,"d":1},"b":1}}"#),
      (#"["a\/b","http://example"]"#, #"["a/b","http://example"]"#),
      (#"["\u00e9","\ud83d\ude00","\u0041"]"#, #"["é","😀","A"]"#),
      (#"["\u0000","\u001b","\n","\"","\\"]"#, #"["\u0000","\u001b","\n","\"","\\"]"#),
      ("[true,false,null,1,0]", "[true,false,null,1,0]"),
      ("[]", "[]"), ("{}", "{}"), (#""text""#, #""text""#), ("3", "3"), ("null", "null"),
      (#"[",]","[[",",}"]"#, #"[",]","[[",",}"]"#), (#"["\\",1]"#, #"["\\",1]"#),
    ])
  func jsonHasOneForm(_ text: String, _ expected: String) throws {
    #expect(try canonical(text) == expected)
    #expect(try canonical(expected) == expected)
  }

  @Test(
    arguments: [
      ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"),
      ("9223372036854775808", "9223372036854775808"),
      ("18446744073709551615", "18446744073709551615"),
      ("9007199254740993", "9007199254740993"),
      ("0.1", "0.1"), ("0.30000000000000004", "0.30000000000000004"), ("-1.5e-7", "-1.5e-07"),
      ("1.7976931348623157e308", "1.7976931348623157e+308"), ("5e-324", "5e-324"),
      // A whole number is one whichever way it is written.
      ("1.0", "1"), ("1e3", "1000"), ("-0", "0"),
      // What 64 bits cannot hold becomes the nearest floating-point number.
      ("18446744073709551616", "1.8446744073709552e+19"),
    ])
  func numbersKeepTheirValue(_ text: String, _ expected: String) throws {
    #expect(try canonical(text) == expected)
    #expect(try canonical(expected) == expected)
  }

  @Test(
    arguments: [
      "", " ", "nul", "tru", "1 2", "[1] x", #"{"a":1}}"#, "[1,]", "[1, ]", #"{"a":1,}"#, "{,}",
      "[1", "{a:1}", "'a'", "// c\n1", "NaN", "Infinity", "-Infinity", "01", "+1", ".5", "1.",
      "1e400", "1\u{A0}", "\"a\nb\"", "\"\t\"", #""\x""#, #""\"#, "\0{\0}\0", "{\0}\0", "\"\0\"",
      // Half a character.
      #""\ud800""#, #""\udc00x""#, #""\ud800\u0041""#,
    ])
  func whatIsNotOneJSONValueIsRefused(_ text: String) throws {
    #expect(try failure { _ = try canonical(text) }.code == .badInput)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22],
      [0x22, 0xED, 0xA0, 0x80, 0x22], [0xFF, 0xFE, 0x31, 0x00], [0x00, 0x31],
    ] as [[UInt8]])
  func bytesThatAreNoUTF8AreRefused(_ bytes: [UInt8]) throws {
    #expect(try failure { _ = try CanonicalJSON.parse(bytes) }.code == .badInput)
  }

  @Test func aHundredAndTwentyEightLevelsAreTheMost() throws {
    #expect(try canonical(nested(128)) == nested(128))
    #expect(try failure { _ = try canonical(nested(129)) }.code == .badInput)
    let objects =
      String(repeating: #"{"a":"#, count: 128) + "1" + String(repeating: "}", count: 128)
    #expect(try canonical(objects) == objects)
    #expect(try failure { _ = try canonical("[\(objects)]") }.code == .badInput)
    // Side by side is not inside each other, and brackets in text are text.
    let wide = "[" + Array(repeating: "[[]]", count: 500).joined(separator: ",") + "]"
    #expect(try canonical(wide) == wide)
    let text = "\"\(nested(500, closed: false))\""
    #expect(try canonical(text) == text)
  }

  @Test(arguments: [129, 512, 513, 5_000, 1_000_000])
  func deepNestingIsRefusedAndEndsNothing(_ depth: Int) throws {
    for text in [nested(depth), nested(depth, closed: false)] {
      #expect(try failure { _ = try canonical(text) }.code == .badInput)
      #expect(CanonicalJSON.decode(JSONValue.self, from: text) == nil)
    }
  }

  @Test func theFirstOfTwoEqualKeysCountsEveryTime() throws {
    for _ in 0..<20 {
      #expect(try canonical(#"{"a":1,"b":2,"a":3}"#) == #"{"a":1,"b":2}"#)
    }
  }

  @Test func theErrorNeverQuotesTheInput() throws {
    let error = try failure { _ = try canonical(#"{"sentinel": nonsense}"#) }
    #expect(!error.description.contains("sentinel") && !error.description.contains("nonsense"))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aNumberJSONHasNoWordForIsRefused(_ number: Double) throws {
    #expect(try failure { _ = try CanonicalJSON.encode([number]) }.code == .badInput)
    let store = try TestStore()
    let writer = try store.writer()
    let error = try failure { try writer.publish(Measure(value: number, at: nil)) }
    #expect(error.code == .badInput)
    #expect(try store.totals() == [0, 0, 1, 0])
  }

  @Test func datesAreMilliseconds() throws {
    let measure = Measure(value: 0.1, at: Date(timeIntervalSince1970: 1_792_889_400.042))
    let json = try CanonicalJSON.encode(measure)
    #expect(json == #"{"at":1792889400042,"value":0.1}"#)
    #expect(CanonicalJSON.decode(Measure.self, from: json) == measure)
  }
}

private struct Measure: SnapshotPayload, Equatable {
  static let kind: Kind = "measure"
  static let format = 1
  var value: Double
  var at: Date?
}
