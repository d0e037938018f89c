import SharedStore
import SharedStoreSQLite
import TestSupport
import Testing

@testable import SharedStore

/// A writer does not read again what its own last commit left behind, as long as nobody else has
/// committed; these are the ways in which somebody else has.
@Suite(.inTurns) struct CommittedStateTests {
  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    for number in 1...20 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo")
    }
  }

  private func expectSound() throws {
    let report = try StoreCheck.run(store.location)
    #expect(report.isSound, "\(report)")
  }

  @Test func rowsThatSomebodyRemovedByHandAreMissed() throws {
    try store.edit("DELETE FROM snapshots")
    #expect(try writer.publish(CountSnapshot(count: 20), kind: "todo").revision == Revision(21))
    #expect(try store.number("SELECT count(*) FROM snapshots") == 1)
    try expectSound()
  }

  @Test func anotherWritersRevisionIsCountedOn() throws {
    let other = try store.writer()
    try other.publish(CountSnapshot(count: 99), kind: "todo")
    let stale = try failure {
      try writer.publish(CountSnapshot(count: 21), kind: "todo", ifRevision: Revision(20))
    }
    #expect(stale.code == .stale)
    #expect(try writer.publish(CountSnapshot(count: 99), kind: "todo").changed == false)
    #expect(try writer.publish(CountSnapshot(count: 22), kind: "todo").revision == Revision(22))
    try expectSound()
  }

  @Test func aRuleThatAnotherWriterDefinesHolds() throws {
    let other = try store.writer()
    try other.write { tx in
      try tx.counts.define(CountedKind("open", field: "done", equals: .integer(0)))
    }
    let error = try failure { try writer.publish(CountSnapshot(count: 1), kind: "open") }
    #expect(error.code == .usage)
  }

  @Test func whatATransactionDidThatWasNotCommittedIsForgotten() throws {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try writer.write { tx in
        try tx.publish(CountSnapshot(count: 21), kind: "todo")
        throw Refusal()
      }
    }
    #expect(try writer.publish(CountSnapshot(count: 20), kind: "todo").changed == false)
    #expect(try writer.publish(CountSnapshot(count: 21), kind: "todo").revision == Revision(21))
    #expect(try store.number("SELECT count(*) FROM snapshots") == 16)
    try expectSound()
  }

  @Test func aVerbThatWasTakenBackIsForgotten() throws {
    try writer.write { tx in
      let error = try failure {
        try tx.transaction.whole { () throws(StoreError) in
          _ = try tx.transaction.publish(
            StoredPayload(type: "json", format: 1, json: "{}"), kind: "todo", replacingType: true)
          throw StoreError(.badInput, "taken back")
        }
      }
      #expect(error.code == .badInput)
      try tx.publish(CountSnapshot(count: 21), kind: "todo")
    }
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 21)
    try expectSound()
  }
}
