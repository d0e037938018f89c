import SharedStoreModel
import Testing

@testable import SharedStoreCommandLine

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
    "2026-10-25T14:50:00+14:00", "2026-10-25t00:50:00z", "2026-10-26T00:49:00+23:59",
    "2026-10-24T00:51:00-23:59",
  ])
  func anOffsetMovesTheInstantAndNothingElse(text: String) {
    #expect(DateText.parse(text)?.milliseconds == 1_792_889_400_000)
  }

  @Test(arguments: [
    ("1", 100), ("12", 120), ("123", 123), ("1234", 123), ("1239", 123), ("123456789", 123),
    ("9999", 999), ("0009", 0), (String(repeating: "9", count: 100), 999),
  ])
  func aFractionIsCutToMilliseconds(digits: String, milliseconds: Int) {
    #expect(DateText.parse("1970-01-01T00:00:00.\(digits)Z")?.milliseconds == Int64(milliseconds))
  }

  @Test(arguments: [
    "", "now", "2026-10-25", "2026-10-25T00:50Z", "2026-10-25 00:50:00Z", "2026-10-25T00:50:00",
    "2026-10-25T00:50:00.Z", "2026-10-25T00:50:00,5Z", "2026-10-25T00:50:00.5",
    "2026-10-25T00:50:00ZZ",
    "2026-10-25T00:50:00Z ", " 2026-10-25T00:50:00Z", "+2026-10-25T00:50:00Z",
    "2026-10-25T00:50:00+2:00", "2026-10-25T00:50:00Z+02:00", "26-10-25T00:50:00Z",
    "12026-10-25T00:50:00Z", "2026-10-25T00:50:00Z\u{301}", "2026-10-25T00:50:00 02:00",
    "2026-1-25T00:50:00Z", "2026-10-25T00:50:0aZ", "2026-10-25T00:50:00+0200",
    "２０２６-10-25T00:50:00Z", "1792889400000",
    "2026-10-25T00:50:00.٥Z",
  ])
  func anyOtherFormIsRefused(text: String) {
    #expect(DateText.parse(text) == nil)
  }

  @Test(arguments: [
    "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-32T00:00:00Z",
    "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T23:60:00Z", "2026-12-31T23:59:60Z",
    "2016-12-31T23:59:60Z",
    "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+23:60", "2026-01-01T00:00:00-99:99",
  ])
  func aDateThatNoCalendarHasIsRefused(text: String) {
    #expect(DateText.parse(text) == nil)
  }

  @Test(arguments: [
    "2000-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "9996-02-29T12:00:00.000Z",
  ])
  func aLeapYearHasOneDayMore(text: String) throws {
    #expect(DateText.format(try #require(DateText.parse(text))) == text)
  }

  /// The calendar repeats itself after 400 years.
  @Test func everyDayFollowsTheOneBefore() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var (year, month, day) = (1970, 1, 1)
    for days in 0..<146_097 + 366 {
      let date = CivilDate(daysSince1970: days)
      guard (date.year, date.month, date.day) == (year, month, day), date.daysSince1970 == days,
        date == CivilDate(year: year, month: month, day: day)
      else { Issue.record("\(days): \(date)"); return }
      let isLeap = year.isMultiple(of: 400) || year.isMultiple(of: 4) && !year.isMultiple(of: 100)
      day += 1
      if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test(arguments: [
    ("1969-12-31T23:00:00-01:00", 0 as Int64),
    ("9999-01-01T00:59:59.999+01:00", Timestamp.latestMilliseconds),
  ])
  func theRangeIsThatOfTheInstant(text: String, milliseconds: Int64) {
    #expect(DateText.parse(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "9998-12-31T23:59:59-00:01", "0000-01-01T00:00:00+23:59", "1969-12-31T23:59:59.999Z",
    "1970-01-01T00:59:59+01:00", "9999-01-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
  ])
  func aDateOutOfRangeIsRefused(text: String) {
    #expect(DateText.parse(text) == nil)
  }
}
