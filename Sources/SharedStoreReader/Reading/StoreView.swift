package import SharedStoreModel
package import SharedStoreSQLite
import SharedStoreSystem

/// One look at a store through a connection of its own, in one read transaction.
package enum StoreView {
  /// Runs a body on a fixed view of the store, and again when the store turns out to have been
  /// replaced meanwhile.
  package static func read<Result>(
    _ location: StoreLocation,
    _ body: (borrowing Connection, StorePaths) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var session = ReaderSession()
    // Checks and copies read everything, so no deadline but the caller's patience.
    try session.begin(location, deadline: MonotonicTime(nanoseconds: 0))
    return try session.query { store throws(StoreError) in
      try store.inTransaction { store throws(StoreError) in
        try body(store.connection, store.paths)
      }
    }
  }
}
