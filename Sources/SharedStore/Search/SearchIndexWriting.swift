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

  /// Whether the indexed texts are those of the documents, prepared by the rules of this version,
  /// and no others.
  private func areTextsCurrent() throws(StoreError) -> Bool {
    let strangers = try database.integer(
      """
      SELECT count(*) FROM search_texts WHERE document NOT IN (SELECT key FROM documents)
        OR rule <> ?1
      """, SearchText.version)
    guard strangers == 0 else { return false }
    var areCurrent = true
    try forEachDocument { document throws(StoreError) in
      let text = try SearchedText.of(document, database)?.prepared
      let isSame = try database.row(
        "SELECT text FROM search_texts WHERE document = ?1", document
      ) { row throws(StoreError) in text.map { row.skip($0) } ?? false }
      areCurrent = areCurrent && (isSame ?? (text == nil))
    }
    return areCurrent
  }

  fileprivate func rebuildSearchIndex() throws(StoreError) {
    try database.run("DELETE FROM search_texts")
    try forEachDocument { document throws(StoreError) in
      guard let text = try SearchedText.of(document, database) else { return }
      try insertPrepared(text.prepared, of: document)
    }
    try database.run("INSERT INTO search_index (search_index) VALUES ('rebuild')")
    noteHousekeeping()
  }

  /// Every document that can be read; what is wrong with one that cannot, 'app check' says.
  private func forEachDocument(
    _ body: (Int64) throws(StoreError) -> Void
  ) throws(StoreError) {
    try database.forEachRow("SELECT key FROM documents ORDER BY key") { row throws(StoreError) in
      let document = row.integer()
      do throws(StoreError) {
        try body(document)
      } catch  where error.isDamagedRecord {}
    }
  }
}
