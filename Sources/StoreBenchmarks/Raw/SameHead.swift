import CSharedStoreSQLite

/// Where the store stands, as the store itself finds it out: read, unless nobody has committed
/// since the connection's own last commit.
struct SameHead {
  private let head: RawStatement
  private let connection: RawConnection
  private var committed: (dataVersion: UInt32, revision: Int64)?

  init(_ connection: RawConnection) throws(BenchmarkError) {
    self.connection = connection
    head = try connection.prepare(SameStatements.head)
  }

  /// The revision of this transaction, and whether what is known from the last one still stands.
  mutating func next() throws(BenchmarkError) -> (revision: Int64, stands: Bool) {
    if let committed, committed.dataVersion == dataVersion { return (committed.revision + 1, true) }
    return (try SameStatements.nextRevision(head), false)
  }

  /// The transaction has been committed.
  mutating func commit(_ revision: Int64) {
    committed = (dataVersion, revision)
  }

  private var dataVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(connection.pointer, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }
}
