import Dispatch
import SharedStore
import Synchronization

/// Lets a job stand at a place of its run, so that a test can look around, cancel it, or take its
/// worker for lost; no test has to guess when a job is there.
///
/// ```swift
/// let pause = JobPause(.beforeFinalCommit)
/// async let state = pause.during { try await store.runJob(id, stages: stages) { unit in … } }
/// await pause.reached()
/// try await store.write { tx in try tx.jobs.cancel(id) }
/// pause.resume()
/// #expect(try await state == .cancelled)
/// ```
public final class JobPause: Sendable {
  /// Where a job can be made to stand.
  public enum Point: Hashable, Sendable {
    /// Before its first unit, or the one that follows that many.
    case beforeUnit(after: Int = 0)
    /// When all units are done, before the commit that shows the outcome.
    case beforeFinalCommit
  }

  private struct State {
    var units = 0
    var isReached = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let point: Point
  private let state = Mutex(State())
  private let gate = DispatchSemaphore(value: 0)

  /// Creates a pause; it is made once.
  public init(_ point: Point) {
    self.point = point
  }

  /// Runs something in which the job is run whose worker is to stand.
  public func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    try JobPoint.$pause.withValue({ [self] in stand(at: $0) }, operation: body)
  }

  /// Runs something in which the job is run whose worker is to stand.
  public func during<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    try await JobPoint.$pause.withValue({ [self] in stand(at: $0) }, operation: body)
  }

  /// Returns when the worker stands.
  public func reached() async {
    await withCheckedContinuation { continuation in
      let isLate = state.withLock { state in
        if !state.isReached { state.waiting.append(continuation) }
        return state.isReached
      }
      if isLate { continuation.resume() }
    }
  }

  /// Lets the worker go on, also one that comes later.
  public func resume() {
    gate.signal()
  }

  private func stand(at place: JobPoint) {
    guard isHere(place) else { return }
    let waiting = state.withLock { state in
      state.isReached = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
    gate.wait()
  }

  private func isHere(_ place: JobPoint) -> Bool {
    state.withLock { state in
      guard !state.isReached else { return false }
      switch (point, place) {
      case (.beforeFinalCommit, .beforeFinalCommit): return true
      case (.beforeUnit(let after), .beforeUnit):
        state.units += 1
        return state.units == after + 1
      default: return false
      }
    }
  }
}
