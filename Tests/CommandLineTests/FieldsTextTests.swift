import SharedStoreCommandLine
import SharedStoreModel
import SharedStoreReader
import Testing

/// Fields as they are typed on a command line.
@Suite struct FieldsTextTests {
  @Test(arguments: [
    ("0", FieldValue.integer(0)), ("-7", .integer(-7)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("1.0", .real(1)), ("-0.0", .real(-0.0)), ("0.1", .real(0.1)), ("1e+16", .real(1e16)),
    ("5e-324", .real(.leastNonzeroMagnitude)), ("true", .integer(1)), ("false", .integer(0)),
    ("null", .null),
  ])
  func canonicalSpellingsAreNumbersBooleansAndNull(text: String, value: FieldValue) {
    #expect(FieldText.plain(text) == value)
  }

  @Test(arguments: [
    "", " ", "007", "+1", "1e3", "1.", ".5", "1.50", "0x10", "1_000", "-0", " 1", "1 ", "inf",
    "nan", "NULL", "True", "9223372036854775808", "1,5", "\u{661}", "x=1", "e\u{301}",
  ])
  func everythingElseIsTextAsItWasWritten(text: String) {
    #expect(FieldText.plain(text) == .text(text))
  }

  @Test(arguments: [
    ("x:int=7", FieldValue.integer(7)), ("x:int=+7", .integer(7)), ("x:real=1", .real(1)),
    ("x:real=inf", .real(.infinity)), ("x:real=-0", .real(-0.0)), ("x:real=1e3", .real(1_000)),
    ("x:text=7", .text("7")), ("x:text=", .text("")), ("x:text=a=b", .text("a=b")),
    ("x:text=null", .text("null")), ("x:blob=00ffAB", .blob([0, 255, 171])),
    ("x:blob=", .blob([])), ("x:null=", .null),
  ])
  func aTypeDecidesWhatTheTextIs(assignment: String, value: FieldValue) throws {
    #expect(try FieldText.parse(assignment) == .set("x", value))
  }

  @Test(arguments: [
    ("", FieldText.Refusal.noAssignment), ("x", .noAssignment), ("=1", .name), (":int=1", .name),
    ("\u{3000}=1", .name), ("x\n=1", .name), ("x\u{2028}:int=1", .name), ("a:b=1", .type),
    ("a:integer=1", .type), ("a:=1", .type), ("a: int=1", .type), ("a:INT=1", .type),
    ("a:\u{301}int=1", .type), ("http://x=1", .type), ("x:int=", .value), ("x:int=1.0", .value),
    ("x:int=9223372036854775808", .value), ("x:real=", .value), ("x:real=nan", .value),
    ("x:real=one", .value), ("x:blob=0", .value), ("x:blob=0g", .value), ("x:blob=é0", .value),
    ("x:null=0", .value),
  ])
  func whatFitsNoRuleIsRefusedAndSaysWhy(assignment: String, refusal: FieldText.Refusal) {
    #expect(throws: refusal) { try FieldText.parse(assignment) }
  }

  @Test func aTypeThatIsNoneIsAnsweredWithThoseThereAre() {
    for type in ["int", "real", "text", "blob", "null"] {
      #expect(FieldText.Refusal.type.reason.contains(type))
    }
  }

  @Test(arguments: [
    ("a b=1", "a b"), ("a:b:int=1", "a:b"), ("ä=1", "ä"), ("a\u{308}=1", "ä"),
    ("x:y:int=1", "x:y"), ("a:\u{301}:int=1", "a:\u{301}"),
  ])
  func whatStandsBeforeTheTypeBelongsToTheName(assignment: String, name: String) throws {
    let change = try FieldText.parse(assignment)
    #expect(Array(change.field.text.utf8) == Array(name.utf8))
    #expect(change.value == .integer(1))
  }

  @Test(arguments: ["\u{301}", "\u{301}x=y", "\u{FE0F}", "\u{200D}a", "\u{93F}"])
  func aValueMayBeginWithWhatMeltsIntoTheSignBeforeIt(value: String) throws {
    #expect(try FieldText.parse("a=" + value) == .set("a", .text(value)))
    #expect(try FieldText.parse("a:text=" + value) == .set("a", .text(value)))
  }

  @Test(arguments: [
    (FieldValue?.none, "(absent)"), (.some(.null), "null"), (.some(.integer(.min)), "\(Int64.min)"),
    (.some(.real(1)), "1.0"), (.some(.real(-0.0)), "-0.0"), (.some(.real(.infinity)), "inf"),
    (.some(.text("a")), "a"), (.some(.blob([0, 255])), "x'00ff'"), (.some(.integer(5)), "5"),
    (.some(.text("5")), #""5""#), (.some(.text("null")), #""null""#), (.some(.text("")), #""""#),
    (.some(.text("1.0")), #""1.0""#), (.some(.text("inf")), #""inf""#),
    (.some(.text("true")), #""true""#), (.some(.text("(absent)")), #""(absent)""#),
    (.some(.text("x'00ff'")), #""x'00ff'""#), (.some(.text(#""a""#)), #""\"a\"""#),
    (.some(.text("a\n")), #""a\n""#), (.some(.text(" a")), #"" a""#),
    (.some(.text("a\u{200B}")), #""a\u{200B}""#), (.some(.text("\u{301}")), "\"\u{301}\""),
    (.some(.text("C:\\new")), "C:\\new"), (.some(.text("naïve 名前 👩‍👩‍👧")), "naïve 名前 👩‍👩‍👧"),
    (.some(.text("a\u{1b}[2J\u{202e}\nb")), #""a\u{1B}[2J\u{202E}\nb""#),
  ])
  func valuesAreShownOnOneHarmlessLineAndTakenForNothingElse(value: FieldValue?, text: String) {
    #expect(FieldText.show(value) == text)
  }

  @Test(arguments: [
    (FieldValue.text("a"), FieldValue.text("b"), "a -> b"), (.text("5"), .integer(5), #""5" -> 5"#),
    (.text("caf\u{E9}"), .text("cafe\u{301}"), #""caf\u{E9}" -> "cafe\u{301}""#),
    (.text("a b"), .text("a\u{A0}b"), #""a b" -> "a\u{A0}b""#),
    (
      .blob(Array(repeating: 1, count: 61)), .null,
      "x'" + String(repeating: "01", count: 60) + "…' (61 bytes) -> null"
    ),
    (
      .text(String(repeating: "a", count: 100)), .null,
      #"""# + String(repeating: "a", count: 60) + #""… (100 bytes) -> null"#
    ),
    (
      .text(String(repeating: "a", count: 100) + "b"), .text(String(repeating: "a", count: 100)),
      "…\"" + String(repeating: "a", count: 20) + "b\" (101 bytes) -> …\""
        + String(repeating: "a", count: 20) + "\" (100 bytes)"
    ),
  ])
  func aChangeIsShownShortAndSoThatItIsSeen(
    before: FieldValue, after: FieldValue, text: String
  ) {
    #expect(FieldText.show(before, to: after) == text)
  }

  @Test func hexadecimalComesBack() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(Hexadecimal.bytes(Hexadecimal.text(bytes)) == bytes)
  }
}
