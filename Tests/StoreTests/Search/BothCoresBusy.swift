import Foundation
import SharedStoreReader
import Synchronization

/// Two threads that do nothing, all the time.
final class BothCoresBusy: Sendable {
  private let isOver = Atomic(false)

  init() {
    for _ in 0..<2 {
      Thread { [weak self] in
        while self?.isOver.load(ordering: .relaxed) == false {}
      }.start()
    }
  }

  func stop() { isOver.store(true, ordering: .relaxed) }
}

/// When a field was typed into and whether anything was delivered sooner than its delay allows.
final class DeliveryTiming: Sendable {
  private struct State {
    var typed = ContinuousClock.now
    var isFlushed = false
    var earlyDeliveries = 0
  }

  private let delay: Duration
  private let state = Mutex(State())

  init(_ delay: SearchDelay) { self.delay = .milliseconds(delay.milliseconds) }

  /// Just before the debouncer is told.
  func typed() { state.withLock { $0.typed = .now } }

  func flushed() { state.withLock { $0.isFlushed = true } }

  func delivered() {
    state.withLock { state in
      let isEarly = ContinuousClock.now < state.typed.advanced(by: delay)
      if isEarly, !state.isFlushed { state.earlyDeliveries += 1 }
    }
  }

  /// Keeps the caller's actor busy until a sleep that began before this is over.
  func passDeadline() {
    let over = state.withLock { $0.typed }.advanced(by: delay + .microseconds(300))
    while ContinuousClock.now < over {}
  }

  var earlyDeliveries: Int { state.withLock { $0.earlyDeliveries } }
}
