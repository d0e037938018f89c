import SharedStore
import SharedStoreModel
import SharedStoreReader
import Testing

/// When publishing a value changes nothing.
@Suite struct PayloadEqualityTests {
  private func isSame<Payload: SnapshotPayload>(_ old: Payload, _ new: Payload) throws -> Bool {
    try PayloadCoding.isSame(
      PayloadCoding.stored(old), as: new, storedAs: PayloadCoding.stored(new))
  }

  @Test func aSetInAnotherOrderIsNoChange() throws {
    let store = try TestStore()
    let writer = try store.writer()
    let names = (0..<100).map { "name \($0)" }
    var other: Set<String> = []
    other.reserveCapacity(3_000)
    for name in names { other.insert(name) }
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { (Key(id: $0), $1) })
    var others: [Key: String] = [:]
    others.reserveCapacity(3_000)
    for (key, name) in numbers { others[key] = name }
    try writer.publish(Tags(tags: Set(names), byKey: numbers))
    #expect(try !writer.publish(Tags(tags: other, byKey: others)).changed)
    other.remove("name 7")
    #expect(try writer.publish(Tags(tags: other, byKey: others)).changed)
  }

  @Test func aCollectionOfItsOwnIsComparedByItsType() throws {
    #expect(try isSame(Loose(items: Bag(["a", "b", "c"])), Loose(items: Bag(["c", "a", "b"]))))
    #expect(try !isSame(Loose(items: Bag(["a", "b", "c"])), Loose(items: Bag(["c", "a", "d"]))))
    // In an array the order counts, so the type says that they differ.
    #expect(try !isSame(Strict(items: ["a", "b"]), Strict(items: ["b", "a"])))
  }

  @Test func aTypeWithoutEqualityIsComparedByItsJSON() throws {
    #expect(try isSame(Plain(items: ["a"]), Plain(items: ["a"])))
    #expect(try !isSame(Plain(items: ["a", "b"]), Plain(items: ["b", "a"])))
  }

  @Test func whatEqualityLeavesOutIsAChangeAllTheSame() throws {
    #expect(Lax(id: 1, text: "a") == Lax(id: 1, text: "b"))
    #expect(try !isSame(Lax(id: 1, text: "a"), Lax(id: 1, text: "b")))
    #expect(try !isSame(Strict(items: ["\u{e9}"]), Strict(items: ["e\u{301}"])))
  }

  @Test(arguments: [("todo", 2), ("task", 1)])
  func anotherTypeOrFormatIsAChange(_ type: String, _ format: Int) throws {
    let value = Strict(items: ["a"])
    let new = try PayloadCoding.stored(value)
    let old = StoredPayload(type: type, format: format, json: new.json)
    #expect(!PayloadCoding.isSame(old, as: value, storedAs: new))
  }

  @Test(
    arguments: [
      ("todo", "todo", true), ("json", "todo", true), ("count", "todo", false),
      ("todo", "json", false), ("todo", "count", false), ("todo", "Todo", false),
    ])
  func anotherTypeIsAConflictUnlessItIsMeant(
    _ stored: String, _ new: String, _ isAllowed: Bool
  ) throws {
    let payload = StoredPayload(type: new, format: 1, json: "{}")
    try payload.checkType(replacing: stored, replacingType: true)
    if isAllowed {
      try payload.checkType(replacing: stored, replacingType: false)
    } else {
      let error = try failure { try payload.checkType(replacing: stored, replacingType: false) }
      #expect(error.code == .conflict)
      #expect(error.message.contains("'\(stored)'") && error.message.contains("'\(new)'"))
    }
  }

  @Test func aCountIsReadAsAnyOtherPayload() throws {
    let store = try TestStore()
    let receipt = try store.writer().publish(CountSnapshot(count: 3, title: "Today"), kind: "todo")
    let snapshot = try #require(store.reader().read(CountSnapshot.self, kind: "todo").snapshot)
    #expect(snapshot.payload == CountSnapshot(count: 3, title: "Today"))
    #expect(snapshot.payload.updatedAt == snapshot.changedAt)
    #expect(snapshot.revision == receipt.revision)
    #expect(try PayloadCoding.stored(some: snapshot.payload).count == 3)
    #expect(store.reader().read(CountSnapshot.self).error?.code == .notFound)
  }
}

extension PayloadCoding {
  /// As code sees it that knows no more than that it is a payload.
  fileprivate static func stored(
    some payload: some SnapshotPayload
  ) throws(StoreError) -> StoredPayload {
    try stored(payload)
  }
}

private struct Key: Codable, Hashable {
  var id: Int
}

private struct Tags: SnapshotPayload, Equatable {
  static let kind: Kind = "tags"
  static let format = 1
  var tags: Set<String>
  var byKey: [Key: String]
}

/// A collection without an order, as another package may have one.
private struct Bag: Codable, Equatable {
  let items: [String]

  init(_ items: [String]) { self.items = items }

  static func == (left: Bag, right: Bag) -> Bool { left.items.sorted() == right.items.sorted() }
}

private struct Loose: SnapshotPayload, Equatable {
  static let kind: Kind = "todo"
  static let format = 1
  var items: Bag
}

private struct Strict: SnapshotPayload, Equatable {
  static let kind: Kind = "todo"
  static let format = 1
  var items: [String]
}

private struct Plain: SnapshotPayload {
  static let kind: Kind = "todo"
  static let format = 1
  var items: [String]
}

private struct Lax: SnapshotPayload, Equatable {
  static let kind: Kind = "todo"
  static let format = 1
  var id: Int
  var text: String

  static func == (left: Lax, right: Lax) -> Bool { left.id == right.id }
}
