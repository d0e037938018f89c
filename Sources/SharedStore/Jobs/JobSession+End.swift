import SharedStoreModel
import SharedStoreReader

extension JobSession {
  /// What the job made is in its place, and yet the store could not say so.
  struct Unsettled: Error {
    let cause: any Error
  }

  /// Ends the job after the final commit has failed behind what it could not take back.
  ///
  /// A cancel that came in between is too late for the outcome, but it names the state.
  /// - Throws: ``Unsettled`` when that fails too; a recovery will then find the outcome.
  func settle() throws(Unsettled) -> JobState {
    do {
      return try commit(result: nil) { _ throws(StoreError) in }
    } catch {
      throw Unsettled(cause: error)
    }
  }

  /// Ends the job after its work has stopped or failed; what it staged is gone.
  /// - Returns: The state it reached, when that is no failure.
  /// - Throws: The error, when the job has failed by it: its row says so already; the cause, when
  ///   the outcome is in its place; `stale` when the claim has ended.
  func end(_ error: any Error) throws -> JobState {
    if let unsettled = error as? Unsettled { throw unsettled.cause }
    if let stop = error as? Stop, stop.signal == .lost { throw StoreError.claimLost }
    let ending = ending(after: error)
    guard let state = try write(ending) else { return try endedAlready() }
    if state == .failed { throw error }
    return state
  }

  private func write(_ ending: JobEnding) throws -> JobState? {
    do throws(StoreError) {
      return try writer.perform(.duty) { tx throws(StoreError) in
        try ending.write(in: tx.transaction)
      }.value
    } catch {
      // Nobody works on the job any more, and that at least is said if it can be.
      let claim = claim
      _ = try? writer.perform(.duty) { tx throws(StoreError) in
        try tx.transaction.releaseJob(claim)
      }
      OwedEndings.add(ending, at: writer.location)
      throw StoreError(
        error.code, error.message,
        hint: StoreError.Hint(
          "The job could not be ended: jobs.recover(_:) does that.",
          command: "The job could not be ended: 'app job recover \(claim.job)' does that."))
    }
  }

  /// The state of a job whose claim has ended: by a commit of this worker that had not been known
  /// to be one, or by somebody else.
  private func endedAlready() throws -> JobState {
    let claim = claim
    let job = try writer.perform(.duty) { tx throws(StoreError) in
      try tx.transaction.job(claim.job)
    }.value
    guard job.state == .succeeded, job.attempt == claim.attempt else { throw StoreError.claimLost }
    return .succeeded
  }
}

extension Transaction {
  /// Ends a job by its final commit, as the answer to its last unit allows.
  func commitJob(
    _ claim: JobClaim, _ answer: JobSignal, result: String?, _ work: () throws(StoreError) -> Void
  ) throws(StoreError) -> JobState {
    switch answer {
    case .lost: throw StoreError.claimLost
    case .cancel: return try endJob(claim, .workStopped, result: nil, error: nil) ?? .cancelled
    case .proceed:
      guard try job(claim.job).progress.isComplete else { throw StoreError.unitsAreLeft }
      try work()
      let state = try endJob(claim, .workSucceeded, result: result, error: nil)
      guard let state else { throw StoreError.claimLost }
      return state
    }
  }
}

extension StoreError {
  static let unitsAreLeft = StoreError(
    .failed, "The job cannot succeed: some of its units are not done.")

  /// Of an error that is not the store's only the type is noted: its text may hold content.
  static func workFailed(_ error: any Error) -> StoreError {
    StoreError(.failed, "The work failed with an error of type \(type(of: error)).")
  }

  static let claimLost = StoreError(
    .stale, "Another attempt has taken over the job; this one's work was discarded.")
}
