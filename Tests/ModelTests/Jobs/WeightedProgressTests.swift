import SharedStoreModel
import Testing

@Suite struct WeightedProgressTests {
  private func percent(_ stages: (weight: Int, done: Int, total: Int)...) -> Int? {
    WeightedProgress(
      stages.enumerated().map { position, stage in
        WeightedProgress.Stage(
          name: "\(position)", weight: stage.weight, total: stage.total, done: stage.done)
      }
    ).percent
  }

  @Test func fourConversionsAtSixtyAndTwoVerificationsAtFortyShowTheirSteps() {
    let converted = (1...4).map { percent((60, $0, 4), (40, 0, 2)) }
    #expect(converted == [15, 30, 45, 60])
    #expect((1...2).map { percent((60, 4, 4), (40, $0, 2)) } == [80, 100])
    #expect(percent((60, 2, 4), (40, 0, 2)) == 30)
    #expect(percent((60, 2, 4), (40, 1, 2)) == 50)
    #expect(percent((60, 1, 4), (40, 1, 2)) == 35)
    #expect(percent((60, 3, 4), (40, 1, 2)) == 65)
  }

  @Test(arguments: [
    (199, 200, 99), (211, 212, 99), (997, 1_000, 99), (57, 100, 57), (29, 100, 29), (0, 1, 0),
    (1, 1, 100),
  ])
  func aPartIsRoundedDown(_ done: Int, _ total: Int, _ expected: Int) {
    #expect(percent((100, done, total)) == expected)
  }

  @Test func sixtyPerCentOverSevenUnitsShowTheirSteps() {
    let steps = (1...7).map { percent((60, $0, 7), (40, 0, 1)) }
    #expect(steps == [8, 17, 25, 34, 42, 51, 60])
  }

  @Test func partsOfStagesAreAddedBeforeTheyAreRounded() {
    #expect(percent((33, 1, 2), (33, 1, 2), (34, 1, 2)) == 50)
    // Thirds of 1 and 2 make a whole.
    #expect(percent((1, 1, 3), (1, 2, 3), (98, 0, 1)) == 1)
    #expect(percent((33, 6, 7), (33, 6, 7), (34, 6, 7)) == 85)
    #expect(percent((33, 7, 7), (33, 7, 7), (34, 7, 7)) == 100)
  }

  @Test func whileUnitsAreCountedThereIsNoPercentage() {
    let progress = WeightedProgress([])
    #expect(progress.percent == nil && progress.total == 0 && !progress.isComplete)
  }

  @Test func aStageWithoutUnitsCountsInFull() {
    #expect(percent((60, 0, 0), (40, 0, 2)) == 60)
    #expect(percent((60, 0, 0), (40, 2, 2)) == 100)
    #expect(percent((100, 0, 0)) == 100)
  }

  @Test func theGreatestNumbersNeitherTrapNorShowHundredTooSoon() {
    let stages = [60, 40].map {
      WeightedProgress.Stage(name: "\($0)", weight: $0, total: .max, done: .max - 1)
    }
    let progress = WeightedProgress(stages)
    #expect(progress.percent == 99)
    #expect(progress.total == .max && progress.done == .max)
    #expect(!progress.isComplete)
    #expect(percent((100, .max - 1, .max)) == 99)
    #expect(percent((100, .max, .max)) == 100)
  }

  @Test func manyOddTotalsNeverLeadAndNeverGoBack() {
    // 1/3, 1/5, … 1/69: more than any fixed-width sum of doubles can hold exactly.
    let totals = Array(stride(from: 3, through: 69, by: 2))
    var last = 0
    for step in 0...69 {
      let stages = totals.enumerated().map { position, total in
        WeightedProgress.Stage(
          name: "\(total)", weight: position < 32 ? 3 : 2, total: total, done: min(step, total))
      }
      let progress = WeightedProgress(stages)
      let percent = progress.percent ?? -1
      #expect(percent >= last && (percent == 100) == (step == 69))
      last = percent
    }
    #expect(WeightedProgress.complaint(about: []) != nil)
  }

  @Test func numbersThatNoRowCanHoldAreShownWithoutATrap() {
    #expect(percent((100, 12, 10)) == 99)
    #expect(percent((100, -3, 10)) == 0)
    #expect(percent((-5, 1, 10)) == 0)
    #expect(percent((100, 1, -10)) != nil)
  }

  @Test func everyUnitMovesTheBarForwardOrLeavesItWhereItIs() {
    for total in [1, 2, 3, 7, 99, 101, 1_351] {
      let shown = (0...total).compactMap { percent((95, $0, total), (5, 0, 1)) }
      #expect(shown == shown.sorted() && shown.count == total + 1)
      #expect(shown.last == 95)
    }
  }
}

@Suite struct FreezeTests {
  private typealias Stage = WeightedProgress.Stage

  @Test func stagesOfWeightHundredAreAccepted() {
    let stages = [Stage(name: "a", weight: 60, total: 4), Stage(name: "b", weight: 40, total: 0)]
    #expect(WeightedProgress.complaint(about: stages) == nil)
  }

  private static let refused: [(String, [WeightedProgress.Stage])] = [
    ("no stage", []),
    ("120", [.init(name: "a", weight: 60, total: 1), .init(name: "b", weight: 60, total: 1)]),
    ("99", [.init(name: "a", weight: 99, total: 1)]),
    (
      "a name twice",
      [.init(name: "a", weight: 50, total: 1), .init(name: "a", weight: 50, total: 1)]
    ),
    ("weight 0", [.init(name: "a", weight: 0, total: 1), .init(name: "b", weight: 100, total: 1)]),
    (
      "weight 101",
      [.init(name: "a", weight: 101, total: 1), .init(name: "b", weight: -1, total: 1)]
    ),
    ("negative total", [.init(name: "a", weight: 100, total: -1)]),
    ("more done than there are", [.init(name: "a", weight: 100, total: 1, done: 2)]),
    ("negative done", [.init(name: "a", weight: 100, total: 1, done: -1)]),
  ]

  @Test(arguments: FreezeTests.refused)
  func stagesThatCannotBeFrozenAreRefusedInWords(
    _ name: String, _ stages: [WeightedProgress.Stage]
  ) {
    #expect(WeightedProgress.complaint(about: stages)?.isEmpty == false)
  }
}
