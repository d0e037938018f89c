import Foundation
import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import SharedStore

@Suite struct JobRunnerTests {
  private let store: JobStore
  private static let kind: Kind = "drawn"

  init() throws {
    store = try JobStore()
  }

  private struct Broken: Error {}

  /// Asks for a cancel through a id writer, as another process does.
  private func cancel(_ id: JobID) throws -> JobState { try store.otherWriter().cancelJob(id) }

  @Test func everyUnitIsDoneOnceAndInOrderAndTheOutcomeComesWithTheEnd() throws {
    let id = try store.pending()
    var done: [JobRunner.Unit] = []
    let state = try store.runner.run(
      id, stages: [("draw", 60, 4), ("check", 35, 2), ("publish", 5, 1)]
    ) { unit, _ in
      done.append(unit)
    } commit: { tx throws(StoreError) in
      try tx.publish(CountSnapshot(count: 4), kind: JobRunnerTests.kind)
    }
    #expect(state == .succeeded)
    let drawn = (0..<4).map { JobRunner.Unit(stage: 0, index: $0) }
    #expect(done == drawn + (0..<2).map { JobRunner.Unit(stage: 1, index: $0) })
    let job = try store.job(id)
    #expect(job.progress.percent == 100 && job.state == .succeeded && job.worker == .none)
    let count = store.reader.readCount(JobRunnerTests.kind).snapshot
    #expect(count?.payload.count == 4 && count?.revision == job.revision)
  }

