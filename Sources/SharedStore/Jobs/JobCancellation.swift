import Synchronization

/// Whether a cancel was asked for, as a worker sees it: never more than 20 milliseconds old.
///
/// Work that can be interrupted registers what interrupts it; work that cannot is asked again
/// after each unit.
public final class JobCancellation: Sendable {
  private struct State {
    var isRequested = false
    var handlers: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Whether the work is to stop.
  public var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Registers what interrupts the work; it is called once, at once if the cancel came before.
  public func onCancel(_ handler: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isRequested { state.handlers.append(handler) }
      return state.isRequested
    }
    if isLate { handler() }
  }

  /// Tells the work to stop; once is enough.
  package func request() {
    let handlers = state.withLock { state in
      state.isRequested = true
      defer { state.handlers = [] }
      return state.handlers
    }
    for handler in handlers { handler() }
  }

  func forgetHandlers() {
    state.withLock { $0.handlers = [] }
  }
}
