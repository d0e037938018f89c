import CSharedStoreSQLite

/// What the database looked like at one moment: while a connection still shows the same mark,
/// nobody has committed anything.
package struct CommitMark: Equatable {
  fileprivate let header: shared_store_index_header

  package static func == (left: CommitMark, right: CommitMark) -> Bool {
    left.header.words == right.header.words
  }
}

extension Connection {
  /// The mark of this moment; `nil` without a shared log index, where there is nothing to compare.
  ///
  /// It is the header of the WAL index, by which SQLite itself decides whether a reader's cache is
  /// still good. Reading it takes no lock and no system call.
  package borrowing func commitMark() -> CommitMark? {
    guard let header = shared_store_index_header_of(handle.pointer) else { return nil }
    return CommitMark(header: shared_store_copy_index_header(header))
  }

  /// Whether nothing was committed since a mark was taken on this connection.
  package borrowing func isUnchanged(since mark: CommitMark) -> Bool {
    guard let header = shared_store_index_header_of(handle.pointer) else { return false }
    return withUnsafePointer(to: mark.header) { shared_store_index_header_is(header, $0) != 0 }
  }
}