  @Test func aFailureKeepsTheUnitsThatWereDone() throws {
    let id = try store.pending()
    #expect(throws: Broken.self) {
      try store.runner.run(id, stages: [("draw", 95, 100), ("publish", 5, 1)]) { unit, _ in
        if unit.index == 45 { throw Broken() }
      } commit: { tx throws(StoreError) in
        try tx.publish(CountSnapshot(count: 4), kind: JobRunnerTests.kind)
      }
    }
    let job = try store.job(id)
    #expect(job.progress.stages.first?.done == 45 && job.progress.percent == 42)
    #expect(job.error == "The work failed with an error of type Broken.")
    #expect(job.errorCode == "failed")
    #expect(store.reader.readCount(JobRunnerTests.kind).snapshot == nil)
  }

  @Test func anErrorOfTheFinalCommitFailsTheJobAndChangesNothingElse() throws {
    let id = try store.pending()
    let error = try failure {
      try store.runner.run(id, stages: [("draw", 95, 1), ("publish", 5, 1)]) { _, _ in
      } commit: { tx throws(StoreError) in
        try tx.publish(CountSnapshot(count: 4), kind: JobRunnerTests.kind)
        throw StoreError(.damaged, "It does not match.")
      }
    }
    #expect(error.code == .damaged)
    let job = try store.job(id)
    #expect(job.state == .failed && job.error == "It does not match." && job.progress.percent == 95)
    #expect(store.reader.readCount(JobRunnerTests.kind).snapshot == nil)
  }

  @Test func workThatCanBeInterruptedHearsOfACancelWithinABoundedTime() throws {
    let id = try store.pending()
    let heard = DispatchSemaphore(value: 0)
    var waited: Duration?
    let state = try store.runner.run(id, stages: [("draw", 95, 3), ("publish", 5, 1)]) {
      unit, cancellation in
      guard unit.index == 1 else { return }
      cancellation.onCancel { heard.signal() }
      let asked = ContinuousClock.now
      #expect(try cancel(id) == .cancelling)
      #expect(heard.wait(timeout: .now() + 10) == .success)
      waited = asked.duration(to: .now)
      #expect(cancellation.isRequested)
      throw CancellationError()
    }
    #expect(state == .cancelled)
    #expect(try #require(waited) < .seconds(5))
    #expect(try store.job(id).state == .cancelled && store.job(id).error == nil)
  }

  @Test func workThatCannotBeInterruptedStaysCancellingUntilItReturnsAndDoesNotCount() throws {
    let id = try store.pending()
    var (units, during): (Int, StoreJob?) = (0, nil)
    let state = try store.runner.run(id, stages: [("draw", 95, 3), ("publish", 5, 1)]) {
      unit, cancellation in
      units += 1
      guard unit.index == 1 else { return }
      _ = try cancel(id)
      // The work goes on without looking, and returns as if nothing had happened.
      let heard = DispatchSemaphore(value: 0)
      cancellation.onCancel { heard.signal() }
      #expect(heard.wait(timeout: .now() + 10) == .success)
      during = try store.job(id)
    }
    #expect(state == .cancelled && units == 2)
    let job = try #require(during)
    #expect(job.state == .cancelling && job.finishedAt == nil)
    #expect(try store.job(id).progress.done <= 1)
  }

  @Test func aCancelBetweenTheLastUnitAndTheCommitDiscardsTheOutcome() throws {
    let id = try store.pending()
    let outcome = try store.runner.run(id, resuming: false) { session in
      try session.freeze(
        [.init(name: "draw", weight: 95, total: 1), .init(name: "publish", weight: 5, total: 1)],
        [])
      try session.countUnit(stage: 0)
      _ = try cancel(id)
      return try session.commit(result: nil) { _ throws(StoreError) in
        Issue.record("The outcome was made visible.")
      }
    }
    #expect(outcome == .cancelled)
    #expect(try store.job(id).progress.percent == 95)
  }

  @Test func aSuccessIsRefusedWhileUnitsAreLeft() throws {
    let id = try store.pending()
    let error = try failure {
      _ = try store.runner.run(id, resuming: false) { session in
        try session.freeze(
          [.init(name: "draw", weight: 95, total: 2), .init(name: "publish", weight: 5, total: 1)],
          [])
        try session.countUnit(stage: 0)
        return try session.commit(result: nil) { _ throws(StoreError) in }
      }
    }
    #expect(error == .unitsAreLeft)
    #expect(try store.job(id).state == .failed)
    #expect(try store.job(id).progress.stages.map(\.done) == [1, 0])
  }

  /// Runs a job whose final commit fails behind what it cannot take back.
  private func runUnsettled(_ id: JobID, meanwhile: () throws -> Void) throws -> JobState {
    try store.runner.run(id, resuming: false) { session in
      try session.freeze(
        [.init(name: "draw", weight: 95, total: 1), .init(name: "publish", weight: 5, total: 1)],
        [])
      try session.countUnit(stage: 0)
      do {
        return try session.commit(result: nil) { _ throws(StoreError) in
          throw StoreError(.full, "No room.")
        }
      } catch {
        try meanwhile()
        return try session.settle()
      }
    }
  }

  @Test func aJobWhoseOutcomeStandsIsSettledAsASuccess() throws {
    let id = try store.pending()
    #expect(try runUnsettled(id) {} == .succeeded)
    let job = try store.job(id)
    #expect(job.state == .succeeded && job.progress.percent == 100 && job.error == nil)
  }

  @Test func aCancelBeforeTheSettlementNamesTheState() throws {
    let id = try store.pending()
    #expect(try runUnsettled(id) { _ = try cancel(id) } == .cancelled)
  }

  @Test func whatCannotBeSettledIsLeftForARecovery() throws {
    let id = try store.pending()
    let other = try store.otherWriter()
    let error = try failure {
      _ = try runUnsettled(id) { _ = try other.recoverJob(id, force: true) }
    }
    #expect(error.code == .stale)
    #expect(try store.job(id).state == .failed && store.job(id).error == "The worker was lost.")
  }

  @Test func theEndOfAJobTakesAsLongAsItTakes() throws {
    let writer = try StoreWriter(
      store.location, options: TestStore.options { $0.timeout = .milliseconds(50) })
    let id = try store.pending()
    let milliseconds = Record<Double>()
    let state = try JobRunner(writer).run(id, stages: [("publish", 100, 1)]) { _, _ in
    } commit: { tx throws(StoreError) in
      let started = ContinuousClock.now
      let count = try tx.transaction.database.integer(
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000)
        SELECT count(*) FROM n
        """)
      #expect(count == 3_000_000)
      milliseconds.note(started.duration(to: .now) / .milliseconds(1))
    }
    #expect(state == .succeeded && milliseconds.all.allSatisfy { $0 > 50 })
  }

  @Test func stagesThatCannotBeAreRefusedBeforeTheJobBegins() throws {
    let id = try store.pending()
    let error = try failure {
      _ = try store.runner.run(id, stages: [("draw", 100, 2)]) { _, _ in }
    }
    #expect(error.code == .usage)
    let other = try failure {
      _ = try store.runner.run(id, stages: [("draw", 90, 2), ("publish", 5, 1)]) { _, _ in }
    }
    #expect(other.code == .usage)
    #expect(try store.job(id).state == .pending)
  }

  @Test func aWorkerWhoseClaimWasTakenStopsAtItsNextWriteAndLeavesTheJobAlone() throws {
    let id = try store.pending()
    let other = try store.otherWriter()
    var taken: StoreJob?
    let error = try failure {
      try store.runner.run(id, stages: [("draw", 95, 1), ("publish", 5, 1)]) { _, _ in
        _ = try other.recoverJob(id, force: true)
        taken = try store.job(id)
      }
    }
    #expect(error.code == .stale)
    #expect(try store.job(id) == taken && taken?.state == .failed)
  }

  @Test func aResumedJobDoesOnlyWhatIsLeft() throws {
    let claim = try store.running(4)
    _ = try store.tick(claim, units: 3)
    try store.loseWorker(of: claim.job)
    var done: [Int] = []
    // The frozen numbers count, not the new ones.
    let state = try store.runner.run(
      claim.job, stages: [("work", 95, 1_000), ("publish", 5, 1)], resuming: true
    ) { unit, _ in done.append(unit.index) }
    #expect(state == .succeeded && done == [3])
    let job = try store.job(claim.job)
    #expect(job.attempt == 2 && job.progress.done == 5)
    #expect(job.progress.stages[0].timing?.begunDone == 3)
  }

  @Test func tinyUnitsAreWrittenTogetherAndTheLastOneAtOnce() throws {
    let id = try store.pending()
    let started = ContinuousClock.now
    let before = Record<StoreJob>()
    try store.runner.run(id, stages: [("draw", 95, 20_000), ("publish", 5, 1)]) { _, _ in
    } commit: { tx throws(StoreError) in
      before.note(try tx.transaction.job(id))
    }
    let milliseconds = started.duration(to: .now) / .milliseconds(1)
    #expect(before.all.map { $0.progress.stages.map(\.done) } == [[20_000, 1]])
    // At most one write in 50 milliseconds, and those of the states.
    #expect(Double(try store.job(id).tick) <= milliseconds / 50 + 6)
  }
}

@Suite struct JobReadingsTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  @Test func theReadingsOfAJobEndWithTheOneInWhichItHasEnded() async throws {
    let claim = try store.running(2)
    var seen: [StoreJob] = []
    for try await job in store.reader.readings(of: claim.job, every: .milliseconds(1)) {
      seen.append(job)
      switch seen.count {
      case 1: _ = try store.tick(claim)
      case 2: _ = try store.tick(claim)
      case 3: try store.writer.cancelJob(claim.job)
      case 4: _ = try store.end(claim, .workStopped)
      default: break
      }
    }
    #expect(seen.map(\.state) == [.running, .running, .running, .cancelling, .cancelled])
    #expect(seen.map(\.progress.done) == [0, 1, 2, 2, 2])
  }

  @Test func aJobThatHasEndedHasOneReading() async throws {
    let id = try store.pending()
    try store.writer.cancelJob(id)
    var states: [JobState] = []
    for try await job in store.reader.readings(of: id) { states.append(job.state) }
    #expect(states == [.cancelled])
  }

  @Test func anUnknownJobFailsAtOnce() async throws {
    let id = try #require(JobID(rawValue: 99))
    let reader = store.reader
    let error = await #expect(throws: StoreError.self) {
      for try await _ in reader.readings(of: id) {}
    }
    #expect(error?.code == .notFound)
  }

  @Test func aCancelledTaskEndsItsReadings() async throws {
    let (id, reader) = (try store.pending(), store.reader)
    let task = Task {
      for try await _ in reader.readings(of: id, every: .milliseconds(1)) {}
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
