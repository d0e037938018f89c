import Foundation
import SharedStoreModel
import SharedStoreReader
import TestSupport
import Testing

@testable import SharedStore

@Suite(.inTurns) struct JobRecoveryTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  @Test func aNumberThatCameBackIsNotTakenForTheWorker() throws {
    let claim = try store.running()
    // This process is alive and has the number, but started at another time.
    try store.alter("UPDATE jobs SET started = started - 1")
    #expect(try store.job(claim.job).worker == .gone(getpid()))
    #expect(try store.job(claim.job).isOrphaned)
  }

  @Test func aProcessThatIsNotThereIsGone() throws {
    let claim = try store.running()
    // Greater than any process id of Linux can be, proc(5).
    try store.alter("UPDATE jobs SET process = 4194305")
    #expect(try store.job(claim.job).worker == .gone(4_194_305))
  }

  @Test func aWorkerOfAnotherBootIsGone() throws {
    let claim = try store.running()
    try store.alter("UPDATE jobs SET boot = '00000000-0000-0000-0000-000000000000'")
    #expect(try store.job(claim.job).worker == .gone(getpid()))
  }

  @Test func aWorkerInAnotherNamespaceIsUnknownAndOnlyForceGoesOn() throws {
    let claim = try store.running()
    try store.alter("UPDATE jobs SET namespace = namespace + 1, process = 4194305")
    let job = try store.job(claim.job)
    #expect(job.worker == .unknown(4_194_305) && !job.isOrphaned)
    let writer = store.writer
    #expect(try failure { _ = try writer.recoverJob(claim.job) }.code == .busy)
    let resumed = try writer.perform { tx throws(StoreError) in
      try tx.transaction.claimJob(claim.job, resuming: true)
    }.value
    #expect(resumed == nil)
    #expect(try store.job(claim.job) == job)
    #expect(try writer.recoverJob(claim.job, force: true) == .failed)
  }

  @Test func aLivingWorkerKeepsItsJob() throws {
    let claim = try store.running()
    let job = try store.job(claim.job)
    let writer = store.writer
    let error = try failure { _ = try writer.recoverJob(claim.job) }
    #expect(error.code == .busy && error.message.contains("\(getpid())"))
    let error2 = try failure { _ = try store.runner.runImport(claim.job, resuming: true) }
    #expect(error2.code == .conflict)
    #expect(try store.job(claim.job) == job)
  }

  @Test func aForcedRecoveryTakesTheClaimFromALivingWorker() throws {
    let claim = try store.running()
    #expect(try store.writer.recoverJob(claim.job, force: true) == .failed)
    let job = try store.job(claim.job)
    #expect(try store.tick(claim) == .lost)
    #expect(try store.end(claim, .workSucceeded) == nil)
    #expect(try store.job(claim.job) == job)
  }

  @Test func aLostWorkerIsRecoveredAsFailedWithItsUnitsKept() throws {
    let claim = try store.running(4)
    _ = try store.tick(claim, units: 3)
    try store.loseWorker(of: claim.job)
    #expect(try store.writer.recoverJob(claim.job) == .failed)
    let job = try store.job(claim.job)
    #expect(job.state == .failed && job.error == "The worker was lost.")
    #expect(job.progress.stages.first?.done == 3 && job.progress.percent == 71)
    #expect(job.worker == .none)
    #expect(try store.tick(claim) == .lost)
  }

  @Test func aLostWorkerOfACancellingJobIsRecoveredAsCancelled() throws {
    let claim = try store.running()
    try store.writer.cancelJob(claim.job)
    try store.loseWorker(of: claim.job)
    let resumed = try store.writer.perform { tx throws(StoreError) in
      try tx.transaction.claimJob(claim.job, resuming: true)
    }.value
    #expect(resumed == nil)
    #expect(try store.writer.recoverJob(claim.job) == .cancelled)
    #expect(try store.job(claim.job).error == nil)
  }

  @Test func aCancelOfAnOrphanedJobEndsItAtOnce() throws {
    let claim = try store.running()
    try store.loseWorker(of: claim.job)
    #expect(try store.writer.cancelJob(claim.job) == .cancelled)
  }

  @Test func whatHasNoWorkerIsLeftAsItIs() throws {
    let id = try store.pending()
    let before = try store.reader.job(id)
    #expect(try store.writer.recoverJob(id) == .pending)
    #expect(try store.reader.job(id) == before)
  }

  @Test func aRetryIsANewJobAndLeavesTheOldOneAsItWas() throws {
    let claim = try store.running(4)
    _ = try store.tick(claim, units: 2)
    _ = try store.end(claim, .workFailed)
    let old = try store.job(claim.job)
    let id = try store.writer.retryJob(claim.job)
    let new = try store.job(id)
    #expect(id > claim.job && new.retryOf == claim.job && new.state == .pending)
    #expect(new.attempt == 0 && new.progress.percent == nil && new.kind == old.kind)
    #expect(try store.job(claim.job) == old)
  }

  @Test func onlyAFailedOrCancelledJobIsTriedAgain() throws {
    let writer = store.writer
    let pending = try store.pending()
    #expect(try failure { _ = try writer.retryJob(pending) }.code == .conflict)
    let running = try store.running(0)
    #expect(try failure { _ = try writer.retryJob(running.job) }.code == .conflict)
    _ = try store.tick(running, stage: 1)
    _ = try store.end(running, .workSucceeded)
    #expect(try failure { _ = try writer.retryJob(running.job) }.code == .conflict)
    try writer.cancelJob(pending)
    #expect(try writer.retryJob(pending) > running.job)
  }
}

