import Foundation
import SharedStoreModel
import SharedStoreReader
import Synchronization
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
    let claim = try store.writer.perform { tx throws(StoreError) in try tx.claimJob(id) }.value
    #expect(claim == nil)
    let error = try jobFailure { _ = try store.runner.runImport(id) }
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
      try tx.endJob(claim, .workFailed, result: nil, error: StoreError(.full, "No room."))
    }.value
    let job = try store.job(claim.job)
    #expect(state == .cancelled && job.state == .cancelled)
    #expect(job.error == "No room." && job.errorCode == "full")
  }

  /// The outcome of each race is the one that both sides heard, and the documents are there
  /// exactly if it was a success.
  @Test func aThousandRacesOfCancelAndSuccessHaveOneOutcomeEach() throws {
    // Who is first does not depend on the disk.
    var relaxed = WriterOptions()
    relaxed.durability = .relaxed
    let options = relaxed
    let store = try JobStore(durability: .relaxed)
    var outcomes: [JobState: Int] = [:]
    let location = store.location
    let round = Mutex<Int64>(0)
    let answers = Mutex<[Int64: JobState]>([:])
    let canceller = Thread {
      guard let writer = try? BlockingStoreWriter(location, options: options) else { return }
      var last: Int64 = 0
      while true {
        let next = round.withLock { $0 }
        if next < 0 { return }
        guard next != last, let id = JobID(rawValue: next) else { continue }
        // A moment that differs from race to race; either side may be first.
        usleep(UInt32(next % 17) * 25)
        let state = try? writer.cancelJob(id)
        answers.withLock { $0[next] = state }
        last = next
      }
    }
    canceller.start()
    defer { round.withLock { $0 = -1 } }
    for race in 0..<1_000 {
      let claim = try store.running(0)
      let name = "race-\(race)"
      let document = try #require(DocumentID(name))
      round.withLock { $0 = claim.job.rawValue }
      usleep(UInt32(race % 13) * 20)
      let state = try store.writer.perform { tx throws(StoreError) -> JobState? in
        guard try tx.tick(claim, stage: 1, units: 1) == .proceed else {
          return try tx.endJob(claim, .workStopped, result: nil, error: nil)
        }
        try tx.createDocument(document, fields: [:])
        return try tx.endJob(claim, .workSucceeded, result: nil, error: nil)
      }.value
      while answers.withLock({ $0[claim.job.rawValue] }) == nil { usleep(20) }
      let heard = answers.withLock { $0[claim.job.rawValue] }
      let final = try store.job(claim.job).state
      #expect(state == final)
      #expect(heard == (final == .succeeded ? .succeeded : .cancelling))
      let isVisible = (try? store.reader.document(document)) != nil
      #expect(isVisible == (final == .succeeded))
      outcomes[final, default: 0] += 1
    }
    #expect(outcomes.keys.allSatisfy { $0 == .succeeded || $0 == .cancelled })
    // Otherwise it was no race.
    #expect(outcomes[.succeeded, default: 0] > 20 && outcomes[.cancelled, default: 0] > 20)
  }
}
