import SharedStore
import SharedStoreReader
import TestSupport
import Testing

/// Kinds whose count follows documents, in the transactions that change them.
@Suite(.inTurns) struct CountedKindTests {
  private let store: TestStore
  private let writer: StoreWriter
  private let reader: StoreReader
  private let open = CountedKind("open", field: "done", equals: .integer(0))

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    reader = store.reader()
    for (id, done) in [("a", 0), ("b", 0), ("c", 1)] as [(StaticString, Int64)] {
      try writer.createDocument(
        DocumentID(stringLiteral: id), fields: ["done": .integer(done), "x": .integer(0)])
    }
  }

  private func define(_ rule: CountedKind) throws {
    try writer.write { tx in try tx.counts.define(rule) }
  }

  private func count(_ kind: Kind = "open") -> Int64? {
    reader.readCount(kind).snapshot?.payload.count
  }

  @Test func aThousandKindsAreCountedAndNoMore() throws {
    func rule(_ number: Int) throws -> CountedKind {
      CountedKind(
        try #require(Kind("count/\(number)")), field: "done", equals: .integer(Int64(number)))
    }
    let rules = try (0..<1_000).map(rule)
    try writer.write { tx in for rule in rules { try tx.counts.define(rule) } }
    let more = try rule(1_000)
    let error = #expect(throws: StoreError.self) { try define(more) }
    #expect(error?.code == .badInput && error?.message.contains("1001, limit 1000") == true)
    // One that takes the place of another is no more.
    try define(CountedKind("count/7", field: "done", equals: .integer(0)))
    #expect(count("count/7") == 2 && count("count/1") == 1)
  }

  private func setDone(
    _ id: DocumentID, _ value: FieldValue, in group: OpenGroup? = nil
  ) throws -> DocumentReceipt {
    try writer.editDocument(id, [.set("done", value)], in: group)
  }

  /// Expects a count that is right and was written by the last transaction.
  private func expectCount(
    _ expected: Int64, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let fresh: StaticString = """
      SELECT count(*) FROM fields WHERE name = 'done' AND value = 0 AND typeof(value) = 'integer'
      """
    #expect(count() == expected, sourceLocation: sourceLocation)
    #expect(try store.number(fresh) == expected, sourceLocation: sourceLocation)
  }

  @Test func definingCountsTheDocumentsThatAreThere() throws {
    let written = try writer.write { tx in try tx.counts.define(open) }
    #expect(written.value.changed && written.value.revision == Revision(4))
    try expectCount(2)
    #expect(try reader.countedKinds().kinds == [open])
    #expect(reader.readCount("open").snapshot?.revision == Revision(4))
  }

  @Test func theCountIsRightAfterEachKindOfChange() throws {
    try define(open)
    try writer.createDocument("d", fields: ["done": .integer(0)])
    try expectCount(3)
    _ = try setDone("a", .integer(1))
    try expectCount(2)
    try writer.undo("a")
    try expectCount(3)
    try writer.redo("a")
    try expectCount(2)
    try writer.editDocument("b", [.unset("done")])
    try expectCount(1)
    try writer.undo("b")
    try expectCount(2)
    try writer.loadDocument("c", fields: ["done": .integer(0)])
    try expectCount(3)
    try writer.loadDocument("c", fields: ["x": .integer(0)])
    try expectCount(2)
    try writer.deleteDocument("d")
    try expectCount(1)
    try writer.deleteDocument("a")
    try expectCount(1)
  }

  @Test(arguments: InterruptionPolicy.allCases)
  func anOpenGroupCountsAsItStands(policy: InterruptionPolicy) throws {
    try define(open)
    let group = try writer.beginGroup(in: "a", interrupted: policy)
    for (value, expected) in [(1, 1), (0, 2), (1, 1)] as [(Int64, Int64)] {
      _ = try setDone("a", .integer(value), in: group)
      try expectCount(expected)
    }
    try writer.cancelGroup(group)
    try expectCount(policy == .keep ? 1 : 2)
    try writer.loadDocument("a", fields: ["done": .integer(0)])
    _ = try setDone("a", .integer(1), in: writer.beginGroup(in: "a", interrupted: policy))
    try expectCount(1)
    try store.edit("UPDATE open_groups SET started = started + 1")
    try writer.editDocument("a", [.set("x", .integer(1))])
    try expectCount(policy == .keep ? 1 : 2)
  }

  @Test func theCountBearsTheRevisionOfTheEditThatMovedIt() throws {
    try define(open)
    let receipt = try setDone("a", .integer(1))
    let snapshot = try #require(reader.readCount("open").snapshot)
    #expect(snapshot.revision == receipt.revision && receipt.revision == receipt.storeRevision)
    // An edit that does not move it leaves its revision alone.
    try writer.editDocument("a", [.set("x", .integer(1))])
    _ = try setDone("c", .integer(2))
    #expect(reader.readCount("open").snapshot?.revision == snapshot.revision)
  }

  @Test func changesOfOneTransactionThatCancelOutMoveNothing() throws {
    try define(open)
    let before = reader.readCount("open").snapshot
    try writer.write { tx in
      try tx.documents.edit("a", [.set("done", .integer(1))])
      try tx.documents.edit("c", [.set("done", .integer(0))])
    }
    #expect(reader.readCount("open").snapshot == before)
    try expectCount(2)
  }

  @Test func manyDocumentsOfOneTransactionMoveItOnce() throws {
    try define(open)
    try writer.write { tx in
      for number in 0..<50 {
        let id = try #require(DocumentID("many \(number)"))
        try tx.documents.create(id, fields: ["done": .integer(0)])
        if number % 5 == 0 { try tx.documents.delete(id) }
        if number % 5 == 1 { try tx.documents.undo(id) }
        if number % 5 == 2 { try tx.documents.edit(id, [.set("done", .integer(1))]) }
        if number % 5 == 3 { try tx.documents.load(id, fields: [:]) }
      }
    }
    try expectCount(2 + 20)
    #expect(try store.number("SELECT count(*) FROM snapshots WHERE kind = 'open'") == 2)
  }

  @Test(arguments: [
    (FieldValue.real(0), 1), (.real(-0.0), 1), (.integer(0), 1), (.text("0"), 1), (.null, 1),
    (.text("\u{e9}"), 1), (.text("e\u{301}"), 1), (.blob([0x30]), 1), (.text("a\0b"), 1),
    (.text("a"), 0), (.blob([]), 0), (.text(""), 0),
  ])
  func onlyTheSameClassAndBytesCount(value: FieldValue, expected: Int) throws {
    let values: [FieldValue] = [
      .real(0), .real(-0.0), .integer(0), .text("0"), .null, .text("\u{e9}"), .text("e\u{301}"),
      .blob([0x30]), .text("a\0b"),
    ]
    for (number, value) in values.enumerated() {
      let id = try #require(DocumentID("value \(number)"))
      try writer.createDocument(id, fields: ["v": value])
    }
    try writer.createDocument("none")
    let rule = CountedKind("k", field: "v", equals: value)
    // Counted at once by the definition, and one by one afterwards: both must be the same.
    try define(rule)
    #expect(count("k") == Int64(expected))
    for document in try reader.documents().documents {
      try writer.loadDocument(document.id, fields: [:])
    }
    #expect(count("k") == 0)
    for (number, value) in values.enumerated() {
      let id = try #require(DocumentID("value \(number)"))
      try writer.editDocument(id, [.set("v", value)])
    }
    #expect(count("k") == Int64(expected))
  }

  @Test func severalRulesMoveSideBySide() throws {
    let rules = [
      open, CountedKind("closed", field: "done", equals: .integer(1)),
      CountedKind("zeros", field: "x", equals: .integer(0)),
    ]
    for rule in rules { try define(rule) }
    func counts() -> [Int64?] { rules.map { count($0.kind) } }
    #expect(counts() == [2, 1, 3])
    _ = try setDone("a", .integer(1))
    #expect(counts() == [1, 2, 3])
    try writer.deleteDocument("a")
    #expect(counts() == [1, 1, 2])
    #expect(try reader.countedKinds().kinds.map(\.kind) == ["closed", "open", "zeros"])
  }

  @Test func aDefinedKindCannotBeSetByHand() throws {
    try define(open)
    let before = try reader.token()
    let calls: [() throws -> Void] = [
      { try writer.publish(CountSnapshot(count: 2), kind: "open") },
      { try writer.write { tx in try tx.counts.set(2, of: "open") } },
      { try writer.write { tx in try tx.counts.add(0, to: "open") } },
      {
        try writer.write { tx in
          try tx.documents.edit("a", [.set("done", .integer(1))])
          try tx.counts.add(1, to: "open")
        }
      },
    ]
    for call in calls {
      let error = try failure { try call() }
      #expect(error.code == .usage && error.advice?.command?.contains("undefine") == true)
    }
    #expect(try reader.token() == before)
    try expectCount(2)
    // Other kinds are as free as ever.
    try writer.publish(CountSnapshot(count: 9), kind: "todo")
  }

  @Test func undefiningLeavesTheCountAsItStands() throws {
    try define(open)
    _ = try setDone("a", .integer(1))
    let undefined = try writer.write { tx in try tx.counts.undefine("open") }
    #expect(undefined.changed)
    _ = try setDone("b", .integer(1))
    #expect(try count() == 1 && reader.countedKinds().kinds.isEmpty)
    try writer.publish(CountSnapshot(count: 7), kind: "open")
    #expect(count() == 7)
    let again = try failure { try writer.write { tx in try tx.counts.undefine("open") } }
    #expect(again.code == .notFound)
    // Defining it again counts anew.
    try define(open)
    try expectCount(0)
  }

  @Test func aTitleThatThereIsIsKept() throws {
    try writer.publish(CountSnapshot(count: 5, title: "Open"), kind: "open")
    try define(open)
    #expect(reader.readCount("open").snapshot?.payload == CountSnapshot(count: 2, title: "Open"))
    _ = try setDone("a", .integer(1))
    #expect(reader.readCount("open").snapshot?.payload == CountSnapshot(count: 1, title: "Open"))
  }

  @Test func anotherRuleForAKindReplacesTheFirst() throws {
    try define(open)
    try define(CountedKind("open", field: "x", equals: .integer(0)))
    #expect(try count() == 3 && reader.countedKinds().kinds.map(\.field) == ["x"])
    _ = try setDone("a", .integer(1))
    #expect(count() == 3)
  }

  @Test func rulesThatChangeAmongEditsOfTheirTransactionCountNothingTwice() throws {
    try writer.write { tx in
      try tx.documents.edit("a", [.set("done", .integer(1))])
      try tx.counts.define(open)
      try tx.documents.edit("c", [.set("done", .integer(0))])
      // The count that is there already holds the edits so far.
      try tx.counts.define(open)
      try tx.documents.edit("a", [.set("done", .integer(0))])
    }
    try expectCount(3)
    try writer.write { tx in
      try tx.documents.edit("a", [.set("done", .integer(1))])
      try tx.counts.undefine("open")
      try tx.documents.edit("b", [.set("done", .integer(1))])
    }
    // As it stood when the rule went.
    #expect(count() == 2)
    try writer.write { tx in
      try tx.documents.edit("c", [.set("done", .integer(1))])
      try tx.counts.define(open)
      try tx.counts.undefine("open")
      try tx.counts.define(open)
    }
    try expectCount(0)
  }

  @Test(arguments: [
    "UPDATE snapshots SET checksum = checksum + 1 WHERE kind = 'open'",
    "UPDATE snapshots SET payload = '{}', bytes = 2 WHERE kind = 'open'",
    "UPDATE snapshots SET count = count + 1 WHERE kind = 'open'",
    "UPDATE snapshots SET format = 2 WHERE kind = 'open'",
    "DELETE FROM snapshots WHERE kind = 'open'",
  ])
  func aRecordThatCannotBeReadIsCountedAnew(edit: String) throws {
    try define(open)
    try store.edit(edit)
    #expect(reader.readCount("open").snapshot == nil)
    #expect(try setDone("a", .integer(1)).changed)
    try expectCount(1)
    _ = try setDone("c", .integer(0))
    try expectCount(2)
  }

  @Test func aCountIsMovedAndNotScannedAgain() throws {
    try define(open)
    // A change nobody was told of: only a scan would find it.
    try store.edit("UPDATE fields SET value = 1 WHERE name = 'done'")
    try writer.createDocument("d", fields: ["done": .integer(0)])
    #expect(count() == 3)
  }

  @Test func aRefusedEditMovesNothing() throws {
    try define(open)
    try writer.setLimits(of: "a", to: .only(groupBytes: 40))
    #expect(try failure { _ = try setDone("a", .integer(1)) }.code == .badInput)
    try writer.setLimits(of: "a", to: .standard)
    _ = try setDone("a", .integer(1))
    try store.edit("UPDATE fields SET value = 7 WHERE name = 'done'")
    #expect(try failure { try writer.undo("a") }.code == .conflict)
    #expect(count() == 1)
  }
}
