import SharedStoreModel
import SharedStoreReader
import SharedStoreSystem

/// The lock that lets one writer at a time into the store, among all processes: held from before
/// BEGIN IMMEDIATE until after COMMIT, and around every checkpoint.
///
/// `flock` alone is not fair: whoever releases it usually takes it again before a sleeping waiter
/// wakes. So waiters queue on a second file, the turnstile; the first in the queue waits for the
/// lock with the turnstile in hand, and the last holder may retake the lock directly only for a
/// short slice of time. Both are polled, which keeps the deadline without a signal or a thread.
struct WriterLock: ~Copyable {
  private var lock: LockFile
  private var turn: LockFile
  private let paths: StorePaths
  /// Until then the last holder need not queue.
  private var sliceEnd = MonotonicTime(nanoseconds: 0)
  /// Until then the turnstile is taken for stuck: its holder did not move for too long.
  private var bypassEnd = MonotonicTime(nanoseconds: 0)

  /// How long the last holder may go on without queueing.
  ///
  /// Longer is faster and less fair.
  private static let sliceMilliseconds: Int64 = 3
  /// How long a waiter waits for the turnstile before it tries the lock itself.
  private static let turnMilliseconds: Int64 = 250
  /// How long a turnstile that was found stuck is not waited for again.
  private static let bypassMilliseconds: Int64 = 5_000
  private static let headPollNanoseconds = 50_000
  private static let longestPollNanoseconds = 1_000_000
  private static let shortestPollNanoseconds = 200_000

  /// Opens both files.
  static func open(_ paths: StorePaths) throws(StoreError) -> WriterLock {
    WriterLock(lock: try file(paths.lock), turn: try file(paths.turn), paths: paths)
  }

  private static func file(_ path: String) throws(StoreError) -> LockFile {
    do throws(SystemError) {
      return try LockFile.open(path)
    } catch {
      if error.isOtherSort {
        throw StoreError(
          .configuration, "A lock file of the store is not a plain file of one name.",
          hint: "Remove what stands in the place of store.lock or store.turn.")
      }
      if error.isPermission { throw .unwritableStore }
      if error.isFull { throw StoreError(.full, "Cannot open the lock file: the disk is full.") }
      throw StoreError(
        .failed, "A lock file of the store cannot be opened: \(error.text).", system: .init(error))
    }
  }

  private init(lock: consuming LockFile, turn: consuming LockFile, paths: StorePaths) {
    self.lock = lock
    self.turn = turn
    self.paths = paths
  }

  /// Waits for the lock.
  ///
  /// A file that was deleted meanwhile can still be locked, so the caller goes on only if
  /// ``reopenUnlessCurrent()`` says so, or if it knows otherwise that the file is in place.
  /// - Throws: `busy` at the deadline, naming the holder, or `CancellationError`.
  mutating func acquire(_ wait: LockWait) throws {
    switch obtain(wait) {
    case .obtained: return
    case .cancelled: throw CancellationError()
    case .timedOut: throw StoreError.lockBusy(LockHolder.ofFile(at: paths.lock), wait.timeout)
    }
  }

  /// Waits for the lock of a store that is being opened.
  /// - Throws: `busy` at the deadline, naming the holder, and when the wait was cancelled.
  mutating func acquireToOpen(_ wait: LockWait) throws(StoreError) {
    guard obtain(wait) == .obtained else {
      throw .lockBusy(LockHolder.ofFile(at: paths.lock), wait.timeout)
    }
  }

  /// Whether the lock in hand keeps others out; if not, opens the file that does.
  /// - Throws: As opening does.
  mutating func reopenUnlessCurrent() throws(StoreError) -> Bool {
    if lock.isCurrent() { return true }
    lock = try WriterLock.file(paths.lock)
    return false
  }

  /// Takes the lock only if nobody has it.
  borrowing func tryAcquire() -> Bool {
    guard lock.tryLock() else { return false }
    if lock.isCurrent() { return true }
    lock.unlock()
    return false
  }

  /// Gives the lock back.
  borrowing func release() { lock.unlock() }

  /// How waiting ended.
  private enum Ending {
    case obtained, timedOut, cancelled
  }

  private mutating func obtain(_ wait: LockWait) -> Ending {
    let started = MonotonicTime.now
    if started < sliceEnd, lock.tryLock() { return .obtained }
    var hasTurn = takeTurn()
    let patienceEnd =
      started < bypassEnd
      ? started : started.advanced(byMilliseconds: WriterLock.turnMilliseconds)
    var now = started
    while !((hasTurn || now >= patienceEnd) && lock.tryLock()) {
      if now >= wait.deadline || wait.isCancelled {
        if hasTurn { turn.unlock() }
        return wait.isCancelled ? .cancelled : .timedOut
      }
      pause(
        nanoseconds: WriterLock.poll(isHead: hasTurn, waited: now.nanoseconds - started.nanoseconds)
      )
      if !hasTurn { hasTurn = takeTurn() }
      now = .now
    }
    if hasTurn {
      turn.unlock()
      bypassEnd = MonotonicTime(nanoseconds: 0)
    } else {
      bypassEnd = now.advanced(byMilliseconds: WriterLock.bypassMilliseconds)
    }
    sliceEnd = now.advanced(byMilliseconds: WriterLock.sliceMilliseconds)
    return .obtained
  }

  /// How long a waiter sleeps before it looks again.
  ///
  /// The first in the queue looks often, since its turn comes within a slice. Of the others, the
  /// longer one has waited, the more often it looks, so that the oldest is the likeliest to be
  /// next. But a lock that is held for long is not worth a battery, and everybody looks seldom
  /// then.
  private static func poll(isHead: Bool, waited: UInt64) -> Int {
    if waited > 400_000_000 || (isHead && waited > 20_000_000) { return longestPollNanoseconds }
    if isHead { return headPollNanoseconds }
    let halvings = min(waited >> 21, 4)
    return max(longestPollNanoseconds >> halvings, shortestPollNanoseconds)
  }

  private mutating func takeTurn() -> Bool {
    if turn.tryLock() {
      FaultPoint.turnTaken.reach()
      return true
    }
    // A deleted turnstile only costs fairness, so it is looked for when it makes somebody wait.
    if !turn.isCurrent(), let reopened = try? LockFile.open(paths.turn) { turn = reopened }
    return false
  }
}

extension StoreError {
  static func lockBusy(_ holder: LockHolder?, _ timeout: Duration) -> StoreError {
    let who =
      switch holder {
      case let holder? where holder.isStopped: "process \(holder.processID), which is stopped,"
      case let holder?: "process \(holder.processID)"
      case nil: "another process"
      }
    return StoreError(
      .busy, "The writer lock was not free within \(timeout.milliseconds) ms: \(who) holds it.",
      hint: holder?.isStopped == true
        ? "Continue or end that process." : .moreTime)
  }
}

extension StoreError {
  static let unwritableStore = StoreError(
    .unreadable, "The store cannot be written: no permission for its folder or its files.",
    hint: "Writers run as the user that owns the store.")
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    return overflow ? .max : product + attoseconds / 1_000_000_000_000_000
  }
}
