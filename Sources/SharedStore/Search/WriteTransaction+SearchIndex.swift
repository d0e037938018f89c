import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension WriteTransaction {
  /// Brings the search index up to the texts as they now stand, in the transaction that changed
  /// them (contract D4).
  mutating func updateSearchIndex() throws(StoreError) {
    let documents = documentsToIndex.sorted()
    documentsToIndex = []
    try StoreError.mapping("index the texts") { () throws(SQLiteError) in
      for document in documents { try index(document) }
    }
  }

  private func index(_ document: Int64) throws(SQLiteError) {
    let before = try text(
      document, "SELECT text FROM search_texts WHERE document = ?1")
    // The one definition of a document's text; the migration has the same.
    let after = try text(
      document,
      """
      SELECT group_concat(value, char(10)) FROM (SELECT value FROM fields
        WHERE document = ?1 AND typeof(value) = 'text' ORDER BY name)
      """)
    // Byte by byte: texts that only look the same are not what the index was told.
    if before.map(FieldValue.text) == after.map(FieldValue.text) { return }
    if let before {
      // An external-content index must be told the old text to forget it:
      // https://www.sqlite.org/fts5.html#the_delete_command
      let forget = try core.connection.statement(
        "INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', ?1, ?2)")
      try forget.bind(document, at: 1)
      try forget.bind(before, at: 2)
      try forget.run()
    }
    try write(document, after)
  }

  private func write(_ document: Int64, _ text: String?) throws(SQLiteError) {
    guard let text else {
      let delete = try core.connection.statement("DELETE FROM search_texts WHERE document = ?1")
      try delete.bind(document, at: 1)
      return try delete.run()
    }
    // Never REPLACE, which would remove the old row behind the index's back.
    let upsert = try core.connection.statement(
      """
      INSERT INTO search_texts (document, text) VALUES (?1, ?2)
      ON CONFLICT (document) DO UPDATE SET text = excluded.text
      """)
    try upsert.bind(document, at: 1)
    try upsert.bind(text, at: 2)
    try upsert.run()
    let insert = try core.connection.statement(
      "INSERT INTO search_index (rowid, text) VALUES (?1, ?2)")
    try insert.bind(document, at: 1)
    try insert.bind(text, at: 2)
    try insert.run()
  }

  private func text(_ document: Int64, _ sql: StaticString) throws(SQLiteError) -> String? {
    let row = try core.connection.statement(sql)
    try row.bind(document, at: 1)
    return try row.step() ? row.text(0) : nil
  }
}
