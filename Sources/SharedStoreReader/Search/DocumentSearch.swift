public import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem
import Synchronization

/// Searches the texts of documents, through a connection of its own that a newer search can
/// interrupt.
public final class DocumentSearch: Sendable {
  private let location: StoreLocation
  private let session = Mutex(ReaderSession())
  private let timeoutMilliseconds: Int64
  /// What interrupts the query that runs now, if one does.
  private let running = Mutex<ConnectionInterrupter?>(nil)

  /// How words are compared.
  public enum Mode: Hashable, Sendable {
    /// Whole words, and beginnings of the last one; marks on letters do not count.
    case words
    /// Any part of the text, for scripts that put no spaces between words.
    case substring
  }

  private static let mostWords = 20_000

  /// Creates a search; the store is opened by the first query.
  public init(_ location: StoreLocation, timeoutMilliseconds: Int64 = 5_000) {
    self.location = location
    self.timeoutMilliseconds = timeoutMilliseconds
  }

  /// Finds documents, best first.
  ///
  /// More than 20 000 documents are not ranked, and neither are those with a part of a text: they
  /// come in the order in which they were made.
  /// - Parameters:
  ///   - text: What was typed; every word is meant literally.
  ///   - mode: How words are compared.
  ///   - limit: The most hits.
  /// - Returns: The hits; `nil` when the text holds nothing that can be searched for, or when the
  ///   query was interrupted.
  /// - Throws: `badInput` beyond 20 000 words, and every reason a reading can have but `notFound`. A
  ///   failure is never zero hits.
  public func hits(
    for text: String, mode: Mode = .words, limit: Int = 20
  ) throws(StoreError) -> SearchResult? {
    let query = SearchQuery(text)
    guard mode == .substring ? !query.words.isEmpty : query.isSearchable else { return nil }
    // To take a query apart, FTS5 needs the square of its words, and nothing can interrupt that.
    guard mode == .substring || query.words.count <= DocumentSearch.mostWords else {
      throw StoreError(
        .badInput,
        "The query has \(query.words.count) words; the limit is \(DocumentSearch.mostWords).")
    }
    let deadline = MonotonicTime.now.advanced(byMilliseconds: timeoutMilliseconds)
    do throws(StoreError) {
      return try session.withLock { session throws(StoreError) in
        try session.begin(location, deadline: deadline)
        return try session.search(query, text, mode, Int64(limit), self.running)
      }
    } catch {
      // An interrupt is no failure: somebody wanted another answer.
      if error.sqlite?.primary == 9, MonotonicTime.now < deadline { return nil }
      throw error
    }
  }

  /// Ends the query that is running, if one is; its answer is no longer wanted.
  public func interrupt() {
    running.withLock { $0?.interrupt() }
  }
}

/// The documents that a search found.
public struct SearchResult: Hashable, Sendable {
  /// The hits, best first.
  public let hits: [SearchHit]
  /// Where the store stood.
  public let token: StoreToken
}

/// One document that was found.
public struct SearchHit: Hashable, Sendable {
  /// The document.
  public let document: DocumentID
  /// The store revision that last changed it.
  public let revision: Revision
  /// A piece of its text around what was found, as it is stored: a terminal needs it cleaned.
  public let snippet: String
}

extension ReaderSession {
  mutating func search(
    _ query: SearchQuery, _ text: String, _ mode: DocumentSearch.Mode, _ limit: Int64,
    _ running: borrowing Mutex<ConnectionInterrupter?>
  ) throws(StoreError) -> SearchResult {
    let seen = seenToken
    let result = try self.query { store throws(StoreError) -> SearchResult in
      try store.inTransaction { store throws(StoreError) -> SearchResult in
        let head = try store.statement(
          "SELECT store_id, incarnation, revision FROM store WHERE id = 1")
        let token = try store.token(from: head, seen: seen)
        try store.requireSchema(3)
        let interrupter = store.connection.interrupter
        running.withLock { $0 = interrupter }
        defer { running.withLock { $0 = nil } }
        let hits = try StoreError.mapping("search the documents") { () throws(SQLiteError) in
          switch mode {
          case .words: try store.connection.words(query, limit)
          case .substring: try store.connection.substring(text, limit)
          }
        }
        return SearchResult(hits: hits, token: token)
      }
    }
    try note(result.token)
    return result
  }
}

