import SharedStoreModel
import SharedStoreReader
import TestSupport
import Testing

@testable import SharedStore

/// Verbs that are refused by a rule of the store, in transactions that go on all the same.
@Suite(.inTurns) struct RuleErrorTests {
  private static let dead = OpenGroup(document: "d", number: 1, token: "no such token")

  private static let refused: [(code: StoreError.Code, verb: RichVerb)] = [
    (
      .stale,
      RichVerb("publish stale") { tx, _ in
        try tx.publish(CountSnapshot(count: 1), kind: "todo", ifRevision: Revision(2))
      }
    ),
    (
      .conflict,
      RichVerb("publish another type") { tx, _ in try tx.publish(Note(text: ""), kind: "todo") }
    ),
    (.usage, RichVerb("publish a counted kind") { tx, _ in try tx.counts.set(1, of: "open") }),
    (.usage, RichVerb("remove a counted kind") { tx, _ in _ = try tx.snapshots.remove("open") }),
    (.badInput, RichVerb("count too far") { tx, _ in try tx.counts.add(.max, to: "todo") }),
    (.notFound, RichVerb("undefine nothing") { tx, _ in try tx.counts.undefine("todo") }),
    (
      .badInput,
      RichVerb("define no number") { tx, _ in
        try tx.counts.define(CountedKind("new", field: "x", equals: .real(.nan)))
      }
    ),
    (.exists, RichVerb("create again") { tx, _ in try tx.documents.create("a") }),
    (.exists, RichVerb("create what a job makes") { tx, _ in try tx.documents.create("staged") }),
    (.notFound, RichVerb("load nothing") { tx, _ in try tx.documents.load("none", fields: [:]) }),
    (.groupOpen, RichVerb("load in a drag") { tx, _ in try tx.documents.load("b", fields: [:]) }),
    (
      .stale,
      RichVerb("delete stale") { tx, _ in
        try tx.documents.delete("a", ifRevision: Revision(1))
      }
    ),
    (
      .groupOpen,
      RichVerb("edit in a drag") { tx, _ in
        try tx.documents.edit("b", [.set("x", .integer(9))])
      }
    ),
    (
      .badInput,
      RichVerb("edit too much") { tx, _ in
        try tx.documents.setLimits(of: "d") { $0.groupBytes = 40 }
        try tx.documents.edit("d", [.set("x", .integer(9)), .set("y", .integer(9))])
      }
    ),
    (.groupOpen, RichVerb("undo in a drag") { tx, _ in try tx.documents.undo("b") }),
    (.stale, RichVerb("end an ended group") { tx, _ in try tx.documents.endGroup(dead) }),
    (.groupOpen, RichVerb("recover a living group") { tx, _ in try tx.documents.recover("b") }),
    (.busy, RichVerb("recover a living job") { tx, rich in try tx.jobs.recover(rich.claim.job) }),
    (
      .conflict,
      RichVerb("retry a job at work") { tx, rich in _ = try tx.jobs.retry(rich.claim.job) }
    ),
    (
      .failed,
      RichVerb("tick too far") { tx, rich in
        _ = try tx.transaction.tick(rich.claim, stage: 0, units: 99)
      }
    ),
  ]

  @Test func aRefusedVerbLeavesTheTransactionAsItWasAndTheTransactionGoesOn() throws {
    let rich = try RichStore.made.get()
    for (code, verb) in RuleErrorTests.refused {
      let (store, control) = (try rich.copy(), try rich.copy())
      let limited = verb.description == "edit too much"
      let written = try store.writer().write { tx in
        try tx.publish(CountSnapshot(count: 1), kind: "new")
        let error = try failure { try verb.run(&tx, rich) }
        #expect(error.code == code, "\(verb)")
        try tx.publish(CountSnapshot(count: 2), kind: "other")
      }
      let expected = try control.writer().write { tx in
        try tx.publish(CountSnapshot(count: 1), kind: "new")
        if limited { try tx.documents.setLimits(of: "d") { $0.groupBytes = 40 } }
        try tx.publish(CountSnapshot(count: 2), kind: "other")
      }
      #expect(written.changed && written.storeRevision == expected.storeRevision, "\(verb)")
      #expect(store.shown(isWhole: false) == control.shown(isWhole: false), "\(verb)")
      let changes: (TestStore) throws -> [String] = { store in
        try store.rows("SELECT revision, subject, name FROM changes", columns: 3)
          .map { "\($0)" }
      }
      #expect(try changes(store) == changes(control), "\(verb)")
    }
  }

  @Test func aCallOfTheWriterInsideItsOwnTransactionIsRefusedAndGivesNoLockAway() throws {
    let store = try RichStore.made.get().copy()
    let writer = try store.writer()
    let other = try store.writer { $0.timeout = .milliseconds(20) }
    try writer.write { tx in
      try tx.publish(CountSnapshot(count: 1), kind: "new")
      for _ in 0..<2 {
        #expect(
          try failure { try writer.publish(CountSnapshot(count: 2), kind: "new") }.code == .usage)
        #expect(try failure { _ = try writer.isSearchIndexSound() }.code == .usage)
        #expect(
          try failure { try other.publish(CountSnapshot(count: 3), kind: "new") }.code == .busy)
      }
      try tx.publish(CountSnapshot(count: 4), kind: "other")
      writer.close()
      try tx.publish(CountSnapshot(count: 5), kind: "new")
    }
    #expect(store.reader().readCount("new").snapshot?.payload.count == 5)
    #expect(try failure { try writer.publish(CountSnapshot(count: 6), kind: "new") }.code == .usage)
  }

  /// Damage that is met in the middle of a verb cannot be taken back alone.
  @Test func damageMetAfterRowsWereChangedEndsTheTransaction() throws {
    let store = try RichStore.made.get().copy()
    // The oldest group to undo is counted and is not there.
    try store.edit("DELETE FROM undo_groups WHERE number = 1")
    let before = try store.dump()
    let writer = try store.writer()
    let base = try store.reader().token().revision
    let error = try failure {
      try writer.write { tx in
        try tx.publish(CountSnapshot(count: 1), kind: "new")
        _ = try? tx.documents.setLimits(of: "a") { $0.groups = 1 }
      }
    }
    #expect(error.code == .damaged)
    #expect(try store.reader().token().revision == base)
    #expect(try store.dump()["undo_groups"] == before["undo_groups"])
  }
}