@Suite(.inTurns) struct JobPruneTests {
  private let store: JobStore

  init() throws {
    store = try JobStore()
  }

  private func ended(_ event: JobState.Event) throws -> JobID {
    let claim = try store.running()
    _ = try store.end(claim, event)
    return claim.job
  }

  private func ids() throws -> [JobID] { try store.reader.jobs().jobs.map(\.id).reversed() }

  @Test func onlyJobsThatHaveEndedAreRemovedWithAllTheirRows() throws {
    let failed = try ended(.workFailed)
    let pending = try store.pending()
    let running = try store.running().job
    let cancelling = try store.running().job
    try store.writer.cancelJob(cancelling)
    #expect(try store.writer.pruneJobs() == 1)
    #expect(try ids() == [pending, running, cancelling])
    #expect(try failure { _ = try store.job(failed) }.code == .notFound)
    let rows = try store.number(
      """
      SELECT (SELECT count(*) FROM job_stages WHERE job = 1)
        + (SELECT count(*) FROM job_units WHERE job = 1)
        + (SELECT count(*) FROM job_attempts WHERE job = 1)
      """)
    #expect(rows == 0)
  }

  @Test func idsNeverComeBack() throws {
    let last = try (0..<3).map { _ in try ended(.workFailed) }.last
    #expect(try store.writer.pruneJobs() == 3)
    #expect(try ids().isEmpty)
    #expect(try store.pending().rawValue == (last?.rawValue ?? 0) + 1)
  }

  @Test func theNewestStayAndADryRunOnlyCounts() throws {
    let jobs = try (0..<5).map { _ in try ended(.workFailed) }
    #expect(try store.writer.pruneJobs(keep: 2, dryRun: true) == 3)
    #expect(try ids() == jobs)
    #expect(try store.writer.pruneJobs(keep: 2) == 3)
    #expect(try ids() == Array(jobs.suffix(2)))
    #expect(try store.writer.pruneJobs(keep: 100) == 0)
  }

  @Test func onlyJobsThatEndedBeforeAnInstantAreRemoved() throws {
    let old = try ended(.workFailed)
    let new = try ended(.workFailed)
    try store.alter("UPDATE jobs SET finished_at = 1000 WHERE id = ?1", old.rawValue)
    #expect(
      try store.writer.pruneJobs(before: Timestamp(clampingMilliseconds: 1_000)) == 0)
    #expect(
      try store.writer.pruneJobs(before: Timestamp(clampingMilliseconds: 1_001)) == 1)
    #expect(try ids() == [new])
  }

  /// Makes rows of jobs that have ended, and some units of the first.
  private func makeEnded(_ count: Int64, units: Int64 = 0) throws {
    try store.alter(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      INSERT INTO jobs (kind, state, arguments, attempt, counted, skipped, tick, revision,
        created_at, finished_at, has_leftovers)
      SELECT 'import', 'succeeded', '{}', 1, 0, 0, 1, 1, i, i, 0 FROM n
      """, count)
    try store.alter(
      """
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      INSERT INTO job_units (job, position, name, source) SELECT 1, i, 'u', '' FROM n WHERE i < ?1
      """, units)
  }

  @Test func manyJobsLeaveInTransactionsThatAreShort() throws {
    try makeEnded(5_000, units: 45_000)
    let pending = try store.pending()
    let before = try store.reader.token().revision.rawValue
    #expect(try store.writer.pruneJobs() == 5_000)
    #expect(try ids() == [pending])
    #expect(try store.number("SELECT count(*) FROM job_units") == 0)
    // 5 000 jobs, 2 000 at once; and the units of the first, 20 000 at once, bear no revision.
    #expect(try store.reader.token().revision.rawValue == before + 3)
  }

  @Test func jobsLeaveByThemselvesWhenTenThousandYoungerOnesWereCreated() throws {
    try makeEnded(10_003)
    #expect(try store.number("SELECT min(id) FROM jobs") == 1)
    _ = try store.pending()
    // The new one is the 10 004th.
    #expect(try store.number("SELECT min(id) FROM jobs") == 5)
  }

  @Test func aJobThatAnUnfinishedOneTriesAgainStays() throws {
    let failed = try ended(.workFailed)
    let again = try store.writer.retryJob(failed)
    #expect(try store.writer.pruneJobs() == 0)
    try store.writer.cancelJob(again)
    #expect(try store.writer.pruneJobs() == 2)
  }
}
