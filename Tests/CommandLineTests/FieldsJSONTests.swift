import SharedStoreCommandLine
import SharedStoreModel
import SharedStoreReader
import Testing

/// Fields as JSON, in and out.
@Suite struct FieldsJSONTests {
  private func json(_ value: FieldValue) throws -> String {
    try CanonicalJSON.encode(FieldJSON.encode(value))
  }

  private func value(_ json: String) throws -> FieldValue? {
    FieldJSON.decode(try CanonicalJSON.parse(Array(json.utf8)))
  }

  @Test(arguments: [
    (FieldValue.null, "null"), (.integer(.max), "9223372036854775807"),
    (.integer(.min), "-9223372036854775808"), (.real(0.5), "0.5"),
    (.real(.leastNonzeroMagnitude), "5e-324"), (.real(1), #"{"real":"1.0"}"#),
    (.real(0), #"{"real":"0.0"}"#), (.real(-0.0), #"{"real":"-0.0"}"#),
    (.real(1e300), #"{"real":"1e+300"}"#), (.real(.infinity), #"{"real":"inf"}"#),
    (.real(-.infinity), #"{"real":"-inf"}"#), (.text(""), #""""#), (.text("1"), #""1""#),
    (.text("a\0b"), #""a\u0000b""#), (.text("\u{e9}"), #""é""#), (.blob([]), #"{"blob":""}"#),
    (.blob([0, 255]), #"{"blob":"00ff"}"#),
  ])
  func aValueIsPlainWhereThatLosesNothing(value: FieldValue, json: String) throws {
    #expect(try self.json(value) == json)
    #expect(try self.value(json) == value)
  }

  @Test func everyRealComesBackBitByBit() throws {
    var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<2_000 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = Double(bitPattern: bits)
      guard !number.isNaN else { continue }
      for number in [number, number.rounded(), Double(Float(number))] where !number.isNaN {
        #expect(try value(json(.real(number))) == .real(number), "\(number)")
      }
    }
  }

  @Test func decomposedTextStaysDecomposed() throws {
    #expect(try value(json(.text("e\u{301}"))) == .text("e\u{301}"))
  }

  @Test(arguments: [
    ("true", FieldValue.integer(1)), ("false", .integer(0)), ("1", .integer(1)),
    // JSON has one kind of number: a whole one is an integer however it is written.
    ("1.0", .integer(1)), ("1e2", .integer(100)), (#"{"real":"1"}"#, .real(1)),
    (#"{"blob":"AB"}"#, .blob([171])),
  ])
  func otherSpellingsAreUnderstood(json: String, value: FieldValue) throws {
    #expect(try self.value(json) == value)
  }

  @Test(arguments: [
    "[]", "[1]", "{}", "18446744073709551615", #"{"real":1}"#, #"{"real":"nan"}"#,
    #"{"real":"x"}"#, #"{"blob":"0"}"#, #"{"blob":null}"#, #"{"int":"1"}"#,
    #"{"real":"1","blob":""}"#,
  ])
  func whatNoFieldCanHoldIsRefused(json: String) throws {
    #expect(try value(json) == nil)
    let members = try #require(try CanonicalJSON.parse(Array(#"{"x":\#(json)}"#.utf8)).members)
    let error = #expect(throws: StoreError.self) { try FieldJSON.fields(members) }
    #expect(error?.code == .badInput)
  }

  @Test func aNameThatNoFieldCanHaveIsRefused() throws {
    for name in ["", "a\nb", String(repeating: "x", count: 201)] {
      let error = #expect(throws: StoreError.self) { try FieldJSON.fields([name: .null]) }
      #expect(error?.code == .badInput)
    }
    #expect(try FieldJSON.fields(["a\u{308}": .integer(1)]) == ["ä": .integer(1)])
  }
}
