import Dispatch
import SharedStoreSystem
import Synchronization

/// Those who wait asynchronously for a reader's store to change, and the one thread that watches it
/// for all of them; there is one only as long as somebody waits or will wait.
final class StoreWaiters: Sendable {
  /// What ended a wait.
  enum Event: Hashable, Sendable {
    /// The store may have changed since the last wait was over.
    case changed
    case timedOut
    case cancelled
  }

  private struct Waiter {
    let period: Duration
    /// Nobody has seen yet what was there before he came.
    var isTold = true
    var deadline = MonotonicTime.never
    var continuation: CheckedContinuation<Event, Never>?
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var lastID = 0
    var thread: WatchThread?
    /// Until when the thread sleeps if nothing happens.
    var wakes = MonotonicTime.never
  }

  private let state = Mutex(State())

  /// Somebody will wait.
  /// - Parameters:
  ///   - reader: Whose store it is.
  ///   - period: How long what nobody announces may stay unseen.
  /// - Returns: The number to wait under.
  func join(_ reader: StoreReader, period: Duration) -> Int {
    let (id, thread) = state.withLock { state in
      state.lastID += 1
      state.waiters[state.lastID] = Waiter(period: period)
      if let running = state.thread {
        running.wake()
        return (state.lastID, WatchThread?.none)
      }
      let thread = WatchThread()
      state.thread = thread
      return (state.lastID, thread)
    }
    thread?.start(reader)
    return id
  }

  /// He waits no more.
  func leave(_ id: Int) {
    state.withLock { state in
      state.waiters[id] = nil
      guard state.waiters.isEmpty else { return }
      state.thread?.wake()
      state.thread = nil
    }
  }

  /// Waits until the store may have changed since the last wait was over; the first wait is over at
  /// once.
  func wait(_ id: Int, until deadline: MonotonicTime) async -> Event {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let event = begin(id, deadline, continuation) { continuation.resume(returning: event) }
        // Cancelled before it had begun: nobody else will end it.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func begin(
    _ id: Int, _ deadline: MonotonicTime, _ continuation: CheckedContinuation<Event, Never>
  ) -> Event? {
    state.withLock { state in
      guard var waiter = state.waiters[id] else { return .cancelled }
      if waiter.isTold {
        state.waiters[id]?.isTold = false
        return .changed
      }
      (waiter.deadline, waiter.continuation) = (deadline, continuation)
      state.waiters[id] = waiter
      if deadline < state.wakes { state.thread?.wake() }
      return nil
    }
  }

  private func cancel(_ id: Int) {
    let continuation = state.withLock { state in state.waiters[id]?.continuation.take() }
    continuation?.resume(returning: .cancelled)
  }

  // MARK: The thread

  /// How long a thread waits next, and how often it looks; `nil` when it is needed no more.
  fileprivate func plan(
    of thread: WatchThread
  ) -> (deadline: MonotonicTime, period: Duration)? {
    state.withLock { state in
      guard state.thread === thread else { return nil }
      let waiting = state.waiters.values
      state.wakes = waiting.map(\.deadline).min() ?? .never
      return (state.wakes, waiting.map(\.period).min() ?? StoreWatch.period)
    }
  }

  /// Ends the waits that are over.
  fileprivate func end(isChanged: Bool) {
    let now = MonotonicTime.now
    let over = state.withLock { state in
      var over: [(CheckedContinuation<Event, Never>, Event)] = []
      for (id, var waiter) in state.waiters where isChanged || waiter.deadline <= now {
        if let continuation = waiter.continuation.take() {
          over.append((continuation, isChanged ? .changed : .timedOut))
        } else if isChanged {
          waiter.isTold = true
        }
        waiter.deadline = .never
        state.waiters[id] = waiter
      }
      return over
    }
    for (continuation, event) in over { continuation.resume(returning: event) }
  }
}

/// The thread on which a store is watched for all who wait for it.
private final class WatchThread: Sendable {
  /// Without one, the thread itself looks now and then whether somebody came or went.
  private let pipe = try? Pipe.open()
  private let source: InputSource?

  init() {
    source =
      switch pipe {
      case .some(let pipe): pipe.source
      case .none: nil
      }
  }

  /// Has it plan anew.
  func wake() { pipe?.signal() }

  func start(_ reader: StoreReader) {
    // A queue of its own, since the thread is held as long as somebody waits.
    DispatchQueue(label: "SharedStore.watch").async { [self] in run(reader) }
  }

  private func run(_ reader: StoreReader) {
    var watch = StoreWatch(reader)
    let unwoken: Duration? = source == nil ? .milliseconds(100) : nil
    while let plan = reader.waiters.plan(of: self) {
      let latest = unwoken.map { MonotonicTime.now.advanced(by: $0) } ?? .never
      let event = watch.wait(
        until: min(plan.deadline, latest), or: source, period: plan.period)
      if event == .other { pipe?.drain() }
      reader.waiters.end(isChanged: event == .changed)
    }
  }
}

/// One who waits; he leaves when this goes away.
final class StoreWaiter: Sendable {
  private let reader: StoreReader
  private let id: Int

  init(_ reader: StoreReader, period: Duration = StoreWatch.period) {
    self.reader = reader
    id = reader.waiters.join(reader, period: period)
  }

  deinit {
    reader.waiters.leave(id)
  }

  /// Waits until the store may have changed since the last wait was over; the first wait is over at
  /// once.
  func wait(until deadline: MonotonicTime = .never) async -> StoreWaiters.Event {
    await reader.waiters.wait(id, until: deadline)
  }
}
