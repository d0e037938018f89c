import SharedStoreModel
import Testing

/// When a display that is followed gets a new timeline; the times are the test's own.
@Suite struct FollowedTimelineTests {
  private var followed = FollowedTimeline<CountSnapshot>()
  private let count = CountSnapshot(count: 3)

  private mutating func dates(
    at time: Int64, _ reading: Reading<CountSnapshot>
  ) -> [Int64]? {
    followed.advance(to: TestValues.time(time), reading: reading)?.entries.map {
      $0.date.milliseconds
    }
  }

  @Test mutating func theFirstReadingGivesTheFirstTimeline() {
    #expect(followed.refreshDate == nil)
    #expect(dates(at: 5, TestValues.reading(count)) == [5, 900_005])
    #expect(followed.refreshDate == TestValues.time(900_005))
  }

  @Test mutating func theSameRecordGivesTheNextOneAtThePolicysDate() {
    _ = dates(at: 5, TestValues.reading(count))
    #expect(dates(at: 6, TestValues.reading(count)) == nil)
    #expect(dates(at: 900_004, TestValues.reading(count)) == nil)
    #expect(dates(at: 900_005, TestValues.reading(count)) == [900_005, 1_800_005])
    #expect(dates(at: 900_005, TestValues.reading(count)) == nil)
  }

  @Test mutating func anotherRevisionGivesOneAtOnceAndThePolicyCountsFromThere() {
    _ = dates(at: 5, TestValues.reading(count, revision: 7))
    #expect(dates(at: 60, TestValues.reading(count, revision: 8)) == [60, 900_060])
    #expect(dates(at: 900_005, TestValues.reading(count, revision: 8)) == nil)
    #expect(dates(at: 900_060, TestValues.reading(count, revision: 8)) == [900_060, 1_800_060])
  }

  @Test mutating func whatCannotBeReadIsOneEntryAndIsAskedForAgainAfterFiveMinutes() {
    _ = dates(at: 5, TestValues.reading(count))
    #expect(dates(at: 60, TestValues.unavailable(.removed)) == [60])
    #expect(dates(at: 61, TestValues.unavailable(.storeMissing)) == [61])
    #expect(dates(at: 62, TestValues.unavailable(.storeMissing)) == nil)
    #expect(dates(at: 300_061, TestValues.unavailable(.storeMissing)) == [300_061])
    #expect(dates(at: 300_062, TestValues.reading(count)) == [300_062, 1_200_062])
  }

  @Test mutating func withThePolicyNeverOnlyANewRecordGivesOne() {
    followed = FollowedTimeline(policy: .never)
    _ = dates(at: 5, TestValues.reading(count, revision: 7))
    #expect(followed.refreshDate == nil)
    #expect(dates(at: 9_000_000_000, TestValues.reading(count, revision: 7)) == nil)
    #expect(dates(at: 9_000_000_000, TestValues.reading(count, revision: 8))?.count == 2)
  }

  @Test mutating func aDateThatHasPassedIsFiveMinutesAwayTheNextTime() {
    followed = FollowedTimeline(policy: .after(TestValues.time(400_000)))
    _ = dates(at: 0, TestValues.reading(count))
    #expect(followed.refreshDate == TestValues.time(400_000))
    #expect(dates(at: 400_000, TestValues.reading(count))?.first == 400_000)
    #expect(followed.refreshDate == TestValues.time(700_000))
  }

  @Test mutating func aClockThatIsSetBackGivesOneAtOnce() {
    _ = dates(at: 1_000_000, TestValues.reading(count))
    #expect(dates(at: 400, TestValues.reading(count)) == [400, 900_400])
  }
}
