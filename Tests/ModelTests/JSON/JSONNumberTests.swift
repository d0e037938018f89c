import Testing

@testable import SharedStoreModel

/// What a number is, once somebody asks for an integer or a floating-point number.
@Suite struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text)) }

  @Test(
    arguments: [
      ("1", 1), ("0", 0), ("-7", -7), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9007199254740993", 9_007_199_254_740_993),
    ] as [(String, Int64)])
  func anIntegerIsOneInItsOwnSpelling(_ text: String, _ integer: Int64) throws {
    #expect(try number(text).canonicalInteger == integer)
    #expect(try number(text).integer() == integer)
  }

  @Test(arguments: ["1.0", "1e0", "-0", "9223372036854775808", "-9223372036854775809", "1E2"])
  func anotherSpellingIsNoCanonicalInteger(_ text: String) throws {
    #expect(try number(text).canonicalInteger == nil)
  }

  @Test(
    arguments: [
      ("1.0", 1), ("1e3", 1_000), ("-0", 0), ("-0.0", 0), ("120e-1", 12), ("1.5e1", 15),
      ("0e99999999999999999999", 0), ("92233720368547758070e-1", .max),
    ] as [(String, Int64)])
  func aWholeNumberIsFoundInAnySpelling(_ text: String, _ integer: Int64) throws {
    #expect(try number(text).integer() == integer)
  }

  @Test(arguments: [
    "1.5", "1e-1", "9223372036854775808", "1e19", "1e400", "1e99999999999999999999", "0.1",
    "1e-99999999999999999999", "1e-9223372036854775808",
  ])
  func whatIsNoIntegerOfSixtyFourBitsIsNone(_ text: String) throws {
    #expect(try number(text).integer(Int64.self) == nil)
  }

  @Test func integersAreTakenAtTheirOwnWidth() throws {
    #expect(try number("18446744073709551615").integer(UInt64.self) == .max)
    #expect(try number("18446744073709551616").integer(UInt64.self) == nil)
    #expect(try number("-1").integer(UInt8.self) == nil)
    #expect(try number("255.0").integer(UInt8.self) == 255)
    #expect(try number("256").integer(UInt8.self) == nil)
  }

  @Test(
    arguments: [
      ("1.0", 1), ("1e2", 100), ("0.1", 0.1), ("1.50", 1.5), ("15e-1", 1.5), ("1e19", 1e19),
      ("0.30000000000000004", 0.30000000000000004), ("5e-324", 5e-324), ("0.0", 0),
      ("1.7976931348623157e308", .greatestFiniteMagnitude), ("100000000000000000000", 1e20),
      ("0e99999999999999999999", 0), ("1E+05", 100_000),
    ] as [(String, Double)])
  func aNumberThatPrintsAsTheSameValueIsThatFloatingPointNumber(
    _ text: String, _ double: Double
  ) throws {
    #expect(try number(text).faithfulDouble?.bitPattern == double.bitPattern)
  }

  @Test(arguments: [
    "12345678901234567.25", "0.9999999999999999999", "1e-400", "1e400", "18446744073709551615",
    "18446744073709551616", "-9223372036854775809", "4.9e-324", "0.1000000000000000000001",
    "9007199254740993.0", "1e99999999999999999999", "1e-99999999999999999999",
    "1e-9223372036854775808", "3.14159265358979323846",
  ])
  func aNumberThatWouldChangeIsNone(_ text: String) throws {
    #expect(try number(text).faithfulDouble == nil)
  }

  @Test func zeroKeepsItsSign() throws {
    for text in ["-0", "-0.0", "-0e5", "-0.000"] {
      #expect(try number(text).faithfulDouble?.sign == .minus)
    }
    for text in ["0", "0.0", "0e5"] { #expect(try number(text).faithfulDouble?.sign == .plus) }
  }

  @Test(arguments: ["", "a", "1 ", " 1", "+1", "01", ".5", "1.", "nan", "inf", "0x1", "1e", "١"])
  func whatIsNoNumberInJSONIsNone(_ text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test func aFloatingPointNumberIsWrittenSoThatItComesBack() throws {
    for value in [0.1, -0.0, 1, 1e300, 5e-324, .pi, .greatestFiniteMagnitude] as [Double] {
      let text = try #require(JSONNumber(value)).text
      #expect(JSONNumber(text)?.faithfulDouble?.bitPattern == value.bitPattern)
    }
    #expect(JSONNumber(Float(0.1))?.text == "0.1")
    #expect(JSONNumber(Double.nan) == nil && JSONNumber(-Double.infinity) == nil)
  }
}
