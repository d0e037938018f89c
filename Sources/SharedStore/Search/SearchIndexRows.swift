import SharedStoreModel
import SharedStoreReader
import SharedStoreSQLite

extension Transaction {
  /// Brings the search index up to a document as it now stands, in the transaction that changed it.
  func index(_ document: Int64) throws(StoreError) {
    let after = try SearchedText.of(document, database)?.prepared
    var isCurrent = false
    let before: String? =
      try database.row("SELECT rule, text FROM search_texts WHERE document = ?1", document) {
        row throws(StoreError) in
        let isOfThisRule = row.integer() == SearchText.version
        isCurrent = after.map { isOfThisRule && row.skip($0) } ?? false
        return isCurrent ? nil : try row.requiredText()
      } ?? nil
    if isCurrent { return }
    if let before {
      // An external-content index must be told the old text to forget it:
      // https://www.sqlite.org/fts5.html#the_delete_command
      try database.run(
        "INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', ?1, ?2)",
        document, before)
    }
    guard let after else {
      guard before != nil else { return }
      return try database.run("DELETE FROM search_texts WHERE document = ?1", document)
    }
    try insertPrepared(after, of: document)
    try database.run("INSERT INTO search_index (rowid, text) VALUES (?1, ?2)", document, after)
  }

  /// Never REPLACE, which would remove the old row behind the index's back.
  func insertPrepared(_ text: String, of document: Int64) throws(StoreError) {
    try database.run(
      """
      INSERT INTO search_texts (document, rule, text) VALUES (?1, ?2, ?3)
      ON CONFLICT (document) DO UPDATE SET rule = excluded.rule, text = excluded.text
      """, document, SearchText.version, text)
  }
}
