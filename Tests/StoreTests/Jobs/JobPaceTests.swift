import Foundation
import TestSupport
import Testing

@testable import SharedStore

/// What the rows tell of a job's speed, and of the next one's of its kind.
@Suite struct JobPaceTests {
  private let store: JobStore
  private static let stages: JobRunner.Stages = [("draw", 60, 4), ("check", 35, 2), ("end", 5, 1)]

  init() throws {
    store = try JobStore()
  }

  private func stages(_ id: JobID) throws -> [WeightedProgress.Stage] {
    try store.job(id).progress.stages
  }

  @Test func aStageIsMeasuredFromTheEndOfTheOneBeforeIt() throws {
    let id = try store.pending()
    try store.runner.run(id, stages: JobPaceTests.stages) { unit, _ in
      if unit.stage == 1 { usleep(20_000) }
    }
    let timings = try stages(id).map { try #require($0.timing) }
    #expect(timings[1].begunAt == timings[0].countedAt)
    #expect(timings[2].begunAt == timings[1].countedAt)
    let took = timings[1].countedAt.milliseconds - timings[1].begunAt.milliseconds
    #expect(took >= 40 && timings.allSatisfy { $0.begunDone == 0 })
  }

  @Test func theNextJobOfAKindKnowsWhatItsStagesTakeAndOthersDoNot() throws {
    let first = try store.pending("draw")
    try store.runner.run(first, stages: JobPaceTests.stages) { unit, _ in
      if unit.stage == 1 { usleep(20_000) }
    }
    #expect(try stages(first).allSatisfy { $0.measured == nil })
    let second = try store.pending("draw")
    try store.runner.run(second, stages: [("draw", 60, 0), ("check", 35, 20), ("end", 5, 1)]) {
      _, _ in
    }
    // Ten times the units of the job before.
    #expect(try #require(try stages(second)[1].measured) >= 400)
    let other = try store.pending("paint")
    try store.runner.run(other, stages: JobPaceTests.stages) { _, _ in }
    #expect(try stages(other).allSatisfy { $0.measured == nil })
  }

  @Test func aJobThatFailedMeasuresNothing() throws {
    let id = try store.pending()
    #expect(throws: CancellationError.self) {
      try store.runner.run(id, stages: JobPaceTests.stages) { unit, _ in
        if unit.stage == 1 { throw CancellationError() }
      }
    }
    #expect(try store.number("SELECT count(*) FROM job_paces") == 0)
  }

  @Test func aPaceBeyondTheNumbersSaysNothing() {
    #expect(JobPace(units: 2, milliseconds: 10).milliseconds(of: 7) == 35)
    #expect(JobPace(units: 1, milliseconds: .max).milliseconds(of: .max) == nil)
    #expect(JobPace(units: 0, milliseconds: 1).milliseconds(of: 1) == nil)
  }
}
