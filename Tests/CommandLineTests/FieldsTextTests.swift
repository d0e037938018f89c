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
  func aTypeDecidesWhatTheTextIs(assignment: String, value: FieldValue) {
    #expect(FieldText.parse(assignment) == .set("x", value))
  }

  @Test(arguments: [
    "", "x", "=1", ":int=1", "x:int=", "x:int=1.0", "x:int=9223372036854775808", "x:real=",
    "x:real=nan", "x:real=one", "x:blob=0", "x:blob=0g", "x:blob=é0", "x:null=0", "x\n=1",
    "x\u{2028}:int=1",
  ])
  func whatFitsNoRuleIsRefused(assignment: String) {
    #expect(FieldText.parse(assignment) == nil)
  }

  @Test(arguments: [
    ("a b=1", "a b"), ("a:b=1", "a:b"), ("a:integer=1", "a:integer"), ("ä=1", "ä"),
    ("a\u{308}=1", "ä"), ("x:y:int=1", "x:y"),
  ])
  func anyTextBeforeTheEqualsSignThatIsNoTypeBelongsToTheName(assignment: String, name: String) {
    let change = FieldText.parse(assignment)
    #expect(change.map { Array($0.field.text.utf8) } == Array(name.utf8))
    #expect(change?.value == .integer(1))
  }

  @Test(arguments: [
    (FieldValue?.none, "(absent)"), (.some(.null), "null"), (.some(.integer(.min)), "\(Int64.min)"),
    (.some(.real(1)), "1.0"), (.some(.real(-0.0)), "-0.0"), (.some(.real(.infinity)), "inf"),
    (.some(.text("a")), "a"), (.some(.blob([0, 255])), "x'00ff'"),
    (.some(.text("a\u{1b}[2J\u{202e}\nb")), "a\u{fffd}[2J\u{fffd}\u{fffd}b"),
  ])
  func valuesAreShownOnOneHarmlessLine(value: FieldValue?, text: String) {
    #expect(FieldText.show(value) == text)
  }

  @Test func hexadecimalComesBack() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(Hexadecimal.bytes(Hexadecimal.text(bytes)) == bytes)
  }
}
