/// Drops a query that would ask again what was asked last, of a store that has not moved.
///
/// It stands behind the debounce and not in it: there the same text typed again restarts the wait.
public struct QueryDeduplication: Hashable, Sendable {
  private struct Query: Hashable {
    let term: SearchTerm
    let store: StoreToken
  }

  private var last: Query?

  /// Nothing was asked yet.
  public init() {}

  /// Says whether a query is to be sent, and remembers it if so.
  /// - Parameters:
  ///   - term: What is asked.
  ///   - store: Where the store stands; a store that has moved may answer differently.
  /// - Returns: `false` for a repetition.
  public mutating func admit(_ term: SearchTerm, at store: StoreToken) -> Bool {
    let query = Query(term: term, store: store)
    guard query != last else { return false }
    last = query
    return true
  }

  /// Forgets the last query: the field was cleared, or the query failed and may be asked again.
  public mutating func forget() {
    last = nil
  }
}
