import Foundation
import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem
import TestSupport
import Testing

@testable import SharedStore

@Suite(.inTurns) struct WriterLockTests {
  private let store: TestStore
  private let paths: StorePaths
  private static let never = MonotonicTime(nanoseconds: .max)
  init() throws {
    store = try TestStore()
    paths = try store.paths
  }

  /// Takes the lock as a writer does, and goes on only with the one that keeps others out.
  private func enter(_ lock: inout WriterLock, for wait: LockWait = .unlimited) throws {
    repeat {
      try lock.acquire(wait)
    } while try !lock.reopenUnlessCurrent()
  }

  /// Enters if that can be done at once, and says whether it could.
  private func takes(_ lock: inout WriterLock) throws -> Bool {
    do {
      try enter(&lock, for: LockWait(.zero))
      return true
    } catch let error as StoreError where error.code == .busy {
      return false
    }
  }

  /// Lets the slice of time pass in which the last holder need not queue.
  private func letTheSlicePass() {
    let end = MonotonicTime.now.advanced(byMilliseconds: 3)
    while MonotonicTime.now < end { pause(nanoseconds: 1_000_000) }
  }

  @Test func oneWriterAtATimeIsInside() throws {
    var first = try WriterLock.open(paths)
    var second = try WriterLock.open(paths)
    try enter(&first)
    let isRefused = try !takes(&second)
    let isRefusedDirectly = !second.tryAcquire()
    first.release()
    let isTaken = try takes(&second)
    #expect(isRefused && isRefusedDirectly && isTaken)
  }

  @Test func whoWaitsInVainIsToldWhoHoldsIt() throws {
    var first = try WriterLock.open(paths)
    var second = try WriterLock.open(paths)
    try enter(&first)
    let error = try failure {
      try second.acquire(LockWait(.milliseconds(20)))
    }
    #expect(error.code == .busy)
    #expect(error.message.contains("20 ms") && error.message.contains("process \(getpid())"))
  }

  @Test func aWaiterGetsTheLockWhenItIsReleased() throws {
    var first = try WriterLock.open(paths)
    try enter(&first)
    let (paths, started, done) = (paths, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let results = Record<Bool>()
    Thread {
      started.signal()
      do {
        var second = try WriterLock.open(paths)
        try second.acquire(.unlimited)
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
    try enter(&first)
    first.release()
    try #require(unlink(paths.lock) == 0)
    // Another writer makes the file again and holds it.
    var second = try WriterLock.open(paths)
    try enter(&second)
    let isRefused = try !takes(&first)
    let isRefusedDirectly = !first.tryAcquire()
    second.release()
    let isTaken = try takes(&first)
    #expect(isRefused && isRefusedDirectly && isTaken)
    let isKeptOut = try !takes(&second)
    #expect(isKeptOut)
  }

  @Test func aLockDeletedWhileItIsHeldIsNotCurrent() throws {
    var lock = try WriterLock.open(paths)
    try enter(&lock)
    let before = try lock.reopenUnlessCurrent()
    try #require(unlink(paths.lock) == 0)
    let after = try lock.reopenUnlessCurrent()
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
      try enter(&lock)
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
    try enter(&lock)
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

  @Test func aDeletedTurnstileThatSomebodyStillHoldsIsMadeAgain() throws {
    let old = try LockFile.open(paths.turn)
    #expect(old.tryLock() == true)
    var lock = try WriterLock.open(paths)
    try #require(unlink(paths.turn) == 0)
    try enter(&lock)
    lock.release()
    // It got in by the new turnstile, so it queues there and does not pass by.
    let new = try LockFile.open(paths.turn)
    #expect(new.tryLock() == true)
    letTheSlicePass()
    let isRefused = try !takes(&lock)
    #expect(isRefused)
  }
}
