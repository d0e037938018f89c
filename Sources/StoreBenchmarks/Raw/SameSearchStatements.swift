/// The limit `same` for a search: the statements that it runs, and every row read.
struct SameSearchStatements {
  private let begin, head, count, ranked, unranked, texts, end: RawStatement
  private let connection: RawConnection

  /// Works on a database that has the store's schema.
  init(_ connection: RawConnection) throws(BenchmarkError) {
    self.connection = connection
    begin = try connection.prepare("BEGIN")
    head = try connection.prepare(SameStatements.head)
    count = try connection.prepare(
      """
      SELECT count(*) FROM (SELECT 1 FROM search_index WHERE search_index MATCH ?1 LIMIT 20001)
      """)
    ranked = try connection.prepare(
      """
      SELECT d.key, d.id, d.revision, NULL
      FROM search_index JOIN documents AS d ON d.key = search_index.rowid
      WHERE search_index MATCH ?1 AND d.staged_by IS NULL
      ORDER BY search_index.rank, search_index.rowid LIMIT 20
      """)
    unranked = try connection.prepare(
      """
      SELECT d.key, d.id, d.revision, NULL
      FROM search_index JOIN documents AS d ON d.key = search_index.rowid
      WHERE search_index MATCH ?1 AND d.staged_by IS NULL
      ORDER BY search_index.rowid LIMIT 20
      """)
    texts = try connection.prepare(
      """
      SELECT d.id, f.name, f.value FROM documents AS d LEFT JOIN fields AS f
        ON f.document = d.key AND typeof(f.value) = 'text'
      WHERE d.key = ?1 ORDER BY f.name
      """)
    end = try connection.prepare("COMMIT")
  }

  /// Finds documents by the beginning of a word.
  /// - Returns: How many there are, up to one more than are ranked.
  @discardableResult
  func search(_ beginning: String) throws(BenchmarkError) -> Int64 {
    let expression = "\"\(beginning)\"*"
    try begin.run()
    _ = try SameStatements.nextRevision(head)
    count.bind(1, expression)
    _ = try count.next()
    let hits = count.integer(0)
    count.reset()
    let rows = hits > 20_000 ? unranked : ranked
    rows.bind(1, expression)
    var (bytes, keys): (Int, [Int64]) = (0, [])
    while try rows.next() {
      keys.append(rows.integer(0))
      bytes += rows.length(1) + Int(rows.integer(2))
    }
    rows.reset()
    for key in keys {
      texts.bind(1, key)
      while try texts.next() { bytes += texts.length(0) + texts.length(1) + texts.length(2) }
      texts.reset()
    }
    try end.run()
    return hits
  }
}
