public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension StoreWriter {
  /// Compares the search index with the texts, under the writer lock; nothing is changed.
  /// - Returns: Whether they agree.
  /// - Throws: A reason the store cannot be written.
  public func isSearchIndexSound() throws(StoreError) -> Bool {
    try perform { tx throws(StoreError) in try tx.transaction.isSearchIndexSound() }.value
  }

  /// Builds the search index anew from the documents.
  /// - Throws: A reason the store cannot be written.
  public func rebuildSearchIndex() throws(StoreError) {
    _ = try perform { tx throws(StoreError) in try tx.transaction.rebuildSearchIndex() }
  }
}

extension Transaction {
  fileprivate func isSearchIndexSound() throws(StoreError) -> Bool {
    do throws(SQLiteError) {
      // An INSERT by form only; with rank 1 it reads the content table too:
      // https://www.sqlite.org/fts5.html#the_integrity_check_command
      try database.connection.execute(
        "INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)")
    } catch {
      guard error.code.primary == .corrupt else { throw StoreError(error) }
      return false
    }
    return try areTextsCurrent()
  }

  /// Whether the indexed texts are those of the documents, and no others.
  private func areTextsCurrent() throws(StoreError) -> Bool {
    try database.integer(
      """
      SELECT (SELECT count(*) FROM search_texts WHERE document NOT IN (SELECT key FROM documents))
        + count(*) FROM documents AS d LEFT JOIN search_texts AS t ON t.document = d.key
      WHERE t.text IS NOT (SELECT group_concat(value, char(10)) FROM (SELECT value FROM fields
        WHERE document = d.key AND typeof(value) = 'text' ORDER BY name))
      """) == 0
  }

  fileprivate func rebuildSearchIndex() throws(StoreError) {
    try database.run("DELETE FROM search_texts")
    try database.run(
      """
      INSERT INTO search_texts (document, text) SELECT document, group_concat(value, char(10))
      FROM (SELECT document, value FROM fields WHERE typeof(value) = 'text'
        ORDER BY document, name)
      GROUP BY document
      """)
    try database.run("INSERT INTO search_index (search_index) VALUES ('rebuild')")
    noteHousekeeping()
  }
}
