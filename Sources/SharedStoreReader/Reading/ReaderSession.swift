package import SharedStoreModel
import SharedStoreSQLite
package import SharedStoreSystem

/// A reader's state between calls: a connection without any transaction, and the last place seen.
package struct ReaderSession: ~Copyable {
  private var connection: StoreConnection?
  private var sight = StoreSight()
  private var kept = KeptReadings()

  /// A changing file is re-read this often before the reader gives up.
  private static let attempts = 100

  package init() {}

  /// Runs a body on one view of the store, for those who need not be told apart.
  /// - Throws: As for one who brings his own sight of the store.
  package mutating func view<Result>(
    _ location: StoreLocation, deadline: MonotonicTime?, acceptsRewound: Bool = false,
    _ body: (borrowing StoreView) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var own = sight
    defer { sight = own }
    return try view(
      location, &own, deadline: deadline, acceptsRewound: acceptsRewound, body)
  }

  /// Runs a body on one view of the store: opened if need be, and again on the store that has come
  /// to stand at the path if the one in hand turns out not to be it.
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - sight: Where the caller saw it last.
  ///   - deadline: When a statement that is still running is interrupted; `nil`: never.
  ///   - acceptsRewound: Whether a store below its notice is read all the same.
  ///   - body: Gets the view; what it throws is a failure of the store in hand.
  /// - Returns: What the body made of it.
  /// - Throws: Every reason a reading can have; `rewound` or `replaced` once when the store is not
  ///   the one that was seen before, and `rewound` each time while it is below its notice.
  mutating func view<Result>(
    _ location: StoreLocation, _ sight: inout StoreSight, deadline: MonotonicTime?,
    acceptsRewound: Bool, _ body: (borrowing StoreView) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    for _ in 0..<ReaderSession.attempts {
      try open(location, &sight, deadline)
      guard var current = connection.take() else { continue }
      current.database.connection.follow(Suspension.current)
      current.database.connection.setDeadline(deadline)
      let (result, token): (Result, StoreToken)
      do throws(StoreError) {
        (result, token) = try current.view(
          seen: sight.token, acceptsRewound: acceptsRewound
        ) { view throws(StoreError) in (try body(view), view.token) }
        guard current.isCurrent() else { continue }
      } catch {
        // A failure counts only if it is the current store's.
        if !current.isCurrent() { continue }
        // That there is no such thing says nothing against the connection.
        if error.code == .notFound { connection = consume current }
        throw error
      }
      connection = consume current
      try sight.note(token)
      return result
    }
    throw StoreError(.busy, "The store changes faster than it can be read.", hint: "Try again.")
  }

  private mutating func open(
    _ location: StoreLocation, _ sight: inout StoreSight, _ deadline: MonotonicTime?
  ) throws(StoreError) {
    guard connection == nil else { return }
    do throws(StoreError) {
      connection = try StoreConnection.open(StorePaths(location), deadline: deadline)
    } catch {
      throw sight.failure(error)
    }
  }

  /// The mark of this moment; `nil` while no connection is open.
  var mark: StoreMark? {
    // Not `map`, which would copy the connection.
    switch connection {
    case .some(let open): StoreMark(commit: open.commitMark())
    case .none: nil
    }
  }

  /// Whether nothing was committed since a mark, and the store is still in its place.
  mutating func isUnchanged(since mark: StoreMark) -> Bool {
    guard self.mark == mark else { return false }
    return connection?.isCurrent() == true
  }

  /// The newest record of a kind.
  ///
  /// While nothing was committed since it was last read, and the store is in its place, reading
  /// again could only find the same.
  mutating func newestSnapshot(
    of kind: Kind, _ location: StoreLocation, deadline: MonotonicTime?, acceptsRewound: Bool
  ) throws(StoreError) -> Reading<StoredPayload> {
    if let reading = kept.reading(of: kind), connection?.isUnchanged(since: kept.mark) == true {
      return reading
    }
    // Before the view: a commit in between makes the mark too old, never too new.
    let mark = connection?.commitMark()
    let reading = try view(
      location, deadline: deadline, acceptsRewound: acceptsRewound
    ) { view throws(StoreError) in view.reading(of: kind, revision: nil) }
    kept.keep(reading, of: kind, since: mark)
    return reading
  }
}

extension StoreError {
  static let rewound = StoreError(
    .rewound, "The store stands before a revision that was already read.",
    hint: "A backup was restored, or the log was lost. The next read accepts what is there.")

  package static let replacedStore = StoreError(
    .replaced, "Another store has taken the place of the one that was read before.",
    hint: "The next read accepts it.")
}