extension Connection {
  /// With more hits than this, those of the oldest documents are shown: to rank a hit takes about a
  /// microsecond, and a word that stands nearly everywhere says little about any document.
  private static let mostRankedHits: Int64 = 20_000

  fileprivate borrowing func words(
    _ query: SearchQuery, _ limit: Int64
  ) throws(SQLiteError) -> [SearchHit] {
    let rows = try statement(
      isRanked(query)
        ? """
        SELECT d.id, d.revision,
          iif(length(CAST(search_index.text AS BLOB)) <= ?3
            AND instr(search_index.text, char(0)) = 0,
            snippet(search_index, 0, '', '', '…', 16), NULL),
          search_index.text
        FROM search_index JOIN documents AS d ON d.key = search_index.rowid
        WHERE search_index MATCH ?1 AND d.staged_by IS NULL
        ORDER BY search_index.rank, search_index.rowid LIMIT ?2
        """
        : """
        SELECT d.id, d.revision,
          iif(length(CAST(search_index.text AS BLOB)) <= ?3
            AND instr(search_index.text, char(0)) = 0,
            snippet(search_index, 0, '', '', '…', 16), NULL),
          search_index.text
        FROM search_index JOIN documents AS d ON d.key = search_index.rowid
        WHERE search_index MATCH ?1 AND d.staged_by IS NULL
        ORDER BY search_index.rowid LIMIT ?2
        """)
    try rows.bind(query.expression, at: 1)
    try rows.bind(limit, at: 2)
    try rows.bind(SearchExcerpt.longestSnippedText, at: 3)
    var hits: [SearchHit] = []
    while try rows.step() {
      let snippet =
        rows.text(2) ?? SearchExcerpt.of(rows.text(3) ?? "", aroundWordOf: query)
      if let hit = SearchHit(rows, snippet: snippet) { hits.append(hit) }
    }
    return hits
  }

  private borrowing func isRanked(_ query: SearchQuery) throws(SQLiteError) -> Bool {
    let row = try statement(
      """
      SELECT count(*) FROM (SELECT 1 FROM search_index WHERE search_index MATCH ?1 LIMIT ?2)
      """)
    try row.bind(query.expression, at: 1)
    try row.bind(Connection.mostRankedHits + 1, at: 2)
    return try row.step() && row.integer(0) <= Connection.mostRankedHits
  }

  fileprivate borrowing func substring(
    _ text: String, _ limit: Int64
  ) throws(SQLiteError) -> [SearchHit] {
    // Not LIKE, which ends both sides at a NUL and refuses a long pattern:
    // https://www.sqlite.org/limits.html#max_like_pattern_length
    let rows = try statement(
      """
      SELECT d.id, d.revision, t.text, instr(lower(t.text), lower(?1))
      FROM search_texts AS t JOIN documents AS d ON d.key = t.document
      WHERE instr(lower(t.text), lower(?1)) > 0 AND d.staged_by IS NULL
      ORDER BY t.document LIMIT ?2
      """)
    try rows.bind(text, at: 1)
    try rows.bind(limit, at: 2)
    var hits: [SearchHit] = []
    let length = text.unicodeScalars.count
    while try rows.step() {
      let snippet = SearchExcerpt.of(rows.text(2) ?? "", at: rows.integer(3), length: length)
      if let hit = SearchHit(rows, snippet: snippet) { hits.append(hit) }
    }
    return hits
  }
}

extension SearchHit {
  fileprivate init?(_ row: borrowing Statement, snippet: String) {
    guard let document = row.text(0).flatMap({ DocumentID($0) }),
      let revision = Revision(rawValue: row.integer(1))
    else { return nil }
    self.init(document: document, revision: revision, snippet: snippet)
  }
}
