public import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension BlockingStoreWriter {
  /// Compares the search index with the texts, under the writer lock; nothing is changed.
  /// - Returns: Whether they agree.
  /// - Throws: A reason the store cannot be written.
  public func isSearchIndexSound() throws(StoreError) -> Bool {
    try perform(unbounded: true) { tx throws(StoreError) in try tx.isSearchIndexSound() }.value
  }

  /// Builds the search index anew from the documents.
  /// - Throws: A reason the store cannot be written.
  public func rebuildSearchIndex() throws(StoreError) {
    _ = try perform(unbounded: true) { tx throws(StoreError) in try tx.rebuildSearchIndex() }
  }
}

extension WriteTransaction {
  func isSearchIndexSound() throws(StoreError) -> Bool {
    do throws(SQLiteError) {
      // An INSERT by form only; with rank 1 it reads the content table too:
      // https://www.sqlite.org/fts5.html#the_integrity_check_command
      try core.connection.execute(
        "INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)")
    } catch {
      guard error.code.primary == .corrupt else { throw StoreError(error, "check the index") }
      return false
    }
    return try areTextsCurrent()
  }

  /// Whether the indexed texts are those of the documents, and no others.
  private func areTextsCurrent() throws(StoreError) -> Bool {
    let stale = try StoreError.mapping("check the index") { () throws(SQLiteError) in
      try core.connection.integer(
        """
        SELECT (SELECT count(*) FROM search_texts WHERE document NOT IN (SELECT key FROM documents))
          + count(*) FROM documents AS d LEFT JOIN search_texts AS t ON t.document = d.key
        WHERE t.text IS NOT (SELECT group_concat(value, char(10)) FROM (SELECT value FROM fields
          WHERE document = d.key AND typeof(value) = 'text' ORDER BY name))
        """)
    }
    return stale == 0
  }

  mutating func rebuildSearchIndex() throws(StoreError) {
    try StoreError.mapping("rebuild the index") { () throws(SQLiteError) in
      try core.connection.execute("DELETE FROM search_texts")
      try core.connection.execute(
        """
        INSERT INTO search_texts (document, text) SELECT document, group_concat(value, char(10))
        FROM (SELECT document, value FROM fields WHERE typeof(value) = 'text'
          ORDER BY document, name)
        GROUP BY document
        """)
      try core.connection.execute("INSERT INTO search_index (search_index) VALUES ('rebuild')")
    }
    noteHousekeeping()
  }
}
