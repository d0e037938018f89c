import Foundation
import SharedStoreModel
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [0, 1, 1_792_889_400_000, Timestamp.latestMilliseconds])
  func everyInstantOfTheRangeIsAccepted(_ milliseconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds)?.milliseconds == milliseconds)
  }

  @Test(arguments: [-1, Int64.min, Timestamp.latestMilliseconds + 1, Int64.max])
  func anInstantOutsideTheRangeIsRefused(_ milliseconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds) == nil)
  }

  @Test func theRangeEndsAYearBeforeTheLastDateThatCanBeWritten() {
    // 9998-12-31T23:59:59.999Z; a year later is the last millisecond of 9999.
    #expect(Timestamp.latestMilliseconds == 253_370_764_799_999)
    #expect(Timestamp.latestMilliseconds + 365 * 86_400_000 == 253_402_300_799_999)
  }

  @Test(
    arguments: [
      (-1, 0), (Int64.min, 0), (0, 0), (77, 77),
      (Timestamp.latestMilliseconds, Timestamp.latestMilliseconds),
      (Int64.max, Timestamp.latestMilliseconds),
    ] as [(Int64, Int64)])
  func clampingMovesAClockThatIsOffToTheNearestEnd(_ given: Int64, _ expected: Int64) {
    #expect(Timestamp(clampingMilliseconds: given).milliseconds == expected)
  }

  @Test func instantsAreOrdered() throws {
    let (first, second) = (
      try #require(Timestamp(milliseconds: 9)), try #require(Timestamp(milliseconds: 10))
    )
    #expect(first < second)
    #expect(!(second < first))
    #expect(!(first < first))
  }

  @Test(arguments: ["-1", "253370764800000", "9223372036854775807", "9223372036854775808", "1e300"])
  func decodingRefusesWhatTheInitializerRefuses(_ number: String) {
    for json in ["[\(number)]", #"[{"milliseconds":\#(number)}]"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([Timestamp].self, from: Data(json.utf8))
      }
    }
  }

  @Test func anEncodedInstantIsDecodedAsItWas() throws {
    let times = [0, 1_792_889_400_000, Timestamp.latestMilliseconds].compactMap {
      Timestamp(milliseconds: $0)
    }
    let data = try JSONEncoder().encode(times)
    #expect(try JSONDecoder().decode([Timestamp].self, from: data) == times)
    #expect(times.count == 3)
  }
}

@Suite struct TimelineIntervalTests {
  @Test(arguments: [60_000, 60_001, 900_000, 31_536_000_000] as [Int64])
  func oneMinuteToOneYearIsAnInterval(_ milliseconds: Int64) {
    #expect(TimelineInterval(milliseconds: milliseconds)?.milliseconds == milliseconds)
  }

  @Test(arguments: [59_999, 0, -900_000, Int64.min, 31_536_000_001, Int64.max])
  func anythingShorterOrLongerIsRefused(_ milliseconds: Int64) {
    #expect(TimelineInterval(milliseconds: milliseconds) == nil)
  }

  @Test func theNamedIntervalsAreWhatTheyAreCalled() {
    #expect(TimelineInterval.quarterHour.milliseconds == 900_000)
    #expect(TimelineInterval.fiveMinutes.milliseconds == 300_000)
  }
}
