package import SharedStoreModel
import SharedStoreSQLite
import SharedStoreSystem

/// A reader's state between calls: a connection without any transaction, and the last place seen.
struct ReaderSession: ~Copyable {
  private var connection: StoreConnection?
  private var paths: StorePaths?
  private var seen: StoreToken?
  private var kept = KeptReadings()
  private var deadline = MonotonicTime(nanoseconds: 0)

  /// A changing file is re-read this often before the reader gives up.
  private static let attempts = 100

  /// Prepares a call.
  mutating func begin(_ location: StoreLocation, deadline: MonotonicTime) throws(StoreError) {
    self.deadline = deadline
    if connection == nil {
      do throws(StoreError) {
        paths = try StorePaths(location)
      } catch {
        throw try missingAfterSeen(error)
      }
    }
  }

  /// Runs a query on the current store: opened if need be, and again on the store that has come to
  /// stand at the path if the one in hand turns out not to be it.
  mutating func query<Result>(
    _ body: (inout StoreConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    for _ in 0..<ReaderSession.attempts {
      try open()
      guard var current = connection.take() else { continue }
      current.connection.setDeadline(deadline)
      do throws(StoreError) {
        let result = try body(&current)
        guard current.isCurrent() else { continue }
        connection = consume current
        return result
      } catch {
        // A failure counts only if it is the current store's.
        if !current.isCurrent() { continue }
        throw error
      }
    }
    throw StoreError(.busy, "The store changes faster than it can be read.", hint: "Try again.")
  }

  private mutating func open() throws(StoreError) {
    guard connection == nil, let paths else { return }
    do throws(StoreError) {
      connection = try StoreConnection.open(paths, deadline: deadline)
    } catch {
      throw try missingAfterSeen(error)
    }
  }

  /// A store that is gone is first reported as removed, by a reader that has seen it.
  private mutating func missingAfterSeen(_ error: StoreError) throws(StoreError) -> StoreError {
    guard error.code == .storeMissing, seen != nil else { return error }
    seen = nil
    return StoreError(.removed, "The store was moved or deleted since it was last read.")
  }

  /// Compares where the store stands with where it was last seen, and remembers it.
  /// - Throws: `rewound` or `replaced`, once.
  mutating func note(_ token: StoreToken) throws(StoreError) {
    let movement = seen?.movement(to: token) ?? .advanced
    seen = token
    switch movement {
    case .unchanged, .advanced: return
    case .rewound: throw .rewound.at(token.revision)
    case .replaced: throw .replacedStore.at(token.revision)
    }
  }

  /// The last reading of a kind, if nothing was committed since and the store is in its place:
  /// then reading again could only find the same.
  mutating func keptReading(of kind: Kind) -> Reading<StoredPayload>? {
    guard let reading = kept.reading(of: kind), connection?.isUnchanged(since: kept.mark) == true
    else { return nil }
    return reading
  }

  /// Keeps a reading that was begun when the store showed a mark.
  mutating func keep(_ reading: Reading<StoredPayload>, of kind: Kind, since mark: CommitMark?) {
    kept.keep(reading, of: kind, since: mark)
  }

  /// The last place seen.
  var seenToken: StoreToken? { seen }
}

extension StoreError {
  static let rewound = StoreError(
    .rewound, "The store stands before a revision that was already read.",
    hint: "A backup was restored, or the log was lost. The next read accepts what is there.")

  package static let replacedStore = StoreError(
    .replaced, "Another store has taken the place of the one that was read before.",
    hint: "The next read accepts it.")
}
