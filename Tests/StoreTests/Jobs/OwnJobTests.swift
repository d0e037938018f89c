import Foundation
@testable import SharedStore
import SharedStoreTesting
import TestSupport
import Testing

/// What a job of an app's own can do, whether its units block or wait.
@Suite struct OwnJobTests {
  private let store: TestStore
  private let writer: StoreWriter
  private static let stages: JobRunner.Stages = [("fetch", 95, 3), ("publish", 5, 1)]

  init() throws {
    store = try TestStore()
    writer = try store.writer()
  }

  private func job(_ id: JobID) throws -> StoreJob { try store.reader().job(id).job }

  private struct Broken: Error, Equatable {}

  // MARK: Counting

  @Test(arguments: [false, true])
  func aJobThatCountsFirstShowsHowManyAndNoPercentage(_ waits: Bool) async throws {
    let id = try writer.createJob(kind: "fetch")
    let counted = Record<StoreJob>()
    let state =
      if waits {
        try await writer.runJob(
          id,
          counting: { [self] counting in
            try await Task.sleep(for: .milliseconds(110))
            try counting.found(7)
            counted.note(try job(id))
            return OwnJobTests.stages
          }
        ) { _ in }
      } else {
        try JobRunner(writer).run(
          id,
          counting: { counting in
            usleep(110_000)
            try counting.found(7)
            counted.note(try job(id))
            return OwnJobTests.stages
          }
        ) { _, _ in }
      }
    #expect(state == .succeeded)
    #expect(counted.all.map(\.counted) == [7] && counted.all.first?.progress.percent == nil)
    #expect(try job(id).progress.stages.map(\.done) == [3, 1])
  }

  @Test func aJobThatFindsNothingSaysSoAndMakesItsCommit() async throws {
    let id = try writer.createJob(kind: "fetch")
    let state = try await writer.runJob(
      id, counting: { _ in [("fetch", 95, 0), ("publish", 5, 1)] }
    ) {
      _ in
      Issue.record("There is no unit.")
    } commit: { tx throws(StoreError) in
      try tx.publish(CountSnapshot(count: 0), kind: "fetched")
    }
    #expect(state == .succeeded)
    #expect(try job(id).result == "nothing to do" && job(id).progress.percent == 100)
    #expect(await store.reader().readCount("fetched").snapshot?.payload.count == 0)
  }

  @Test func aCancelEndsTheCounting() async throws {
    let id = try writer.createJob(kind: "fetch")
    let state = try await writer.runJob(
      id,
      counting: { [writer] counting in
        try writer.cancelJob(id)
        while true { try counting.found(1) }
      }
    ) { _ in Issue.record("A unit ran.") }
    #expect(state == .cancelled)
  }

  // MARK: Cancelling

  @Test func aCancelOfTheCallingTaskIsSeenAtOnceAndTheUnitThatCannotStopCountsNoMore() async throws
  {
    let id = try writer.createJob(kind: "fetch")
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let unit = AsyncStream<Void>.makeStream()
    let task = Task { [writer] in
      try await writer.runJob(id, stages: OwnJobTests.stages) { _ in
        beginning.yield()
        // Nothing interrupts this: the stream is asked in a task that nobody cancels.
        await Task.detached { for await _ in unit.stream { break } }.value
      }
    }
    for await _ in begun { break }
    task.cancel()
    try eventually("the row says cancelling") { try job(id).state == .cancelling }
    unit.continuation.yield()
    #expect(try await task.value == .cancelled)
    #expect(try job(id).state == .cancelled && job(id).progress.done == 0)
  }

  @Test(arguments: [JobPause.Point.beforeUnit(after: 1), .beforeFinalCommit])
  func aJobStandsWhereATestWantsItAndIsCancelledThere(_ point: JobPause.Point) async throws {
    let id = try writer.createJob(kind: "fetch")
    let pause = JobPause(point)
    async let state = pause.during { [writer] in
      try await writer.runJob(id, stages: OwnJobTests.stages) { _ in
      } commit: {
        _ throws(StoreError) in
        Issue.record("The outcome was made visible.")
      }
    }
    await pause.reached()
    #expect(try job(id).state == .running)
    #expect(try store.writer().cancelJob(id) == .cancelling)
    pause.resume()
    #expect(try await state == .cancelled)
  }

  @Test func aBlockingJobStandsToo() throws {
    let id = try writer.createJob(kind: "fetch")
    let pause = JobPause(.beforeUnit())
    pause.resume()
    let state = try pause.during {
      try JobRunner(writer).run(id, stages: OwnJobTests.stages) { _, _ in }
    }
    #expect(state == .succeeded)
  }

  // MARK: Cleaning up

  @Test func whatAFailedOrCancelledJobLeftIsCleanedUpOnceAndASuccessLeavesIt() async throws {
    let cleaned = Record<JobID>()
    let failed = try writer.createJob(kind: "fetch")
    await #expect(throws: Broken.self) {
      try await writer.runJob(failed, stages: OwnJobTests.stages) { _ in
        throw Broken()
      } cleanUp: {
        cleaned.note($0)
      }
    }
    #expect(cleaned.all == [failed])
    let cancelled = try writer.createJob(kind: "fetch")
    let state = try JobRunner(writer).run(cancelled, stages: OwnJobTests.stages) { [writer] _, _ in
      try writer.cancelJob(cancelled)
    } cleanUp: {
      cleaned.note($0)
    }
    #expect(state == .cancelled && cleaned.all == [failed, cancelled])
    let succeeded = try writer.createJob(kind: "fetch")
    try JobRunner(writer).run(succeeded, stages: OwnJobTests.stages) { _, _ in
    } cleanUp: {
      cleaned.note($0)
    }
    #expect(cleaned.all == [failed, cancelled])
  }

  @Test func whatAJobLeftWhoseWorkerWasLostIsCleanedUpByTheNextOfItsKind() throws {
    let lost = try writer.createJob(kind: "fetch")
    _ = try writer.perform { tx throws(StoreError) in
      _ = try tx.transaction.claimJob(lost, resuming: false)
    }
    try writer.recoverJob(lost, force: true)
    let cleaned = Record<JobID>()
    let other = try writer.createJob(kind: "draw")
    try JobRunner(writer).run(other, stages: OwnJobTests.stages) { _, _ in
    } cleanUp: {
      cleaned.note($0)
    }
    #expect(cleaned.all.isEmpty)
    let next = try writer.createJob(kind: "fetch")
    try JobRunner(writer).run(next, stages: OwnJobTests.stages) { _, _ in
      #expect(cleaned.all == [lost])
    } cleanUp: {
      cleaned.note($0)
    }
    #expect(cleaned.all == [lost])
  }
}
