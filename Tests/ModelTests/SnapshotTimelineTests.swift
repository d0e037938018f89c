import SharedStoreModel
import Testing

@Suite struct SnapshotTimelineTests {
  private let count = CountSnapshot(count: 3, title: "Today")

  /// 2026-10-25T00:50:00Z and other instants at which calendars do something odd.
  static let oddInstants: [Int64] = [
    1_792_889_400_000,  // Berlin, ten minutes before the clocks go back.
    1_774_745_400_000,  // Berlin, ten minutes before they go forward.
    1_798_761_000_000,  // Ten minutes before the end of a year.
    1_835_481_300_000,  // Five minutes before the end of a 29th of February.
    1_483_228_799_000,  // The second before a leap second.
    0,
    Timestamp.latestMilliseconds,
  ]

  @Test(arguments: oddInstants)
  func aValueGivesExactlyTwoEntriesFifteenMinutesApart(_ instant: Int64) throws {
    let now = try #require(Timestamp(milliseconds: instant))
    let timeline = SnapshotTimeline(now: now, reading: TestValues.reading(count))
    #expect(timeline.entries.map(\.date.milliseconds) == [instant, instant + 900_000])
    #expect(timeline.policy == .atEnd)
  }

  @Test func bothEntriesShowTheSameRecord() {
    let reading = TestValues.reading(count, revision: 41)
    let timeline = SnapshotTimeline(now: TestValues.time(5), reading: reading)
    #expect(timeline.entries.map(\.snapshot) == [reading.snapshot, reading.snapshot])
    #expect(timeline.entries.allSatisfy { $0.snapshot?.revision == TestValues.revision(41) })
  }

  @Test func zeroIsAValue() {
    let zero = CountSnapshot(count: 0)
    let timeline = SnapshotTimeline(now: TestValues.time(5), reading: TestValues.reading(zero))
    #expect(timeline.entries.map { $0.snapshot?.payload.count } == [0, 0])
  }

  @Test func theIntervalCanBeChosen() throws {
    let interval = try #require(TimelineInterval(milliseconds: 60_000))
    let timeline = SnapshotTimeline(
      now: TestValues.time(7), reading: TestValues.reading(count), interval: interval)
    #expect(timeline.entries.map(\.date.milliseconds) == [7, 60_007])
  }

  @Test func theLatestTimeAndTheLongestIntervalFitTogether() throws {
    let now = try #require(Timestamp(milliseconds: Timestamp.latestMilliseconds))
    let interval = try #require(TimelineInterval(milliseconds: 31_536_000_000))
    let timeline = SnapshotTimeline(
      now: now, reading: TestValues.reading(count), interval: interval)
    // 9999-12-31T23:59:59.999Z, the last date that can be written.
    #expect(timeline.entries.last?.date.milliseconds == 253_402_300_799_999)
    #expect(timeline.entries[0].date < timeline.entries[1].date)
  }

  @Test(arguments: StoreError.Code.allCases)
  func everyReasonGivesOneDefaultEntryThatAsksAgainInFiveMinutes(_ code: StoreError.Code) {
    let timeline = SnapshotTimeline(
      now: TestValues.time(1_000), reading: TestValues.unavailable(code))
    #expect(timeline.entries.count == 1)
    #expect(timeline.entries[0].date == TestValues.time(1_000))
    #expect(timeline.entries[0].state == .unavailable(reason: code))
    #expect(timeline.entries[0].snapshot == nil)
    #expect(timeline.policy == .after(TestValues.time(301_000)))
    #expect(timeline.refreshDate == TestValues.time(301_000))
  }

  @Test(arguments: [.atEnd, .never, .after(TestValues.time(9_000_000))] as [RefreshPolicy])
  func aDefaultEntryAsksAgainWhateverThePolicyForValues(_ policy: RefreshPolicy) {
    let timeline = SnapshotTimeline(
      now: TestValues.time(0), reading: TestValues.unavailable(.storeMissing), policy: policy)
    #expect(timeline.policy == .after(TestValues.time(300_000)))
  }

  @Test func anyPayloadHasATimeline() {
    struct Weather: Equatable {
      var degrees = 21.5
      var words = ["sunny", ""]
    }
    let timeline = SnapshotTimeline(
      now: TestValues.time(0), reading: TestValues.reading(Weather()))
    #expect(timeline.entries.map { $0.snapshot?.payload } == [Weather(), Weather()])
  }

