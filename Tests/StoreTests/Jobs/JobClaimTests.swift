import Foundation
import SharedStoreModel
import SharedStoreReader
import TestSupport
import Testing

@testable import SharedStore

@Suite(.inTurns) struct JobClaimTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  @Test func aClaimSetsRunningAndTheWorkerInOneStep() throws {
    let claim = try store.running()
    let job = try store.job(claim.job)
    #expect(job.state == .running && job.attempt == 1 && job.worker == .alive(getpid()))
    #expect(job.startedAt != nil && job.finishedAt == nil)
  }

  @Test func aJobIsClaimedOnce() throws {
    let claim = try store.running()
    let second = try store.otherWriter().perform { tx throws(StoreError) in
      try tx.transaction.claimJob(claim.job, resuming: false)
    }.value
    #expect(second == nil)
    #expect(try store.job(claim.job).attempt == 1)
  }

  @Test func unitsBeyondTheTotalAreRefusedAndNothingChanges() throws {
    let claim = try store.running(4)
    #expect(try store.tick(claim, units: 3) == .proceed)
    let before = try store.job(claim.job)
    #expect(try failure { _ = try store.tick(claim, units: 2) }.code == .failed)
    #expect(try store.job(claim.job) == before)
    #expect(try store.tick(claim) == .proceed)
    #expect(try failure { _ = try store.tick(claim) }.code == .failed)
    #expect(try store.job(claim.job).progress.stages.first?.done == 4)
  }

  @Test func anOldClaimChangesNoRow() throws {
    let old = try store.running()
    #expect(try store.tick(old) == .proceed)
    try store.loseWorker(of: old.job)
    let new = try #require(
      try store.writer.perform { tx throws(StoreError) in
        try tx.transaction.claimJob(old.job, resuming: true)
      }.value)
    let before = try store.job(old.job)
    #expect(before.attempt == 2 && new.token != old.token)
    #expect(try store.tick(old) == .lost)
    #expect(try store.end(old, .workSucceeded) == nil)
    #expect(try store.end(old, .workFailed) == nil)
    #expect(try store.job(old.job) == before)
    #expect(try store.tick(new) == .proceed)
    #expect(try store.job(old.job).progress.stages.first?.done == 2)
  }

  @Test func aClaimOfTheSameAttemptWithAnotherTokenChangesNoRow() throws {
    let claim = try store.running()
    let forged = JobClaim(
      job: claim.job, attempt: claim.attempt, token: "00000000-0000-0000-0000-000000000000")
    let before = try store.job(claim.job)
    #expect(try store.tick(forged) == .lost)
    #expect(try store.end(forged, .workFailed) == nil)
    #expect(try store.job(claim.job) == before)
  }

  @Test func whatIsFrozenCannotBeFrozenAgain() throws {
    let claim = try store.running(4)
    #expect(try store.tick(claim) == .proceed)
    let before = try store.job(claim.job)
    let stages = [WeightedProgress.Stage(name: "work", weight: 100, total: 0)]
    let error = try failure {
      _ = try store.writer.perform { tx throws(StoreError) in
        try tx.transaction.freezeJob(claim, stages: stages, units: [])
      }
    }
    #expect(error.code == .failed)
    #expect(try store.job(claim.job) == before)
  }

  @Test func stagesWhoseWeightsAreNotHundredAreRefused() throws {
    let id = try store.pending()
    let stages = [
      WeightedProgress.Stage(name: "a", weight: 60, total: 1),
      WeightedProgress.Stage(name: "b", weight: 60, total: 1),
    ]
    let error = try failure {
      _ = try store.writer.perform { tx throws(StoreError) in
        guard let claim = try tx.transaction.claimJob(id, resuming: false) else { return }
        _ = try tx.transaction.freezeJob(claim, stages: stages, units: [])
      }
    }
    #expect(error.message.contains("120"))
    #expect(try store.job(id).state == .pending)
  }

  @Test(
    arguments: [
      "UPDATE job_stages SET done = total + 1", "UPDATE job_stages SET done = -1",
      "UPDATE job_stages SET weight = 0", "UPDATE job_stages SET total = -1",
      "UPDATE jobs SET state = 'done'", "UPDATE jobs SET state = 'succeeded'",
      "UPDATE jobs SET finished_at = 1", "UPDATE jobs SET claim = NULL",
      "UPDATE jobs SET tick = -1",
      "UPDATE jobs SET attempt = -1", "UPDATE jobs SET skipped = -1",
      """
      INSERT INTO job_stages (job, position, name, weight, total, done, begun_done)
      VALUES (1, 0, 'other', 1, 1, 0, 0)
      """,
    ] as [StaticString])
  func theSchemaRefusesWhatNoJobCanBe(_ sql: StaticString) throws {
    let claim = try store.running()
    let before = try store.job(claim.job)
    #expect(throws: (any Error).self) { try store.alter(sql) }
    #expect(try store.job(claim.job) == before)
  }

  @Test func aProgressWriteTakesNoStoreRevisionButATick() throws {
    let claim = try store.running()
    let before = try store.reader.job(claim.job)
    #expect(try store.tick(claim) == .proceed)
    let after = try store.reader.job(claim.job)
    #expect(after.token == before.token && after.job.revision == before.job.revision)
    #expect(after.job.tick == before.job.tick + 1)
  }

  @Test func anUnknownJobIsNotFound() throws {
    let id = try #require(JobID(rawValue: 99))
    let writer = store.writer
    #expect(try failure { _ = try store.job(id) }.code == .notFound)
    #expect(try failure { _ = try writer.cancelJob(id) }.code == .notFound)
    #expect(try failure { _ = try writer.recoverJob(id) }.code == .notFound)
    #expect(try failure { _ = try writer.retryJob(id) }.code == .notFound)
    #expect(try failure { _ = try store.runner.runImport(id) }.code == .notFound)
  }
}
