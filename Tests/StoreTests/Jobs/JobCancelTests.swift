import Foundation
import SharedStoreModel
import SharedStoreReader
import TestSupport
import Testing

@testable import SharedStore

@Suite struct JobCancelTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  @Test func aPendingJobIsCancelledAtOnceAndNeverStarts() throws {
    let id = try store.pending()
    #expect(try store.writer.cancelJob(id) == .cancelled)
    let claim = try store.writer.perform { tx throws(StoreError) in
      try tx.transaction.claimJob(id, resuming: false)
    }.value
    #expect(claim == nil)
    let error = try failure { _ = try store.runner.runImport(id) }
    #expect(error.code == .conflict)
    #expect(try store.job(id).state == .cancelled && store.job(id).attempt == 0)
  }

  @Test func aCancelBeatsTheSuccessThatComesAfterIt() throws {
    let claim = try store.running(1)
    #expect(try store.tick(claim) == .proceed)
    #expect(try store.writer.cancelJob(claim.job) == .cancelling)
    let cancelling = try store.job(claim.job)
    #expect(cancelling.state == .cancelling && cancelling.finishedAt == nil)
    #expect(try store.tick(claim, stage: 1) == .cancel)
    #expect(try store.job(claim.job) == cancelling)
    #expect(try store.end(claim, .workSucceeded) == .cancelled)
    #expect(try store.job(claim.job).state == .cancelled)
  }

  @Test func aSuccessBeatsTheCancelThatComesAfterIt() throws {
    let claim = try store.running(0)
    #expect(try store.tick(claim, stage: 1) == .proceed)
    #expect(try store.end(claim, .workSucceeded) == .succeeded)
    let before = try store.reader.job(claim.job)
    #expect(try store.writer.cancelJob(claim.job) == .succeeded)
    let after = try store.reader.job(claim.job)
    #expect(after.job == before.job && after.token == before.token)
  }

  @Test func aSecondCancelChangesNothing() throws {
    let claim = try store.running()
    try store.writer.cancelJob(claim.job)
    let before = try store.reader.job(claim.job)
    #expect(try store.writer.cancelJob(claim.job) == .cancelling)
    #expect(try store.reader.job(claim.job) == before)
    #expect(try store.end(claim, .workStopped) == .cancelled)
    #expect(try store.writer.cancelJob(claim.job) == .cancelled)
  }

  @Test func aFailureWhileCancellingIsACancelThatKeepsTheReason() throws {
    let claim = try store.running()
    try store.writer.cancelJob(claim.job)
    let state = try store.writer.perform { tx throws(StoreError) in
      try tx.transaction.endJob(
        claim, .workFailed, result: nil, error: StoreError(.full, "No room."))
    }.value
    let job = try store.job(claim.job)
    #expect(state == .cancelled && job.state == .cancelled)
    #expect(job.error == "No room." && job.errorCode == "full")
  }
}
