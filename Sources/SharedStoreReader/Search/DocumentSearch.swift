public import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem
import Synchronization

/// Searches the texts of documents, through a connection of its own that a newer search can
/// interrupt.
public final class DocumentSearch: Sendable {
  private let location: StoreLocation
  private let session = Mutex(ReaderSession())
  private let timeout: Duration
  private let acceptsRewound: Bool
  /// What interrupts the query that runs now, if one does.
  private let running = Mutex<ConnectionInterrupter?>(nil)

  /// What of a text is compared.
  ///
  /// In both modes case does not count, nor do marks on letters that a
  /// writer may leave out, nor how a character is composed.
  public enum Mode: Hashable, Sendable {
    /// Whole words, and beginnings of the last one.
    case words
    /// Any part of the text, for scripts that put no spaces between words.
    case substring
  }

  private static let mostWords = 20_000

  /// Creates a search; the store is opened by the first query.
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - timeout: How long one query may take.
  ///   - acceptsRewound: Whether a store that has lost announced commits is searched as it is.
  public init(
    _ location: StoreLocation, timeout: Duration = .seconds(5), acceptsRewound: Bool = false
  ) {
    self.location = location
    self.timeout = timeout
    self.acceptsRewound = acceptsRewound
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
  /// - Throws: `badInput` beyond 20 000 words, and every reason a reading can have but `notFound`.
  ///   A failure is never zero hits.
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
    let deadline = MonotonicTime.now.advanced(by: timeout)
    do throws(StoreError) {
      return try session.withLock { session throws(StoreError) in
        try session.view(
          location, deadline: deadline, acceptsRewound: acceptsRewound
        ) { view throws(StoreError) in
          let interrupter = view.database.connection.interrupter
          running.withLock { $0 = interrupter }
          defer { running.withLock { $0 = nil } }
          return SearchResult(
            hits: try view.search(query, mode, Int64(limit)), token: view.token)
        }
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
  /// Where in the snippet the first thing found stands, in Unicode scalars from 0; `nil` when the
  /// snippet does not show it.
  public let match: Range<Int>?
}

extension StoreView {
  fileprivate func search(
    _ query: SearchQuery, _ mode: DocumentSearch.Mode, _ limit: Int64
  ) throws(StoreError) -> [SearchHit] {
    let found =
      switch mode {
      case .words: try isRanked(query) ? ranked(query, limit) : unranked(query, limit)
      case .substring: try having(query.part, limit)
      }
    var (excerpts, hits) = (SearchExcerpts(query), [SearchHit]())
    for hit in found {
      // Without a text the index is not that of the documents, as 'app check' says; it is a hit.
      let text = try SearchedText.of(hit.key, database) ?? SearchedText.none
      let excerpt =
        hit.place.map { excerpts.aroundPart(of: text, at: $0) } ?? excerpts.aroundWord(of: text)
      hits.append(
        SearchHit(
          document: hit.id, revision: hit.revision, snippet: excerpt.text, match: excerpt.match))
    }
    return hits
  }

  /// A document that was found, and where in its prepared text, if that was asked.
  private struct Found {
    let key: Int64
    let id: DocumentID
    let revision: Revision
    let place: Int?

    /// Reads the columns `key, id, revision, place`.
    init(_ row: inout Columns) throws(StoreError) {
      (key, id, revision) = (row.integer(), try row.documentID(), try row.revision())
      place = row.optionalInteger().map { Int($0) - 1 }
    }
  }

  /// With more hits than this, those of the oldest documents are shown: to rank a hit takes about a
  /// microsecond, and a word that stands nearly everywhere says little about any document.
  private static let mostRankedHits: Int64 = 20_000

  private func isRanked(_ query: SearchQuery) throws(StoreError) -> Bool {
    try database.integer(
      """
      SELECT count(*) FROM (SELECT 1 FROM search_index WHERE search_index MATCH ?1 LIMIT ?2)
      """, query.expression, StoreView.mostRankedHits + 1) <= StoreView.mostRankedHits
  }

  private func ranked(_ query: SearchQuery, _ limit: Int64) throws(StoreError) -> [Found] {
    try database.rows(
      """
      SELECT d.key, d.id, d.revision, NULL
      FROM search_index JOIN documents AS d ON d.key = search_index.rowid
      WHERE search_index MATCH ?1 AND d.staged_by IS NULL
      ORDER BY search_index.rank, search_index.rowid LIMIT ?2
      """, query.expression, limit
    ) { row throws(StoreError) in try Found(&row) }
  }

  private func unranked(_ query: SearchQuery, _ limit: Int64) throws(StoreError) -> [Found] {
    try database.rows(
      """
      SELECT d.key, d.id, d.revision, NULL
      FROM search_index JOIN documents AS d ON d.key = search_index.rowid
      WHERE search_index MATCH ?1 AND d.staged_by IS NULL
      ORDER BY search_index.rowid LIMIT ?2
      """, query.expression, limit
    ) { row throws(StoreError) in try Found(&row) }
  }

  private func having(_ part: String, _ limit: Int64) throws(StoreError) -> [Found] {
    // Not LIKE, which refuses a long pattern and takes parts of it for others:
    // https://www.sqlite.org/limits.html#max_like_pattern_length
    try database.rows(
      """
      SELECT d.key, d.id, d.revision, instr(CAST(t.text AS BLOB), CAST(?1 AS BLOB))
      FROM search_texts AS t JOIN documents AS d ON d.key = t.document
      WHERE instr(CAST(t.text AS BLOB), CAST(?1 AS BLOB)) > 0 AND d.staged_by IS NULL
      ORDER BY t.document LIMIT ?2
      """, part, limit
    ) { row throws(StoreError) in try Found(&row) }
  }
}
