import SharedStore
import SharedStoreSQLite
import TestSupport
import Testing

@testable import SharedStore

@Suite(.inTurns) struct LogSizeTests {
  private let store: TestStore
  private let limit = UInt64(2 * 1_000 * 4_120)

  init() throws {
    store = try TestStore()
  }

  @Test func theLogStaysBoundedWhateverIsPublished() throws {
    let events = Record<StoreEvent>()
    let writer = try store.writer { $0.log = { events.note($0) } }
    for number in 1...50 {
      // 50 MB, each record of its own content: SQLite writes no page that stays as it is.
      let text = String(repeating: String(number % 10), count: 1_000_000)
      let payload = StoredPayload(type: "note", format: 1, json: "\"\(text)\"")
      try writer.publish(payload, kind: "note")
      #expect(try store.logBytes() <= limit)
    }
    try writer.publish(Note(text: String(repeating: "x", count: 1_000)))
    #expect(try store.logBytes() <= limit)
    let checkpoints = events.count { if case .checkpointed = $0 { true } else { false } }
    #expect(checkpoints >= 10)
  }

  @Test func aPinnedReaderBlocksNobodyAndTheLogShrinksAfterItEnds() throws {
    let writer = try store.writer { $0.requestsRefresh = false }
    var number: Int64 = 0
    func publish(_ times: Int) throws {
      for _ in 0..<times {
        number += 1
        try writer.publish(CountSnapshot(count: number), kind: "todo")
      }
    }
    try publish(1)
    let reader = try store.connection(.readOnly)
    try reader.beginRead()
    #expect(try reader.integer("SELECT count FROM snapshots ORDER BY revision DESC") == 1)
    while try store.logBytes() <= limit { try publish(50) }
    #expect(try reader.integer("SELECT count FROM snapshots ORDER BY revision DESC") == 1)
    #expect(store.reader().readCount("todo").snapshot?.payload.count == number)
    reader.rollback()
    // At the latest a thousand commits later the log is copied and begins anew, cut to its limit.
    try publish(1_000)
    #expect(try store.logBytes() <= limit)
    #expect(store.reader().readCount("todo").snapshot?.payload.count == number)
  }

  @Test func aLogIsDueAtAThousandFrames() throws {
    var policy = CheckpointPolicy()
    let paths = try store.paths
    let isDue = [0, 15, 999, 1_000, 5_000].map { policy.isDue(frames: $0, paths: paths) }
    #expect(isDue == [false, false, false, true, true])
  }

  @Test func aLogThatAReaderHoldsBackIsTriedAgainAThousandFramesLater() throws {
    var policy = CheckpointPolicy()
    let paths = try store.paths
    policy.note(frames: 1_004, copied: 10)
    let isDue = [1_005, 2_003, 2_004].map { policy.isDue(frames: $0, paths: paths) }
    #expect(isDue == [false, false, true])
    policy.note(frames: 2_004, copied: 2_004)
    // Begun anew, it is due at a thousand frames again.
    let isDueAgain = [3, 999, 1_000].map { policy.isDue(frames: $0, paths: paths) }
    #expect(isDueAgain == [false, false, true])
  }
}
