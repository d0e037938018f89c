import SharedStore
import SharedStoreReader
import TestSupport
import Testing

/// Damage of the index is found, and building it anew mends it.
@Suite struct SearchIndexCheckTests {
  private let store: SearchableStore

  init() throws {
    store = try SearchableStore()
    try store.create(["d": "a walrus", "e": "a seal"])
    try store.writer.createDocument("f", fields: ["n": .integer(1)])
  }

  /// The whole of what is not the index.
  private func rest() throws -> [[String?]] {
    try store.store.rows("SELECT id, epoch, revision, changed_at FROM documents", columns: 4)
      + store.store.rows("SELECT document, name, value FROM fields", columns: 3)
      + store.store.rows("SELECT revision, subject, name, action FROM changes", columns: 4)
      + store.store.rows("SELECT incarnation FROM store", columns: 1)
  }

  @Test(
    arguments: [
      // The texts are not those of the documents.
      "UPDATE search_texts SET text = 'a walnut' WHERE document = 1",
      "UPDATE search_texts SET text = 'A walrus' WHERE document = 1",
      "DELETE FROM search_texts WHERE document = 2",
      "INSERT INTO search_texts VALUES (3, 1, 'a ghost')",
      "INSERT INTO search_texts VALUES (99, 1, 'a ghost')",
      "UPDATE fields SET value = 'a walnut' WHERE document = 1",
      "UPDATE search_texts SET rule = 2 WHERE document = 1",
      // The index is not that of the texts.
      "INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', 1, 'a walrus')",
      "INSERT INTO search_index (rowid, text) VALUES (2, 'a ghost')",
      "INSERT INTO search_index (search_index) VALUES ('delete-all')",
      """
      INSERT INTO search_texts VALUES (99, 1, 'a ghost');
      INSERT INTO search_index (rowid, text) VALUES (99, 'a ghost');
      """,
      """
      UPDATE search_texts SET text = 'a ghost' WHERE document = 1;
      INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', 1, 'a walrus');
      INSERT INTO search_index (rowid, text) VALUES (1, 'a ghost');
      """,
    ])
  func damageIsFoundAndMendedAndNothingElseChanged(_ damage: String) throws {
    #expect(try store.writer.isSearchIndexSound())
    try store.store.edit(damage)
    let before = try rest()
    #expect(try !store.writer.isSearchIndexSound())
    #expect(try rest() == before)
    try store.writer.rebuildSearchIndex()
    #expect(try store.writer.isSearchIndexSound())
    #expect(try rest() == before)
    let isWalrus = !damage.contains("UPDATE fields")
    #expect(try store.found(isWalrus ? "walrus" : "walnut") == ["d"])
    #expect(try store.found("seal") == ["e"] && store.found("ghost") == [])
  }

  @Test func askingChangesNothing() throws {
    let before = try rest()
    #expect(try store.writer.isSearchIndexSound())
    try store.writer.rebuildSearchIndex()
    #expect(try rest() == before)
  }
}
