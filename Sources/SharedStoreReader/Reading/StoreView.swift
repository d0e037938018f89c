public import SharedStoreModel

/// One store revision, as one read transaction sees it: everything read through one view was true
/// at the same time.
///
/// It cannot be kept: it ends with the closure it is given to.
public struct StoreView: ~Copyable {
  package let database: Database
  package let paths: StorePaths
  /// Where the store stands.
  public let token: StoreToken
  /// The revision that had been announced, if the store has lost it.
  package let announced: Revision?
  /// The newest revision that a record may have: the store's, or inside a transaction that writes
  /// the one it gives to what it changes.
  let newest: Revision

  package init(
    database: Database, paths: StorePaths, token: StoreToken, announced: Revision? = nil,
    newest: Revision? = nil
  ) {
    self.newest = newest ?? token.revision
    self.database = database
    self.paths = paths
    self.token = token
    self.announced = announced
  }
}
