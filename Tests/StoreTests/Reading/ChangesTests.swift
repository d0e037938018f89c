import SharedStore
import TestSupport
import Testing

@testable import SharedStore

/// What a reader is told that comes back after a while.
@Suite(.inTurns) struct ChangesTests {
  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
  }

  private func changes(since revision: Int64) throws -> StoreChanges {
    let revision = try #require(Revision(rawValue: revision))
    return try store.reader().read { view throws(StoreError) in try view.changes(since: revision) }
  }

  private func lines(_ changes: StoreChanges) -> [String] {
    changes.changes.map { "\($0.revision) \($0.subject) \($0.isDeleted)" }
  }

  @Test func eachThingIsToldOnceWithWhatHasBecomeOfIt() throws {
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    try writer.write { tx in
      try tx.documents.create("a", fields: ["x": .integer(1)])
      try tx.documents.create("b", fields: [:])
    }
    try writer.publish(CountSnapshot(count: 2), kind: "todo")
    try writer.write { tx in try tx.documents.delete("b") }
    let job = try writer.write { tx in try tx.jobs.create(kind: "test") }.value
    try writer.write { tx in try tx.snapshots.remove("todo") }
    let all = try changes(since: 0)
    #expect(
      all.changes.map(\.subject) == [.document("a"), .document("b"), .job(job), .kind("todo")])
    #expect(all.changes.map(\.isDeleted) == [false, true, false, true])
    #expect(all.changes.map(\.revision.rawValue) == [2, 4, 5, 6])
    #expect(all.many.isEmpty && !all.hasGap)
    #expect(try changes(since: 4).changes.map(\.subject) == [.job(job), .kind("todo")])
    #expect(try changes(since: 6).changes.isEmpty)
  }

  @Test func aRuleThatCountsBeginsNoLineWhateverItsKindIsCalled() throws {
    for kind in ["todo", "incarnation", "restored"] as [Kind] {
      try writer.write { tx in
        try tx.counts.define(CountedKind(kind, field: "done", equals: .integer(0)))
      }
    }
    #expect(try changes(since: 0).changes.count == 3)
    try writer.write { tx in try tx.counts.undefine("incarnation") }
    let last = try changes(since: 3)
    #expect(last.changes.isEmpty && last.many.isEmpty && !last.hasGap)
  }

  @Test func veryManyOfOneRevisionAreToldByTheirNumber() throws {
    try writer.write { tx in
      for number in 0..<1_001 {
        try tx.documents.create(DocumentID("d\(number)") ?? "none", fields: [:])
      }
      try tx.publish(CountSnapshot(count: 1), kind: "todo")
    }
    let changes = try changes(since: 0)
    #expect(changes.changes.map(\.subject) == [.kind("todo")])
    let many = try #require(changes.many.first)
    #expect(many.sort == .documents && many.number == 1_001 && many.job == nil)
    #expect(changes.many.count == 1 && many.revision == Revision(1))
  }

  @Test func whereTheLogBeginsLaterThereIsAGap() throws {
    for number in 1...5 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo")
    }
    try store.edit("DELETE FROM changes WHERE revision <= 2")
    #expect(try changes(since: 2).hasGap == false)
    let changes = try changes(since: 1)
    #expect(changes.hasGap && changes.changes.map(\.subject) == [.kind("todo")])
  }

  @Test func aRevisionThatIsNotThereOrOfAnotherLineIsRewound() throws {
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    #expect(try failure { _ = try changes(since: 2) }.code == .rewound)

    let reader = store.reader()
    let before = try reader.token()
    #expect(try reader.changes(since: before).changes.changes.isEmpty)
    let other = StoreToken(
      storeID: before.storeID, incarnation: before.incarnation.uppercased() + "x",
      revision: before.revision)
    #expect(try failure { _ = try reader.changes(since: other) }.code == .rewound)
    let reread = try failure {
      _ = try reader.read { view throws(StoreError) in
        try view.changes(since: before.revision, of: other.incarnation)
      }
    }
    #expect(reread.code == .rewound)
    let foreign = StoreToken(
      storeID: "other", incarnation: before.incarnation, revision: before.revision)
    #expect(try failure { _ = try reader.changes(since: foreign) }.code == .replaced)

    // Another line that begins above what was seen.
    writer.close()
    try store.edit("UPDATE store SET file_inode = 1")
    let receipt = try store.writer().publish(CountSnapshot(count: 2), kind: "todo")
    #expect(receipt.revision == Revision(3))
    #expect(try failure { _ = try changes(since: 1) }.code == .rewound)
    #expect(try changes(since: 2).changes.map(\.subject) == [.kind("todo")])
  }

  @Test func aRowThatIsNotAsItWasWrittenIsDamage() throws {
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    try writer.publish(CountSnapshot(count: 1), kind: "other")
    try store.edit("UPDATE changes SET name = 'x' WHERE revision = 1")
    #expect(try failure { _ = try changes(since: 0) }.code == .damaged)
    #expect(try changes(since: 1).changes.map(\.subject) == [.kind("other")])
  }
}
