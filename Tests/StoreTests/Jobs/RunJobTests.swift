import SharedStore
import TestSupport
import Testing

/// Jobs whose units wait, run by `StoreWriter.runJob`.
@Suite struct RunJobTests {
  private let store: TestStore
  private static let kind: Kind = "fetched"

  init() throws {
    store = try TestStore()
  }

  private func writer() async throws -> StoreWriter {
    try await StoreWriter.open(store.location, options: TestStore.options())
  }

  private func job(_ id: JobID) throws -> StoreJob { try store.reader().job(id).job }

  @Test func unitsRunOnceAndInOrderAndTheWriterServesOthersMeanwhile() async throws {
    let writer = try await writer()
    let id = try writer.createJob(kind: "fetch")
    let done = Record<[Int]>()
    let state = try await writer.runJob(
      id, stages: [("fetch", 60, 3), ("check", 35, 2), ("publish", 5, 1)]
    ) { unit in
      // The same writer: it would never answer if the unit kept its queue.
      try await writer.publish(CountSnapshot(count: Int64(unit.index)), kind: "meanwhile")
      done.note([unit.stage, unit.index])
    } commit: { tx throws(StoreError) in
      try tx.publish(CountSnapshot(count: 5), kind: RunJobTests.kind)
    }
    #expect(state == .succeeded)
    #expect(done.all == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1]])
    let job = try job(id)
    #expect(job.state == .succeeded && job.progress.percent == 100)
    let count = await store.reader().readCount(RunJobTests.kind).snapshot
    #expect(count?.payload.count == 5 && count?.revision == job.revision)
  }

  @Test func aCancelOfTheJobEndsTheUnitThatWaits() async throws {
    let writer = try await writer()
    let id = try writer.createJob(kind: "fetch")
    let other = try store.writer()
    let state = try await writer.runJob(id, stages: [("fetch", 95, 3), ("publish", 5, 1)]) {
      unit in
      guard unit.index == 1 else { return }
      #expect(try await writer.cancelJob(id) == .cancelling)
      // Only the cancel ends it in time.
      try await Task.sleep(for: .seconds(3_600))
    } commit: { tx throws(StoreError) in
      Issue.record("The outcome was made visible.")
    }
    #expect(state == .cancelled)
    let job = try job(id)
    #expect(job.state == .cancelled && job.error == nil && job.progress.done <= 1)
    #expect(try other.cancelJob(id) == .cancelled)
  }

  @Test func aCancelOfTheCallingTaskIsACancelOfTheJob() async throws {
    let writer = try await writer()
    let id = try writer.createJob(kind: "fetch")
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await writer.runJob(id, stages: [("fetch", 95, 3), ("publish", 5, 1)]) { _ in
        beginning.yield()
        try await Task.sleep(for: .seconds(3_600))
      }
    }
    for await _ in begun { break }
    task.cancel()
    #expect(try await task.value == .cancelled)
    let job = try job(id)
    #expect(job.state == .cancelled && job.error == nil && job.progress.done == 0)
  }

  @Test func aTaskThatIsCancelledAlreadyRunsNoUnit() async throws {
    let writer = try await writer()
    let id = try writer.createJob(kind: "fetch")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await writer.runJob(id, stages: [("fetch", 95, 3), ("publish", 5, 1)]) { _ in
        Issue.record("A unit ran.")
      }
    }
    #expect(try await task.value == .cancelled)
    #expect(try job(id).state == .cancelled)
  }

  @Test func anErrorOfAUnitFailsTheJobAndKeepsTheUnitsThatWereDone() async throws {
    let writer = try await writer()
    let id = try writer.createJob(kind: "fetch")
    let error = await #expect(throws: StoreError.self) {
      try await writer.runJob(id, stages: [("fetch", 95, 4), ("publish", 5, 1)]) { unit in
        if unit.index == 2 { throw StoreError(.unreadable, "No such page.") }
      }
    }
    #expect(error?.code == .unreadable)
    let failed = try job(id)
    #expect(failed.errorCode == "unreadable" && failed.error == "No such page.")
    #expect(failed.progress.done == 2)
    let again = try writer.retryJob(id)
    #expect(try await writer.runJob(again, stages: [("publish", 100, 1)]) { _ in } == .succeeded)
    #expect(try await writer.pruneJobs(dryRun: true) == 2)
  }

  @Test func aUnitThatCancelsItselfWithoutBeingAskedHasFailed() async throws {
    let writer = try await writer()
    let id = try writer.createJob(kind: "fetch")
    await #expect(throws: CancellationError.self) {
      try await writer.runJob(id, stages: [("fetch", 95, 1), ("publish", 5, 1)]) { _ in
        throw CancellationError()
      }
    }
    #expect(try job(id).state == .failed && job(id).errorCode == "failed")
  }

  @Test func aJobThatCannotBeClaimedIsLeftAsItIs() async throws {
    let writer = try await writer()
    let id = try writer.createJob(kind: "fetch")
    try writer.cancelJob(id)
    let before = try job(id)
    let error = await #expect(throws: StoreError.self) {
      try await writer.runJob(id, stages: [("publish", 100, 1)]) { _ in }
    }
    #expect(error?.code == .conflict)
    #expect(try job(id) == before)
  }
}
