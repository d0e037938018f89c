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
    // An integer is one in its own spelling only.
    ("1.0", .real(1)), ("1e2", .real(100)), ("-0.0", .real(-0.0)), ("-0", .real(-0.0)),
    ("0.0", .real(0)), ("1.50", .real(1.5)), ("1e19", .real(1e19)), (#"{"real":"1"}"#, .real(1)),
    (#"{"blob":"AB"}"#, .blob([171])),
  ])
  func otherSpellingsAreUnderstood(json: String, value: FieldValue) throws {
    #expect(try self.value(json) == value)
  }

  @Test(arguments: [
    "[]", "[1]", "{}", #"{"real":1}"#, #"{"real":"nan"}"#,
    #"{"real":"x"}"#, #"{"blob":"0"}"#, #"{"blob":null}"#, #"{"int":"1"}"#,
    #"{"real":"1","blob":""}"#,
  ])
  func whatNoFieldCanHoldIsRefused(json: String) throws {
    #expect(try value(json) == nil)
    let members = try #require(try CanonicalJSON.parse(Array(#"{"x":\#(json)}"#.utf8)).members)
    let error = #expect(throws: StoreError.self) { try FieldJSON.content(members) }
    #expect(error?.code == .badInput)
    #expect(error?.message.contains("$.x") == true)
  }

  @Test(arguments: [
    "18446744073709551615", "18446744073709551616", "-9223372036854775809", "1e400", "1e-400",
    "12345678901234567.25", "0.9999999999999999999", "4.9e-324",
  ])
  func aNumberThatWouldChangeIsTextWithItsDigits(json: String) throws {
    #expect(try value(json) == .text(json))
    let members = try #require(
      try CanonicalJSON.parse(Array(#"{"x":\#(json),"y":1,"z":"\#(json)"}"#.utf8)).members)
    let content = try FieldJSON.content(members)
    #expect(content.fields["x"] == .text(json))
    // Text that was text is none of them.
    #expect(content.numbersAsText == ["x"])
    #expect(content.note == "numbers kept as text: $.x")
    // And it comes back as the text it is now.
    #expect(try self.value(self.json(.text(json))) == .text(json))
  }

  @Test func whatNoFieldCanHoldIsKeptAsJSONTextOfItsMember() throws {
    let json = #"{"b":[1.0,{"z":1e400,"a":2}],"a":{"real":"1.5"},"c":1.50,"d":{}}"#
    let content = FieldJSON.content(of: try CanonicalJSON.parse(Array(json.utf8)))
    #expect(
      content.fields == [
        "a": .real(1.5), "b": .text(#"[1.0,{"a":2,"z":1e400}]"#), "c": .real(1.5),
        "d": .text("{}"),
      ])
    #expect(content.note == nil && content.misfits.isEmpty)
  }

  @Test(arguments: [
    #"{"":1}"#, #"{"A":1,"Press the button.\nThank you.":[2]}"#,
    #"{"\#(String(repeating: "k", count: 201))":"x"}"#,
  ])
  func anObjectWhoseNamesAreNoFieldNamesIsKeptWhole(json: String) throws {
    let content = FieldJSON.content(of: try CanonicalJSON.parse(Array(json.utf8)))
    #expect(content.fields == ["json": .text(json)])
    #expect(content.misfits.count == 1)
    #expect(content.note?.hasPrefix("kept whole in the field json: $[") == true)
  }

  @Test(arguments: ["[1,2.0]", "3", #""text""#, "null"])
  func whatIsNoObjectIsKeptWhole(json: String) throws {
    let content = FieldJSON.content(of: try CanonicalJSON.parse(Array(json.utf8)))
    #expect(content.fields == ["json": .text(json)])
    #expect(content.note == nil)
  }

  @Test func aNameThatNoFieldCanHaveIsRefused() throws {
    for name in ["", "a\nb", String(repeating: "x", count: 201)] {
      let error = #expect(throws: StoreError.self) { try FieldJSON.content([name: .null]) }
      #expect(error?.code == .badInput)
    }
    #expect(try FieldJSON.content(["a\u{308}": .integer(1)]).fields == ["ä": .integer(1)])
  }
}
