import Dispatch
import Foundation
import TestSupport
import Testing

@testable import SharedStore

/// The end of a job comes, whatever stood in its way.
@Suite struct JobEndingTests {
  private let store: JobStore
  private static let stages: JobRunner.Stages = [("draw", 95, 3), ("publish", 5, 1)]

  init() throws {
    store = try JobStore()
  }

  private struct Broken: Error {}

  private var file: String { store.container + "/SharedStore/store.sqlite" }

  /// Runs a job whose unit fails while its store is not to be found.
  private func runWhereTheEndCannotBeWritten(_ id: JobID) throws {
    let (file, away) = (file, store.outside.file("away"))
    let error = try failure {
      try store.runner.run(id, stages: JobEndingTests.stages) { unit, _ in
        guard unit.index == 1 else { return }
        try FileManager.default.moveItem(atPath: file, toPath: away)
        throw Broken()
      }
    }
    #expect(error.code == .removed && error.advice?.command?.contains("recover \(id)") == true)
    try FileManager.default.moveItem(atPath: away, toPath: file)
  }

  @Test func anEndThatCouldNotBeWrittenIsWrittenBeforeTheProcessesNextTransaction() throws {
    let id = try store.pending()
    try runWhereTheEndCannotBeWritten(id)
    #expect(try store.job(id).state == .running)
    // Any transaction of any writer of the process.
    let other = try store.otherWriter().createJob(kind: "other")
    let job = try store.job(id)
    #expect(job.state == .failed && job.errorCode == "failed" && job.progress.stages[0].done == 1)
    #expect(job.error == "The work failed with an error of type Broken.")
    #expect(try store.job(other).state == .pending)
  }

  @Test func aRecoveryWritesTheEndThatIsOwed() throws {
    let id = try store.pending()
    try runWhereTheEndCannotBeWritten(id)
    #expect(try store.writer.recoverJob(id) == .failed)
    #expect(try store.job(id).error == "The work failed with an error of type Broken.")
  }

  @Test func aJobThatItsWorkerGaveUpIsGoneAndCanBeResumedOrRecovered() throws {
    for isResumed in [true, false] {
      let claim = try store.running()
      _ = try store.writer.perform { tx throws(StoreError) in
        try tx.transaction.releaseJob(claim)
      }
      #expect(try store.job(claim.job).worker == .gone(getpid()))
      if isResumed {
        let state = try store.runner.run(claim.job, stages: JobEndingTests.stages, resuming: true) {
          _, _ in
        }
        #expect(state == .succeeded)
      } else {
        #expect(try store.writer.recoverJob(claim.job) == .failed)
      }
    }
  }

  @Test func unitsBeforeASlowOneAreSeenWhileItIsAtWork() throws {
    let id = try store.pending()
    try store.runner.run(id, stages: [("draw", 95, 4), ("publish", 5, 1)]) { unit, _ in
      guard unit.index == 3 else { return }
      try eventually("the three units before are written") {
        try store.job(id).progress.stages[0].done == 3
      }
    }
    #expect(try store.job(id).progress.percent == 100)
  }

  @Test func aWishToCancelIsInTheRowAsSoonAsTheLockIsFree() throws {
    let id = try store.pending()
    let stop = JobCancellation()
    let runner = JobRunner(store.writer, stop: stop)
    let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let other = try store.otherWriter()
    let state = try runner.run(id, stages: JobEndingTests.stages) { unit, cancellation in
      guard unit.index == 1 else { return }
      DispatchQueue.global().async {
        // Somebody else is inside a transaction meanwhile.
        _ = try? other.write { _ in
          entered.signal()
          leave.wait()
        }
      }
      entered.wait()
      stop.request()
      #expect(cancellation.isRequested)
      #expect(try store.job(id).state == .running)
      leave.signal()
      try eventually("the row says cancelling") { try store.job(id).state == .cancelling }
    }
    #expect(state == .cancelled)
    #expect(try store.job(id).progress.stages[0].done <= 1)
  }
}
