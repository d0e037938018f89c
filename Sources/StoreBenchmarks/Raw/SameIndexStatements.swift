/// The limit `same` for the search index: the statements that bring it up to a document's text.
struct SameIndexStatements {
  private let before, after, forget, upsert, insert: RawStatement
  private let connection: RawConnection

  /// Works on a database that has the store's schema.
  init(_ connection: RawConnection) throws(BenchmarkError) {
    self.connection = connection
    before = try connection.prepare("SELECT text, rule FROM search_texts WHERE document = ?1")
    after = try connection.prepare(
      """
      SELECT f.value, d.id, f.name FROM documents AS d LEFT JOIN fields AS f
        ON f.document = d.key AND typeof(f.value) = 'text'
      WHERE d.key = ?1 ORDER BY f.name
      """)
    forget = try connection.prepare(
      "INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', ?1, ?2)")
    upsert = try connection.prepare(
      """
      INSERT INTO search_texts (document, rule, text) VALUES (?1, 1, ?2)
      ON CONFLICT (document) DO UPDATE SET rule = excluded.rule, text = excluded.text
      """)
    insert = try connection.prepare("INSERT INTO search_index (rowid, text) VALUES (?1, ?2)")
  }

  /// Indexes a document that has text, as it now reads.
  func update(_ document: Int64) throws(BenchmarkError) {
    before.bind(1, document)
    if try before.next() {
      forget.bind(1, document)
      forget.bind(2, before.text(0))
      before.reset()
      try forget.run()
    }
    before.reset()
    after.bind(1, document)
    _ = try after.next()
    let text = after.text(0)
    after.reset()
    for statement in [upsert, insert] {
      statement.bind(1, document)
      statement.bind(2, text)
      try statement.run()
    }
  }
}
