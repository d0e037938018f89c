import SharedStoreSQLite

/// What a reader's connection looked like at one moment.
///
/// To compare it with what it is like now takes no lock and no transaction.
struct StoreMark: Equatable {
  /// `nil` for a store that has no log.
  let commit: CommitMark?
}
