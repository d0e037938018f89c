/// The limit `same` for a search: the statements that it runs, and every row read.
struct SameSearchStatements {
  private let begin, head, count, ranked, unranked, end: RawStatement
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
      SELECT d.id, coalesce(d.revision, i.revision), snippet(search_index, 0, '', '', '…', 16)
      FROM search_index JOIN documents AS d ON d.key = search_index.rowid
        LEFT JOIN imports AS i ON i.job = d.import
      WHERE search_index MATCH ?1 AND coalesce(d.revision, i.revision) IS NOT NULL
      ORDER BY search_index.rank, search_index.rowid LIMIT 20
      """)
    unranked = try connection.prepare(
      """
      SELECT d.id, coalesce(d.revision, i.revision), snippet(search_index, 0, '', '', '…', 16)
      FROM search_index JOIN documents AS d ON d.key = search_index.rowid
        LEFT JOIN imports AS i ON i.job = d.import
      WHERE search_index MATCH ?1 AND coalesce(d.revision, i.revision) IS NOT NULL
      ORDER BY search_index.rowid LIMIT 20
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
    var bytes = 0
    while try rows.next() { bytes += rows.length(0) + rows.length(2) + Int(rows.integer(1)) }
    rows.reset()
    try end.run()
    return hits
  }
}
