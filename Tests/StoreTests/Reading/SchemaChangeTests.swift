import SharedStore
import Testing

/// A schema that changes under an open connection is noticed by the next call, whichever it is.
@Suite(.inTurns) struct SchemaChangeTests {
  private let store: TestStore
  private let writer: StoreWriter

  static let changes = [
    "CREATE TABLE intruder (x)", "CREATE VIEW intruder AS SELECT 1",
    "CREATE INDEX intruder ON changes (name)",
    "CREATE TRIGGER intruder AFTER INSERT ON snapshots BEGIN DELETE FROM snapshots; END",
    "ALTER TABLE snapshots ADD COLUMN extra TEXT", "DROP VIEW store_status",
  ]

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    try writer.publish(CountSnapshot(count: 3), kind: "todo")
  }

  @Test(arguments: changes)
  func anOpenReaderNoticesIt(_ change: String) throws {
    let reader = store.reader()
    #expect(reader.readCount("todo").snapshot != nil)
    try store.edit(change)
    #expect(reader.readCount("todo").error?.code == .incompatible)
    #expect(reader.readCount("todo").error?.code == .incompatible)
  }

  @Test(arguments: changes)
  func anOpenWriterNoticesItAndChangesNothing(_ change: String) throws {
    try store.edit(change)
    let before = try store.totals()
    for _ in 0..<2 {
      let error = try failure { try writer.publish(CountSnapshot(count: 4), kind: "todo") }
      #expect(error.code == .incompatible)
    }
    #expect(try store.totals() == before)
  }

  @Test func theyGoOnOnceTheSchemaIsAsItWas() throws {
    let reader = store.reader()
    #expect(reader.readCount("todo").snapshot != nil)
    try store.edit("CREATE TABLE intruder (x)")
    #expect(reader.readCount("todo").error?.code == .incompatible)
    #expect(try failure { try writer.publish(Note(text: "a")) }.code == .incompatible)
    try store.edit("DROP TABLE intruder")
    #expect(reader.readCount("todo").snapshot?.payload.count == 3)
    #expect(try writer.publish(CountSnapshot(count: 4), kind: "todo").changed)
    #expect(reader.readCount("todo").snapshot?.payload.count == 4)
  }

  @Test func aNewerVersionIsNoticed() throws {
    let reader = store.reader()
    #expect(reader.readCount("todo").snapshot != nil)
    try store.edit("UPDATE store SET schema_version = 99; PRAGMA user_version = 99; ANALYZE")
    let error = try #require(reader.readCount("todo").error)
    #expect(error.code == .incompatible && error.message.contains("99"))
    #expect(try failure { try writer.publish(Note(text: "a")) }.code == .incompatible)
  }

  @Test func statisticsChangeNothing() throws {
    let reader = store.reader()
    #expect(reader.readCount("todo").snapshot != nil)
    try store.edit("ANALYZE; CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
    #expect(reader.readCount("todo").snapshot?.payload.count == 3)
    #expect(try writer.publish(CountSnapshot(count: 4), kind: "todo").changed)
    #expect(reader.readCount("todo").snapshot?.payload.count == 4)
    #expect(try store.writer().publish(CountSnapshot(count: 5), kind: "todo").changed)
  }

  @Test(arguments: 0..<5, 0..<5)
  func everyCallNoticesItWhateverWasCalledBefore(_ before: Int, _ after: Int) throws {
    let calls: [(StoreReader) throws -> StoreError.Code?] = [
      { reader in reader.readCount("todo").error?.code },
      { reader in reader.readStored("todo", revision: Revision(1)).error?.code },
      { reader in code { _ = try reader.token() } },
      { reader in code { _ = try reader.kinds() } },
      { reader in code { _ = try reader.versions(of: "todo") } },
    ]
    let reader = store.reader()
    for call in calls { #expect(try call(reader) == nil) }
    // A harmless change, seen by one call only, then one that is not.
    try store.edit("ANALYZE")
    #expect(try calls[before](reader) == nil)
    try store.edit("CREATE TABLE intruder (x)")
    #expect(try calls[after](reader) == .incompatible)
  }
}

/// The code of the error a body throws, if it throws one.
private func code(_ body: () throws -> Void) -> StoreError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? StoreError)?.code
  }
}
