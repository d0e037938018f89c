import SharedStore
import TestSupport
import Testing

/// Documents of which a byte is not the one that was written.
@Suite(.inTurns) struct DamagedDocumentTests {
  private let store: TestStore
  private let writer: StoreWriter

  init() throws {
    store = try TestStore()
    writer = try store.writer()
    try writer.write { tx in
      try tx.counts.define(CountedKind("open", field: "done", equals: .integer(0)))
    }
    for id in ["a", "b"] as [DocumentID] {
      try writer.createDocument(id, fields: ["done": .integer(0), "text": .text("pay 100")])
    }
    try writer.editDocument("a", [.set("text", .text("pay 100 to Bob"))])
  }

  static let damages = [
    "UPDATE fields SET value = 'pay 900 to Bob' WHERE document = 1 AND name = 'text'",
    "UPDATE fields SET value = CAST(x'70ff' AS TEXT) WHERE document = 1 AND name = 'text'",
    "UPDATE fields SET value = 1 WHERE document = 1 AND name = 'done'",
    "UPDATE fields SET value = 0.0 WHERE document = 1 AND name = 'done'",
    "UPDATE fields SET name = 'tent' WHERE document = 1 AND name = 'text'",
    "DELETE FROM fields WHERE document = 1 AND name = 'text'",
    "INSERT INTO fields VALUES (1, 'more', NULL)",
  ]

  @Test(arguments: damages)
  func aDamagedFieldIsRefusedAndLoadingTheDocumentAnewMendsIt(_ damage: String) throws {
    try store.edit(damage)
    let reader = store.reader()
    #expect(try failure { _ = try reader.document("a") }.code == .damaged)
    // The list shows no field, and the other document is whole.
    #expect(try reader.documents().documents.count == 2)
    #expect(try reader.document("b").document.fields["text"] == .text("pay 100"))
    #expect(
      try failure { try writer.write { tx in _ = try tx.documents.current("a") } }.code == .damaged)
    // An edit of something else does not make it right.
    try writer.editDocument("a", [.set("x", .integer(1))])
    #expect(try failure { _ = try reader.document("a") }.code == .damaged)

    try writer.loadDocument("a", fields: ["done": .integer(0), "text": .text("pay 1")])
    #expect(
      try reader.document("a").document.fields == ["done": .integer(0), "text": .text("pay 1")])
    #expect(reader.readCount("open").snapshot?.payload.count == 2)
    let check = try StoreCheck.run(store.location, full: true)
    #expect(check.isSound, "\(check.findings)")
    #expect(try writer.isSearchIndexSound())
  }

  @Test(arguments: damages)
  func aDamagedDocumentCanBeDeletedAndTheCountsAreRightThen(_ damage: String) throws {
    try store.edit(damage)
    try writer.write { tx in try tx.documents.delete("a") }
    #expect(store.reader().readCount("open").snapshot?.payload.count == 1)
    #expect(try StoreCheck.run(store.location, full: true).isSound)
  }

  @Test(
    arguments: [
      "revision = 1", "epoch = replace(epoch, '-', '+')", "created_at = created_at + 1",
      "changed_at = 1", "undo_groups = 0", "maximum_groups = 7", "fields_checksum = 0",
      "checksum = checksum + 1", "id = 'c'",
    ])
  func aDamagedRowIsRefusedInListsToo(_ change: String) throws {
    try store.edit("UPDATE documents SET \(change) WHERE key = 1")
    #expect(try failure { _ = try store.reader().documents() }.code == .damaged)
    let id: DocumentID = change.contains("id") ? "c" : "a"
    #expect(try failure { _ = try store.reader().document(id) }.code == .damaged)
    #expect(
      try failure { try writer.editDocument(id, [.set("x", .null)]) }.code == .damaged)
    let check = try StoreCheck.run(store.location)
    #expect(check.findings.first { $0.name == "documents" }?.details.map(\.name) == [id.text])
  }

  @Test(
    arguments: [
      "UPDATE undo_operations SET before = 'pay 900'", "UPDATE undo_operations SET after = 'x'",
      "UPDATE undo_groups SET changed_at = changed_at + 1", "UPDATE undo_groups SET name = 'x'",
      "UPDATE undo_groups SET number = 2; UPDATE undo_operations SET number = 2",
    ])
  func undoBringsBackNothingThatNobodyWrote(_ damage: String) throws {
    try store.edit(damage)
    #expect(try failure { try writer.undo("a") }.code == .damaged)
    #expect(try failure { _ = try store.reader().history(of: "a") }.code == .damaged)
  }
}