  @Test func theSameInputGivesTheSameTimeline() {
    func timeline() -> SnapshotTimeline<CountSnapshot> {
      SnapshotTimeline(
        now: TestValues.time(1_792_889_400_000), reading: TestValues.reading(count),
        policy: .after(TestValues.time(1_792_899_400_000)))
    }
    #expect(timeline() == timeline())
    #expect(timeline().hashValue == timeline().hashValue)
  }

  @Test func otherInputGivesAnotherTimeline() {
    let timeline = SnapshotTimeline(now: TestValues.time(0), reading: TestValues.reading(count))
    let later = SnapshotTimeline(now: TestValues.time(1), reading: TestValues.reading(count))
    let newer = SnapshotTimeline(
      now: TestValues.time(0), reading: TestValues.reading(count, revision: 8))
    #expect(timeline != later)
    #expect(timeline != newer)
  }
}

@Suite struct RefreshPolicyTests {
  private func timeline(_ policy: RefreshPolicy) -> SnapshotTimeline<CountSnapshot> {
    SnapshotTimeline(
      now: TestValues.time(1_000), reading: TestValues.reading(CountSnapshot(count: 1)),
      policy: policy)
  }

  @Test func atEndAsksOnceTheLastEntryHasBegun() {
    #expect(timeline(.atEnd).refreshDate == TestValues.time(901_000))
  }

  @Test func neverAsksNever() {
    #expect(timeline(.never).policy == .never)
    #expect(timeline(.never).refreshDate == nil)
  }

  @Test(
    arguments: [
      (0, 301_000), (1_000, 301_000), (300_999, 301_000), (301_000, 301_000), (301_001, 301_001),
      (Timestamp.latestMilliseconds, Timestamp.latestMilliseconds),
    ] as [(Int64, Int64)])
  func aDateIsMovedToFiveMinutesFromNowAtTheSoonest(_ asked: Int64, _ granted: Int64) {
    let timeline = timeline(.after(TestValues.time(asked)))
    #expect(timeline.policy == .after(TestValues.time(granted)))
    #expect(timeline.refreshDate == TestValues.time(granted))
  }
}

@Suite struct SnapshotTimelineLookupTests {
  private let timeline = SnapshotTimeline(
    now: TestValues.time(1_000), reading: TestValues.reading(CountSnapshot(count: 1)))
  private let defaults = SnapshotTimeline(
    now: TestValues.time(1_000), reading: TestValues.unavailable(.notFound))

  @Test(
    arguments: [
      (0, nil), (999, nil), (1_000, 1_000), (900_999, 1_000), (901_000, 901_000),
      (Timestamp.latestMilliseconds, 901_000),
    ] as [(Int64, Int64?)])
  func theEntryShownIsTheLatestThatHasBegun(_ time: Int64, _ expected: Int64?) {
    #expect(timeline.entry(at: TestValues.time(time))?.date.milliseconds == expected)
  }

  @Test(
    arguments: [
      (0, 1_000), (999, 1_000), (1_000, 901_000), (900_999, 901_000), (901_000, nil),
      (Timestamp.latestMilliseconds, nil),
    ] as [(Int64, Int64?)])
  func theNextChangeIsTheFirstEntryStillToCome(_ time: Int64, _ expected: Int64?) {
    #expect(timeline.nextChange(after: TestValues.time(time))?.milliseconds == expected)
  }

  @Test(
    arguments: [
      (0, false), (1_000, false), (901_000, false), (901_001, true),
      (Timestamp.latestMilliseconds, true),
    ] as [(Int64, Bool)])
  func aTimelineIsPastItsEndOnceItsLastEntryHasHadItsTurn(_ time: Int64, _ expected: Bool) {
    #expect(timeline.isPastEnd(at: TestValues.time(time)) == expected)
  }

  @Test func theLookupsServeADefaultEntryToo() {
    #expect(defaults.entry(at: TestValues.time(999)) == nil)
    #expect(
      defaults.entry(at: TestValues.time(1_000))?.state == .unavailable(reason: .notFound))
    #expect(defaults.nextChange(after: TestValues.time(999)) == TestValues.time(1_000))
    #expect(defaults.nextChange(after: TestValues.time(1_000)) == nil)
    #expect(!defaults.isPastEnd(at: TestValues.time(1_000)))
    #expect(defaults.isPastEnd(at: TestValues.time(1_001)))
  }
}
