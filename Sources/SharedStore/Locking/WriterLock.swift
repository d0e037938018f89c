import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem

/// The lock that lets one writer at a time into the store, among all processes: held from before
/// BEGIN IMMEDIATE until after COMMIT, and around every checkpoint (contract F1).
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
  private static let longestPollNanoseconds: UInt64 = 1_000_000
  private static let shortestPollNanoseconds: UInt64 = 200_000

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
      throw StoreError(.failed, "A lock file of the store cannot be opened: \(error.text).")
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
  /// - Throws: `busy` at the deadline, naming the holder.
  mutating func acquire(
    deadline: MonotonicTime, timeoutMilliseconds: Int64
  ) throws(StoreError) {
    guard obtain(deadline: deadline) else {
      throw .lockBusy(LockHolder.ofFile(at: paths.lock), milliseconds: timeoutMilliseconds)
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

  private mutating func obtain(deadline: MonotonicTime) -> Bool {
    let started = MonotonicTime.now
    if started < sliceEnd, lock.tryLock() { return true }
    var hasTurn = takeTurn()
    let patienceEnd =
      started < bypassEnd
      ? started : started.advanced(byMilliseconds: WriterLock.turnMilliseconds)
    var now = started
    while !((hasTurn || now >= patienceEnd) && lock.tryLock()) {
      if now >= deadline {
        if hasTurn { turn.unlock() }
        return false
      }
      pause(
        nanoseconds: hasTurn
          ? WriterLock.headPollNanoseconds : WriterLock.queuePoll(since: started, now))
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
    return true
  }

  /// How long a waiter sleeps before it looks at the turnstile again: the longer it has waited, the
  /// more often it looks, so that the oldest waiter is the likeliest to be next.
  private static func queuePoll(since started: MonotonicTime, _ now: MonotonicTime) -> Int {
    let halvings = min((now.nanoseconds - started.nanoseconds) >> 21, 4)
    return Int(max(longestPollNanoseconds >> halvings, shortestPollNanoseconds))
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
  static func lockBusy(_ holder: LockHolder?, milliseconds: Int64) -> StoreError {
    let who =
      switch holder {
      case let holder? where holder.isStopped: "process \(holder.processID), which is stopped,"
      case let holder?: "process \(holder.processID)"
      case nil: "another process"
      }
    return StoreError(
      .busy, "The writer lock was not free within \(milliseconds) ms: \(who) holds it.",
      hint: holder?.isStopped == true
        ? "Continue or end that process." : "Try again, or raise --timeout.")
  }
}

extension StoreError {
  static let unwritableStore = StoreError(
    .unreadable, "The store cannot be written: no permission for its folder or its files.",
    hint: "Writers run as the user that owns the store.")
}
