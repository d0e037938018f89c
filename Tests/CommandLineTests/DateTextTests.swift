import SharedStoreCommandLine
import SharedStoreModel
import Testing

@Suite struct DateTextTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"),
    (7, "1970-01-01T00:00:00.007Z"),
    (999, "1970-01-01T00:00:00.999Z"),
    (1_792_889_400_000, "2026-10-25T00:50:00.000Z"),
    (1_709_164_800_050, "2024-02-29T00:00:00.050Z"),
    (Timestamp.latestMilliseconds, "9998-12-31T23:59:59.999Z"),
  ])
  func anInstantIsWrittenInUTCWithMillisecondsAndReadBack(
    milliseconds: Int64, text: String
  ) throws {
    let time = try #require(Timestamp(milliseconds: milliseconds))
    #expect(DateText.format(time) == text)
    #expect(DateText.parse(text) == time)
  }

  @Test func everyMillisecondOfASecondSurvivesTheWayThroughText() throws {
    for fraction in 0..<1_000 as Range<Int64> {
      let time = try #require(Timestamp(milliseconds: 253_370_764_799_000 + fraction))
      #expect(DateText.parse(DateText.format(time)) == time)
    }
  }

  @Test(arguments: [
    "2026-10-25T02:50:00+02:00", "2026-10-24T20:50:00-04:00", "2026-10-25T00:50:00Z",
    "2026-10-25T00:50:00.0Z", "2026-10-25T06:20:00.000+05:30", "2026-10-25T00:50:00-00:00",
    "2026-10-25T14:50:00+14:00",
  ])
  func anOffsetMovesTheInstantAndNothingElse(text: String) {
    #expect(DateText.parse(text)?.milliseconds == 1_792_889_400_000)
  }

  @Test(arguments: [("1", 100), ("12", 120), ("123", 123)])
  func aFractionHasUpToThreeDigits(digits: String, milliseconds: Int64) {
    #expect(DateText.parse("1970-01-01T00:00:00.\(digits)Z")?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "now", "2026-10-25", "2026-10-25T00:50Z", "2026-10-25 00:50:00Z", "2026-10-25T00:50:00",
    "2026-10-25T00:50:00.1234Z", "2026-10-25T00:50:00.Z", "2026-10-25T00:50:00z",
    "2026-10-25T00:50:00Z ", " 2026-10-25T00:50:00Z", "+2026-10-25T00:50:00Z",
    "2026-10-25T00:50:00+2:00", "2026-10-25T00:50:00+0200", "２０２６-10-25T00:50:00Z", "1792889400000",
    "2026-10-25T00:50:00.٥Z",
  ])
  func anyOtherFormIsRefused(text: String) {
    #expect(DateText.parse(text) == nil)
  }

  @Test(arguments: [
    "2026-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T23:60:00Z", "2026-12-31T23:59:60Z",
    "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+23:60", "2026-01-01T00:00:00-99:99",
  ])
  func aDateThatNoCalendarHasIsRefused(text: String) {
    #expect(DateText.parse(text) == nil)
  }

  @Test(arguments: [
    "1969-12-31T23:59:59.999Z", "1970-01-01T00:59:59+01:00", "9999-01-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
  ])
  func aDateOutOfRangeIsRefused(text: String) {
    #expect(DateText.parse(text) == nil)
  }
}
