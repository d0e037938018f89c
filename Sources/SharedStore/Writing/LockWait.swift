import SharedStoreSystem
import Synchronization

/// How long a call waits for others: up to a time, or until its task is cancelled.
final class LockWait: Sendable {
  /// When waiting ends.
  let deadline: MonotonicTime
  let timeout: Duration
  private let cancelled = Atomic<Bool>(false)

  init(_ timeout: Duration) {
    self.timeout = timeout
    deadline = MonotonicTime.now.advanced(by: timeout)
  }

  /// Waits as long as it takes; nobody cancels it.
  static let unlimited = LockWait(.seconds(Int64.max / 2_000_000_000))

  func cancel() { cancelled.store(true, ordering: .relaxed) }

  var isCancelled: Bool {
    cancelled.load(ordering: .relaxed) || Suspension.current?.isExpired == true
  }
}
