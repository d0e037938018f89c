import SharedStoreModel
import Testing

@Suite struct RemainingTimeTests {
  private static let start: Int64 = 1_700_000_000_000

  private static func time(_ milliseconds: Double) -> Timestamp {
    Timestamp(clampingMilliseconds: start + Int64(milliseconds))
  }

  private func stage(
    done: Int, total: Int, before: Int = 0, counted seconds: Double, measured: Int64? = nil
  ) -> WeightedProgress.Stage {
    WeightedProgress.Stage(
      name: "work", weight: 50, total: total, done: done,
      timing: StageTiming(
        begunAt: RemainingTimeTests.time(0), begunDone: before,
        countedAt: RemainingTimeTests.time(seconds * 1_000)),
      measured: measured)
  }

  private func remaining(
    _ stage: WeightedProgress.Stage, later: [WeightedProgress.Stage] = [], at seconds: Double
  ) -> RemainingTime? {
    WeightedProgress([stage] + later).remaining(now: RemainingTimeTests.time(seconds * 1_000))
  }

  @Test func unitsOfAnEarlierAttemptAreNotTakenForFastOnes() {
    #expect(remaining(stage(done: 131, total: 1_351, before: 130, counted: 24), at: 24) == nil)
    let left = remaining(stage(done: 140, total: 1_351, before: 130, counted: 37), at: 37)
    #expect(left?.stage == 4_480_700)
  }

  @Test func beforeTwoUnitsAndASecondNothingIsSaid() {
    #expect(remaining(stage(done: 1, total: 10, counted: 60), at: 60) == nil)
    #expect(remaining(stage(done: 5, total: 10, counted: 0.999), at: 0.999) == nil)
    #expect(remaining(stage(done: 2, total: 4, counted: 1), at: 1)?.stage == 1_000)
  }

  @Test func aClockThatWasSetBackHidesTheTime() {
    #expect(remaining(stage(done: 5, total: 10, counted: 5), at: -10) == nil)
    #expect(remaining(stage(done: 5, total: 10, counted: -5), at: 10) == nil)
  }

  @Test func theTimeOfTheWholeIsToldOnlyIfEachStageLeftWasMeasuredBefore() {
    let now = stage(done: 5, total: 10, counted: 5)
    func later(_ measured: Int64?, _ total: Int = 7) -> WeightedProgress.Stage {
      WeightedProgress.Stage(
        name: "l", weight: 5, total: total, done: 0, timing: nil, measured: measured)
    }
    #expect(remaining(now, at: 5) == RemainingTime(stage: 5_000, job: 5_000))
    #expect(
      remaining(now, later: [later(40), later(2)], at: 5) == RemainingTime(stage: 5_000, job: 5_042)
    )
    #expect(
      remaining(now, later: [later(40), later(nil)], at: 5) == RemainingTime(stage: 5_000, job: nil)
    )
    // What has no units takes no time.
    #expect(remaining(now, later: [later(nil, 0), later(3)], at: 5)?.job == 5_003)
    #expect(remaining(now, later: [later(.max)], at: 5)?.job == nil)
  }

  @Test func aSlowUnitMakesTheTimeLongerAndNeverShorterThanHalfOfWhatItTookSoFar() {
    let stage = stage(done: 9, total: 10, counted: 9)
    #expect(remaining(stage, at: 9)?.stage == 1_000)
    #expect(remaining(stage, at: 9.3)?.stage == 700)
    #expect(remaining(stage, at: 19)?.stage == 5_000)
  }

  @Test func timesBeyondTheNumbersAreHidden() {
    let start = RemainingTimeTests.time(0)
    let stage = WeightedProgress.Stage(
      name: "work", weight: 100, total: .max, done: 2,
      timing: StageTiming(
        begunAt: start, begunDone: 0,
        countedAt: Timestamp(clampingMilliseconds: RemainingTimeTests.start + 1_000_000_000)),
      measured: nil)
    #expect(remaining(stage, at: 1_000_000) == nil)
    #expect(WeightedProgress([]).remaining(now: start) == nil)
  }

  // MARK: Simulated jobs

  /// One stage of a simulated job: what each of its units takes, in milliseconds.
  private struct Work {
    let units: [Double]
    let isEven: Bool

    var whole: Double { units.reduce(0, +) }

    /// Units of other stages cost up to ten thousand times as much.
    static func random(_ random: inout SeededRandom) -> Work {
      let count = Int.random(in: 1...400, using: &random)
      let cost: Double = [0.5, 5, 50, 500, 5_000].randomElement(using: &random) ?? 1
      let isEven = Bool.random(using: &random)
      var units = [Double](repeating: cost, count: count)
      if !isEven {
        for place in 0..<count {
          let drift = 1 + Double(place) / Double(count)
          units[place] *= drift * Double.random(in: 0.5...2, using: &random)
        }
      }
      return Work(units: units, isEven: isEven)
    }
  }

  private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// A job that was run before, and is looked at throughout as it runs once more.
  private struct Simulation {
    let works: [Work]
    let measured: [Int64?]
    var shown = (stage: 0, job: 0)

    /// What a reader sees at a moment.
    func progress(at now: Double) -> (WeightedProgress, place: Int, left: Double)? {
      var begin = 0.0
      var stages: [WeightedProgress.Stage] = []
      var place: Int?
      for (index, work) in works.enumerated() {
        var (done, counted) = (0, begin)
        while done < work.units.count, counted + work.units[done] <= now {
          counted += work.units[done]
          done += 1
        }
        if done < work.units.count, place == nil { place = index }
        let timing =
          now < begin
          ? nil
          : StageTiming(
            begunAt: RemainingTimeTests.time(begin), begunDone: 0,
            countedAt: RemainingTimeTests.time(counted))
        stages.append(
          .init(
            name: "\(index)", weight: 30, total: work.units.count, done: done, timing: timing,
            measured: measured[index]))
        begin += work.whole
      }
      guard let place else { return nil }
      let end = works[...place].reduce(0) { $0 + $1.whole }
      return (WeightedProgress(stages), place, end - now)
    }
  }

  @Test func whatIsShownOfTwoHundredJobsIsNearWhatTheyTake() throws {
    var random = SeededRandom(state: 7)
    var (stages, wholes) = (0, 0)
    for _ in 0..<200 {
      let works = (0..<3).map { _ in Work.random(&random) }
      let isKnown = Bool.random(using: &random)
      // The job before had other units, each up to twice as slow or fast.
      let measured = works.map { work in
        isKnown ? Int64(work.whole * .random(in: 0.5...2, using: &random)) : nil
      }
      let whole = works.reduce(0) { $0 + $1.whole }
      let simulation = Simulation(works: works, measured: measured)
      for _ in 0..<25 {
        let now = Double.random(in: 0..<whole, using: &random)
        guard let (progress, place, left) = simulation.progress(at: now),
          let time = progress.remaining(now: RemainingTimeTests.time(now))
        else { continue }
        stages += 1
        let (work, stage) = (works[place], progress.stages[place])
        #expect(Double(time.stage) >= left / 10)
        if work.isEven, stage.done * 10 >= stage.total, stage.total - stage.done > 1 {
          #expect(Double(time.stage) <= left * 2 && Double(time.stage) >= left / 2)
        }
        guard let job = time.job else { continue }
        wholes += 1
        #expect(place == 2 || isKnown)
        #expect(Double(job) >= (whole - now) / 10)
      }
    }
    #expect(stages > 1_500 && wholes > 500, "\(stages), \(wholes)")
  }
}
