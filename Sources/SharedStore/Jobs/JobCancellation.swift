import Synchronization

/// Whether a cancel was asked for, as a worker sees it: never more than 20 milliseconds old.
///
/// Work that can be interrupted registers what interrupts it; work that cannot is asked again
/// after each unit.
public final class JobCancellation: Sendable {
  private let requested = Atomic<Bool>(false)
  /// So that asking whether there are any costs each unit no lock.
  private let hasHandlers = Atomic<Bool>(false)
  private let handlers = Mutex<[@Sendable () -> Void]>([])

  package init() {}

  /// Whether the work is to stop.
  public var isRequested: Bool { requested.load(ordering: .acquiring) }

  /// Registers what interrupts the work; it is called once, at once if the cancel came before.
  public func onCancel(_ handler: @escaping @Sendable () -> Void) {
    let isLate = handlers.withLock { handlers in
      if isRequested { return true }
      handlers.append(handler)
      hasHandlers.store(true, ordering: .relaxed)
      return false
    }
    if isLate { handler() }
  }

  /// Tells the work to stop; once is enough.
  package func request() {
    let called = handlers.withLock { handlers in
      requested.store(true, ordering: .releasing)
      defer { handlers = [] }
      return handlers
    }
    for handler in called { handler() }
  }

  /// The work that was to be interrupted is over.
  func forgetHandlers() {
    guard hasHandlers.load(ordering: .relaxed) else { return }
    handlers.withLock { handlers in
      handlers = []
      hasHandlers.store(false, ordering: .relaxed)
    }
  }
}
