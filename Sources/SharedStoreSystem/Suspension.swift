import Synchronization

/// Whether the system is about to suspend the process while a call is at work: the call then ends
/// as soon as it can, and holds no lock.
package final class Suspension: Sendable {
  /// That of the call which runs on this thread now, if it runs under an activity.
  @TaskLocal package static var current: Suspension?
  #if FAULT_INJECTION
    /// At which look a call finds that its time is over, for tests; the first is 1.
    @TaskLocal package static var expiresAtLook: Int?
    /// How often a call has looked.
    private let looks = Atomic<Int>(0)
  #endif

  private let expired = Atomic<Bool>(false)
  /// What ends the statements that run meanwhile.
  private let interrupts = Mutex<[@Sendable () -> Void]>([])

  package init() {}

  /// Whether time is over.
  package var isExpired: Bool {
    #if FAULT_INJECTION
      if let look = Suspension.expiresAtLook,
        looks.wrappingAdd(1, ordering: .relaxed).newValue == look
      {
        expire()
      }
    #endif
    return expired.load(ordering: .acquiring)
  }

  /// Whether time was found to be over before.
  package var hasExpired: Bool { expired.load(ordering: .acquiring) }

  /// Time is over: called by the system, on any thread.
  package func expire() {
    expired.store(true, ordering: .releasing)
    for interrupt in interrupts.withLock({ $0 }) { interrupt() }
  }

  /// Has something called when time is over.
  package func onExpiry(_ interrupt: @escaping @Sendable () -> Void) {
    interrupts.withLock { $0.append(interrupt) }
    if expired.load(ordering: .acquiring) { interrupt() }
  }
}
