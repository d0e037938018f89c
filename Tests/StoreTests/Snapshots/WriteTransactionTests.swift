import SharedStore
import Testing

@Suite struct WriteTransactionTests {
  private struct Refusal: Error, Equatable {
    var number: Int
  }

  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
  }

  @Test func severalThingsInOneWriteHaveOneRevision() throws {
    let written = try writer.write { tx in
      try tx.publish(CountSnapshot(count: 1), kind: "todo")
      try tx.publish(Note(text: "hello"))
      try tx.publish(CountSnapshot(count: 2), kind: "streak")
    }
    #expect(written.changed && written.storeRevision == Revision(1))
    let reader = store.reader()
    #expect(reader.readCount("todo").snapshot?.revision == Revision(1))
    #expect(reader.read(Note.self).snapshot?.revision == Revision(1))
    #expect(reader.readCount("streak").snapshot?.revision == Revision(1))
  }

  @Test func anErrorInTheBodyRollsEverythingBackAndIsPassedOn() throws {
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    let before = try store.totals()
    let error = #expect(throws: Refusal.self) {
      try writer.write { tx in
        try tx.publish(CountSnapshot(count: 2), kind: "todo")
        try tx.publish(Note(text: "hello"))
        throw Refusal(number: 7)
      }
    }
    #expect(error == Refusal(number: 7))
    #expect(try store.totals() == before)
    #expect(store.reader().readCount("todo").snapshot?.payload.count == 1)
    #expect(try writer.publish(CountSnapshot(count: 3), kind: "todo").revision == Revision(2))
  }

  @Test func oneStaleRecordUndoesItsNeighbours() throws {
    let error = try failure {
      try writer.write { tx in
        try tx.publish(Note(text: "hello"))
        try tx.publish(CountSnapshot(count: 1), kind: "todo", ifRevision: Revision(4))
      }
    }
    #expect(error.code == .stale)
    #expect(store.reader().read(Note.self).error?.code == .notFound)
    #expect(try store.number("SELECT max(revision) FROM changes") == 0)
  }

  @Test func aBodyThatChangesNothingTakesNoRevision() throws {
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    let written = try writer.write { tx in
      try tx.publish(CountSnapshot(count: 1), kind: "todo")
      return "result"
    }
    #expect(!written.changed && written.value == "result")
    #expect(written.storeRevision == Revision(1))
    #expect(try !writer.write { _ in }.changed)
  }

  @Test func unchangedRecordsKeepTheirRevisionBesideChangedOnes() throws {
    try writer.publish(CountSnapshot(count: 1), kind: "todo")
    try writer.write { tx in
      let same = try tx.publish(CountSnapshot(count: 1), kind: "todo")
      #expect(!same.changed && same.revision == Revision(1))
      let note = try tx.publish(Note(text: "hello"))
      #expect(note.changed && note.revision == Revision(2))
    }
    #expect(try store.rows("SELECT name FROM changes WHERE revision = 2", columns: 1) == [["note"]])
  }

  @Test func theSameKindTwiceIsOneVersionWithTheLaterContent() throws {
    try writer.write { tx in
      try tx.publish(CountSnapshot(count: 1, title: "first"), kind: "todo")
      try tx.publish(CountSnapshot(count: 2), kind: "todo")
    }
    let (versions, _) = try store.reader().versions(of: "todo")
    #expect(versions.map(\.revision) == [Revision(1)])
    #expect(
      store.reader().readCount("todo").snapshot?.payload == CountSnapshot(count: 2, title: nil))
    #expect(try store.number("SELECT count(*) FROM changes WHERE revision = 1") == 1)
  }

  @Test func aTransactionSeesItsOwnChanges() throws {
    try writer.write { tx in
      #expect(try tx.counts.current("todo") == nil)
      #expect(try tx.snapshots.current("todo") == nil)
      try tx.publish(CountSnapshot(count: 5, title: "Today"), kind: "todo")
      #expect(try tx.counts.current("todo") == CountSnapshot(count: 5, title: "Today"))
      #expect(try tx.snapshots.current("todo")?.revision == Revision(1))
    }
  }

  @Test func nobodyElseSeesATransactionBeforeItIsCommitted() throws {
    let reader = store.reader()
    try writer.write { tx in
      try tx.publish(CountSnapshot(count: 5), kind: "todo")
      #expect(reader.readCount("todo").error?.code == .notFound)
    }
    #expect(reader.readCount("todo").snapshot?.payload.count == 5)
  }

  @Test func addingBeginsAtZeroAndKeepsTheTitle() throws {
    for (number, title) in [(2, "Today"), (-5, nil), (0, "Now")] as [(Int64, String?)] {
      try writer.write { tx in try tx.counts.add(number, to: "todo", title: title) }
    }
    let snapshot = try #require(store.reader().readCount("todo").snapshot)
    #expect(snapshot.payload == CountSnapshot(count: -3, title: "Now"))
    #expect(
      try store.rows("SELECT count, title FROM snapshots ORDER BY revision", columns: 2)
        == [["2", "Today"], ["-3", "Today"], ["-3", "Now"]])
  }

  @Test func addingZeroChangesNothing() throws {
    try writer.publish(CountSnapshot(count: 2), kind: "todo")
    #expect(try !writer.write { tx in try tx.counts.add(0, to: "todo") }.changed)
  }

  @Test(arguments: [(Int64.max, 1), (Int64.min, -1), (1, Int64.max)] as [(Int64, Int64)])
  func aSumBeyondTheRangeIsRefused(_ count: Int64, _ number: Int64) throws {
    try writer.publish(CountSnapshot(count: count), kind: "todo")
    let before = try store.totals()
    let error = try failure { try writer.write { tx in try tx.counts.add(number, to: "todo") } }
    #expect(error.code == .badInput)
    #expect(try store.totals() == before)
    #expect(store.reader().readCount("todo").snapshot?.payload.count == count)
  }

  @Test func addingToWhatIsNoCountIsRefused() throws {
    try writer.publish(Note(text: "hello"))
    let error = try failure { try writer.write { tx in try tx.counts.add(1, to: "note") } }
    #expect(error.code == .unsupportedFormat)
    #expect(store.reader().read(Note.self).snapshot?.payload == Note(text: "hello"))
  }
}
