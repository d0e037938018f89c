import SharedStore
import Testing

@Suite struct RetentionTests {
  private let store: TestStore

  init() throws {
    store = try TestStore()
  }

  private func revisions(_ kind: Kind = "todo") throws -> [Int64] {
    try store.reader().versions(of: kind).versions.map(\.revision.rawValue)
  }

  @Test func sixteenVersionsAreKeptUnlessToldOtherwise() throws {
    let writer = try store.writer()
    for number in 1...20 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo")
    }
    #expect(try revisions() == (5...20).reversed())
  }

  @Test func theNewestVersionsOfEachKindAreKept() throws {
    let writer = try store.writer { $0.retention = SnapshotRetention(versions: 3, bytes: 1 << 20) }
    for number in 1...5 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: number), kind: "todo")
      try writer.publish(CountSnapshot(count: number), kind: "streak")
    }
    #expect(try revisions() == [9, 7, 5])
    #expect(try revisions("streak") == [10, 8, 6])
  }

  @Test func aBudgetOfBytesIsKeptToo() throws {
    // {"stars":0,"text":"…"}: 40 bytes each.
    let text = String(repeating: "x", count: 19)
    let writer = try store.writer { $0.retention = SnapshotRetention(versions: 16, bytes: 100) }
    for stars in 1...4 {
      try writer.publish(Note(text: text, stars: stars))
    }
    let (versions, _) = try store.reader().versions(of: "note")
    #expect(versions.map(\.bytes) == [40, 40])
    #expect(versions.map(\.revision) == [Revision(4), Revision(3)])
  }

  @Test func theCurrentVersionStaysHoweverLargeItIs() throws {
    let writer = try store.writer { $0.retention = SnapshotRetention(versions: 16, bytes: 10) }
    try writer.publish(Note(text: "a"))
    try writer.publish(Note(text: String(repeating: "x", count: 1_000)))
    #expect(try revisions("note") == [2])
  }

  @Test func aStricterRuleTakesEffectAtTheNextChange() throws {
    do {
      let writer = try store.writer()
      for number in 1...6 as ClosedRange<Int64> {
        try writer.publish(CountSnapshot(count: number), kind: "todo")
      }
    }
    let writer = try store.writer { $0.retention = SnapshotRetention(versions: 2, bytes: 1 << 20) }
    try writer.publish(CountSnapshot(count: 6), kind: "todo")
    #expect(try revisions() == [6, 5, 4, 3, 2, 1])
    try writer.publish(CountSnapshot(count: 7), kind: "todo")
    #expect(try revisions() == [7, 6])
  }

  @Test func aKeptVersionCanBeReadAndATrimmedOneNot() throws {
    let writer = try store.writer { $0.retention = SnapshotRetention(versions: 2, bytes: 1 << 20) }
    for number in 1...3 as ClosedRange<Int64> {
      try writer.publish(CountSnapshot(count: 10 * number), kind: "todo")
    }
    let reader = store.reader()
    let old = reader.readStored("todo", revision: Revision(2))
    #expect(old.snapshot?.payload.json == #"{"count":20}"#)
    #expect(old.snapshot?.revision == Revision(2))
    #expect(old.storeRevision == Revision(3))
    let trimmed = reader.readStored("todo", revision: Revision(1))
    #expect(trimmed.error?.code == .notFound)
    #expect(trimmed.storeRevision == Revision(3))
  }

  @Test func theListOfVersionsSaysWhoWroteWhatAndWhen() throws {
    let writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    let (versions, token) = try store.reader().versions(of: "todo")
    let version = try #require(versions.first)
    #expect(version.type == "count" && version.format == 1)
    #expect(version.bytes == #"{"count":3}"#.utf8.count)
    #expect(version.writer == WriterIdentity(program: "tests", version: "1.2.3"))
    #expect(version.changedAt == store.reader().readCount("todo").snapshot?.changedAt)
    #expect(token.revision == Revision(1))
  }

  @Test func anUnknownKindHasNoVersions() throws {
    let error = try failure { _ = try store.reader().versions(of: "todo") }
    #expect(error.code == .notFound)
    #expect(error.storeRevision == .zero)
  }

  @Test func kindsAreListedWithTheirNewestVersion() throws {
    let writer = try store.writer()
    #expect(try store.reader().kinds().kinds == [])
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
    try writer.publish(Note(text: "hello"))
    try writer.publish(CountSnapshot(count: 4), kind: "todo")
    let (kinds, token) = try store.reader().kinds()
    #expect(kinds.map(\.kind) == ["note", "todo"])
    #expect(kinds.map(\.revision) == [Revision(2), Revision(3)])
    #expect(kinds.map(\.type) == ["note", "count"])
    #expect(kinds.map(\.versions) == [1, 2])
    #expect(kinds.map(\.bytes) == [26, 22])
    #expect(token.revision == Revision(3))
  }
}
