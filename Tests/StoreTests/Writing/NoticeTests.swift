import Foundation
import SharedStore
import SharedStoreReader
import SharedStoreSQLite
import SharedStoreSystem
import Synchronization
import TestSupport
import Testing

/// The hint to other processes: where the store stands, never ahead of it.
@Suite(.inTurns) struct NoticeTests {
  private let store: TestStore
  private let path: String

  init() throws {
    store = try TestStore()
    path = try store.paths.notice
  }

  private static func number(_ path: String) -> Int64? {
    let bytes = try? contents(path)
    return bytes?.withUnsafeBytes { Notice($0) }?.revision.rawValue
  }

  @Test func itHoldsTheRevisionOfTheLastCommit() throws {
    let writer = try store.writer()
    for revision in [1, 2, 3] as [Int64] {
      try writer.publish(CountSnapshot(count: revision), kind: "todo")
      #expect(NoticeTests.number(path) == revision)
    }
    try store.setRevision(1_311_768_467_463_790_319)
    try writer.publish(CountSnapshot(count: 0), kind: "todo")
    #expect(NoticeTests.number(path) == 1_311_768_467_463_790_320)
  }

  @Test func whatChangesNothingLeavesItAlone() throws {
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    let before = try FileStatus(path: path, withTimes: true)
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    try writer.write { _ in }
    _ = try failure {
      try writer.publish(CountSnapshot(count: 4), kind: "todo", ifRevision: .zero)
    }
    #expect(try FileStatus(path: path, withTimes: true) == before)
  }

  @Test func nobodySeesANumberThatTheStoreHasNotReached() throws {
    let (store, path, reader) = (store, path, store.reader())
    let (faults, looks) = (Record<String>(), Record<Int64>())
    let isWriting = Atomic(true)
    onThreads(2) { index in
      if index == 0 {
        if let writer = try? store.writer() {
          for number in 1...300 as ClosedRange<Int64> {
            _ = try? writer.publish(CountSnapshot(count: number), kind: "todo")
          }
        }
        isWriting.store(false, ordering: .releasing)
        return
      }
      while isWriting.load(ordering: .acquiring) {
        // The notice first: what it announces must be readable by then.
        let announced = NoticeTests.number(path) ?? 0
        guard let reached = try? reader.token().revision.rawValue else { continue }
        looks.note(reached)
        if announced > reached { faults.note("\(announced) > \(reached)") }
      }
    }
    #expect(faults.all == [])
    #expect(looks.all.count > 0)
    #expect(NoticeTests.number(path) == 300)
  }

  @Test func itIsMadeAgainAfterSomebodyDeletedIt() throws {
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    try #require(unlink(path) == 0)
    try writer.publish(CountSnapshot(count: 2), kind: "todo")
    #expect(NoticeTests.number(path) == 2)
    #expect(try FileStatus(path: path).permissions == 0o600)
  }

  @Test(arguments: ["link", "pipe", "folder", "second name"])
  func whatIsNoPlainFileInItsPlaceIsNeverWritten(_ impostor: String) throws {
    let target = try store.directory.write("untouched", to: "target")
    let events = Record<StoreEvent>()
    let writer = try store.writer { $0.log = { events.note($0) } }
    let reader = store.reader()
    _ = try reader.token()
    switch impostor {
    case "link": try #require(symlink(target, path) == 0)
    case "pipe": try #require(mkfifo(path, 0o600) == 0)
    case "folder": try #require(mkdir(path, 0o700) == 0)
    default: try #require(link(target, path) == 0)
    }
    // The commit stands all the same; only the hint is missing, and the log says so.
    let receipt = try writer.publish(CountSnapshot(count: 3), kind: "todo")
    #expect(receipt.changed)
    #expect(reader.readCount("todo").snapshot?.payload.count == 3)
    #expect(try String(decoding: contents(target), as: UTF8.self) == "untouched")
    let failures = events.count { if case .noticeFailed = $0 { true } else { false } }
    #expect(failures == 1)
    // Whoever opens the store is told.
    #expect(store.reader().readCount("todo").error?.code == .configuration)
    #expect(try failure { _ = try store.writer() }.code == .configuration)
  }
}
