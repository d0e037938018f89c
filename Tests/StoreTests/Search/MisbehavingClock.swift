import SharedStoreTesting
import Synchronization

/// A virtual clock with a fault.
final class MisbehavingClock: Clock, Sendable {
  enum Fault: Sendable {
    /// Sleeps are never longer than this.
    case wakesEvery(Duration)
    /// Sleeps end with an error.
    case fails(any Error)
    /// It can be set back.
    case isBehind
  }

  private let base: VirtualClock
  private let fault: Mutex<Fault?>
  private let behind = Mutex(Duration.zero)

  init(_ base: VirtualClock, _ fault: Fault) {
    self.base = base
    self.fault = Mutex(fault)
  }

  var now: VirtualClock.Instant { base.now.advanced(by: .zero - behind.withLock(\.self)) }
  var minimumResolution: Duration { base.minimumResolution }

  func stepBack(_ duration: Duration) { behind.withLock { $0 += duration } }

  func behave() { fault.withLock { $0 = nil } }

  func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
    let fault = fault.withLock(\.self)
    var deadline = deadline.advanced(by: behind.withLock(\.self))
    if case .wakesEvery(let duration) = fault {
      deadline = min(deadline, base.now.advanced(by: duration))
    }
    try await base.sleep(until: deadline)
    if case .fails(let error) = fault { throw error }
  }
}
