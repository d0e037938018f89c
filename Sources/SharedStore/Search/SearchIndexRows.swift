import SharedStoreModel
import SharedStoreReader

extension Transaction {
  /// Brings the search index up to a document's texts as they now stand, in the transaction that
  /// changed them.
  func index(_ document: Int64) throws(StoreError) {
    let before = try text("SELECT text FROM search_texts WHERE document = ?1", of: document)
    // The one definition of a document's text; rebuilding the index has the same.
    let after = try text(
      """
      SELECT group_concat(value, char(10)) FROM (SELECT value FROM fields
        WHERE document = ?1 AND typeof(value) = 'text' ORDER BY name)
      """, of: document)
    // Byte by byte: texts that only look the same are not what the index was told.
    if before.map(FieldValue.text) == after.map(FieldValue.text) { return }
    if let before {
      // An external-content index must be told the old text to forget it:
      // https://www.sqlite.org/fts5.html#the_delete_command
      try database.run(
        "INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', ?1, ?2)",
        document, before)
    }
    guard let after else {
      return try database.run("DELETE FROM search_texts WHERE document = ?1", document)
    }
    // Never REPLACE, which would remove the old row behind the index's back.
    try database.run(
      """
      INSERT INTO search_texts (document, text) VALUES (?1, ?2)
      ON CONFLICT (document) DO UPDATE SET text = excluded.text
      """, document, after)
    try database.run("INSERT INTO search_index (rowid, text) VALUES (?1, ?2)", document, after)
  }

  private func text(_ sql: StaticString, of document: Int64) throws(StoreError) -> String? {
    try database.row(sql, document) { row throws(StoreError) in try row.optionalText() } ?? nil
  }
}
