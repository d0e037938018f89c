import Foundation
import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import Testing

@testable import SharedStore

@Suite struct WriterLockTests {
  private let store: TestStore
  private let paths: StorePaths
  private static let never = MonotonicTime(nanoseconds: .max)
  /// A deadline that has passed: one look, no waiting.
  private static let now = MonotonicTime(nanoseconds: 0)

  init() throws {
    store = try TestStore()
    paths = try store.paths
  }

  /// Takes the lock if it can be had at once, and says whether it could.
  private func takes(_ lock: inout WriterLock) throws -> Bool {
    do throws(StoreError) {
      try lock.acquire(deadline: WriterLockTests.now, timeoutMilliseconds: 0)
      return true
    } catch {
      guard error.code == .busy else { throw error }
      return false
    }
  }

  /// Lets the slice of time pass in which the last holder need not queue.
  private func letTheSlicePass() {
    let end = MonotonicTime.now.advanced(byMilliseconds: 3)
    while MonotonicTime.now < end { pause(1_000_000) }
  }

  @Test func oneWriterAtATimeIsInside() throws {
    var first = try WriterLock.open(paths)
    var second = try WriterLock.open(paths)
    try first.acquire(deadline: WriterLockTests.never, timeoutMilliseconds: 0)
    let isRefused = try !takes(&second)
    let isRefusedDirectly = !second.tryAcquire()
    first.release()
    let isTaken = try takes(&second)
    #expect(isRefused && isRefusedDirectly && isTaken)
  }

  @Test func whoWaitsInVainIsToldWhoHoldsIt() throws {
    var first = try WriterLock.open(paths)
    var second = try WriterLock.open(paths)
    try first.acquire(deadline: WriterLockTests.never, timeoutMilliseconds: 0)
    let error = try failure {
      try second.acquire(deadline: .now.advanced(byMilliseconds: 20), timeoutMilliseconds: 20)
    }
    #expect(error.code == .busy)
    #expect(error.message.contains("20 ms") && error.message.contains("process \(getpid())"))
  }

  @Test func aWaiterGetsTheLockWhenItIsReleased() throws {
    var first = try WriterLock.open(paths)
    try first.acquire(deadline: WriterLockTests.never, timeoutMilliseconds: 0)
    let (paths, started, done) = (paths, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let results = Record<Bool>()
    Thread {
      started.signal()
      do {
        var second = try WriterLock.open(paths)
        try second.acquire(deadline: WriterLockTests.never, timeoutMilliseconds: 0)
        results.note(true)
      } catch {
        results.note(false)
      }
      done.signal()
    }.start()
    started.wait()
    #expect(results.all == [])
    first.release()
    done.wait()
    #expect(results.all == [true])
  }

  @Test func aDeletedLockFileKeepsNobodyOutAndIsNoticed() throws {
    var first = try WriterLock.open(paths)
    try first.acquire(deadline: WriterLockTests.never, timeoutMilliseconds: 0)
    first.release()
    try #require(unlink(paths.lock) == 0)
    // Another writer makes the file again and holds it.
    var second = try WriterLock.open(paths)
    try second.acquire(deadline: WriterLockTests.never, timeoutMilliseconds: 0)
    let isRefused = try !takes(&first)
    let isRefusedDirectly = !first.tryAcquire()
    second.release()
    let isTaken = try takes(&first)
    let isCurrent = first.isCurrent()
    #expect(isRefused && isRefusedDirectly && isTaken && isCurrent)
    let isKeptOut = try !takes(&second)
    #expect(isKeptOut)
  }

  @Test func aLockDeletedWhileItIsHeldIsNotCurrent() throws {
    var lock = try WriterLock.open(paths)
    try lock.acquire(deadline: WriterLockTests.never, timeoutMilliseconds: 0)
    let before = lock.isCurrent()
    try #require(unlink(paths.lock) == 0)
    let after = lock.isCurrent()
    #expect(before && !after)
  }

  @Test(arguments: ["store.lock", "store.turn"], ["link", "dangling", "pipe", "folder", "second"])
  func whatIsNoPlainFileIsNotTakenForALock(_ name: String, _ impostor: String) throws {
    let target = try store.directory.write("untouched", to: "target")
    let path = paths.directory + "/" + name
    try #require(unlink(path) == 0)
    switch impostor {
    case "link": try #require(symlink(target, path) == 0)
    case "dangling": try #require(symlink(store.directory.file("missing"), path) == 0)
    case "pipe": try #require(mkfifo(path, 0o600) == 0)
    case "folder": try #require(mkdir(path, 0o700) == 0)
    default: try #require(link(target, path) == 0)
    }
    #expect(try failure { _ = try store.writer() }.code == .configuration)
    #expect(try failure { _ = try store.writer(create: true) }.code == .configuration)
    #expect(try String(decoding: contents(target), as: UTF8.self) == "untouched")
    #expect(!FileManager.default.fileExists(atPath: store.directory.file("missing")))
  }

  // MARK: Fairness

  @Test func whoComesNewQueuesAtTheTurnstileEvenIfTheLockIsFree() throws {
    let turn = try LockFile.open(paths.turn)
    let isTurnTaken = turn.tryLock()
    var lock = try WriterLock.open(paths)
    let isRefused = try !takes(&lock)
    turn.unlock()
    let isTaken = try takes(&lock)
    #expect(isTurnTaken && isRefused && isTaken)
  }

  @Test func theLastHolderMayRetakeTheLockForAShortSliceOnly() throws {
    let turn = try LockFile.open(paths.turn)
    var lock = try WriterLock.open(paths)
    // Somebody is in the queue; within its slice the last holder passes by. The scheduler may eat
    // up a slice, though hardly a thousand in a row.
    var passed = false
    for _ in 0..<1_000 where !passed {
      try lock.acquire(deadline: WriterLockTests.never, timeoutMilliseconds: 0)
      lock.release()
      #expect(turn.tryLock() == true)
      passed = try takes(&lock)
      lock.release()
      turn.unlock()
    }
    #expect(passed)
    #expect(turn.tryLock() == true)
    letTheSlicePass()
    let isRefused = try !takes(&lock)
    #expect(isRefused)
  }

  @Test func aTurnstileThatIsStuckIsPassedByAndNotWaitedForAgain() throws {
    let turn = try LockFile.open(paths.turn)
    #expect(turn.tryLock() == true)
    var lock = try WriterLock.open(paths)
    // After its patience the waiter tries the lock itself.
    try lock.acquire(deadline: WriterLockTests.never, timeoutMilliseconds: 0)
    lock.release()
    letTheSlicePass()
    let isTakenAtOnce = try takes(&lock)
    lock.release()
    #expect(isTakenAtOnce)
    // Once the turnstile moves again, it is queued at as before.
    turn.unlock()
    letTheSlicePass()
    let isTakenInTurn = try takes(&lock)
    lock.release()
    #expect(turn.tryLock() == true)
    letTheSlicePass()
    let isRefused = try !takes(&lock)
    #expect(isTakenInTurn && isRefused)
  }

  @Test func aDeletedTurnstileIsMadeAgain() throws {
    var lock = try WriterLock.open(paths)
    try #require(unlink(paths.turn) == 0)
    let isTaken = try takes(&lock)
    lock.release()
    #expect(isTaken)
    let turn = try LockFile.open(paths.turn)
    #expect(turn.tryLock() == true)
    letTheSlicePass()
    let isRefused = try !takes(&lock)
    #expect(isRefused)
  }
}
