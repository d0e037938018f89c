package import SharedStoreModel
package import SharedStoreSQLite

/// A connection to a store whose failures are the store's own: the one place where SQLite's codes
/// become words.
package final class Database {
  package let connection: Connection
  /// Why the transaction that writes cannot go on, once a statement of it has failed.
  ///
  /// SQLite may have rolled it back by itself; what came after would then commit alone
  /// (https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction).
  private var failure: StoreError?
  private var isWriting = false

  package init(_ connection: Connection) {
    self.connection = connection
  }

  // MARK: Statements

  /// Runs a statement that returns no rows.
  package func run<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws(StoreError) {
    try check()
    do throws(SQLiteError) {
      try connection.statement(sql, repeat each values).run()
    } catch {
      throw failed(error)
    }
  }

  /// Runs a statement that changes rows.
  /// - Returns: How many it changed.
  package func change<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws(StoreError) -> Int {
    try run(sql, repeat each values)
    return connection.changedRows
  }

  /// The first row of a statement; `nil` when there is none.
  package func row<each Value: Bindable, Row>(
    _ sql: StaticString, _ values: repeat each Value,
    as decode: (inout Columns) throws(StoreError) -> Row
  ) throws(StoreError) -> Row? {
    let statement = try prepared(sql, repeat each values)
    guard try step(statement) else { return nil }
    var columns = statement.columns()
    return try decode(&columns)
  }

  /// Every row of a statement.
  package func rows<each Value: Bindable, Row>(
    _ sql: StaticString, _ values: repeat each Value,
    as decode: (inout Columns) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    var rows: [Row] = []
    try forEachRow(sql, repeat each values) { columns throws(StoreError) in
      rows.append(try decode(&columns))
    }
    return rows
  }

  /// Calls a body for each row of a statement, holding one row at a time.
  package func forEachRow<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value,
    do body: (inout Columns) throws(StoreError) -> Void
  ) throws(StoreError) {
    let statement = try prepared(sql, repeat each values)
    while try step(statement) {
      var columns = statement.columns()
      try body(&columns)
    }
  }

  /// The first column of the first row of a statement, 0 if there is none.
  package func integer<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws(StoreError) -> Int64 {
    try row(sql, repeat each values) { columns throws(StoreError) in columns.integer() } ?? 0
  }

  /// The rowid of the last row inserted.
  package var lastInsertedRow: Int64 { connection.lastInsertedRow }

  /// A statement with values for its parameters, for a caller that does more than read rows.
  package func prepared<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws(StoreError) -> Statement {
    try check()
    do throws(SQLiteError) {
      return try connection.statement(sql, repeat each values)
    } catch {
      throw failed(error)
    }
  }

  /// Moves a statement to its next row, if there is one.
  package func step(_ statement: borrowing Statement) throws(StoreError) -> Bool {
    do throws(SQLiteError) {
      return try statement.step()
    } catch {
      throw failed(error)
    }
  }

  /// Calls SQLite in another way.
  package func call<Result: ~Copyable>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    try check()
    do throws(SQLiteError) {
      return try body(connection)
    } catch {
      throw failed(error)
    }
  }

  private func check() throws(StoreError) {
    if let failure { throw failure }
  }

  private func failed(_ error: SQLiteError) -> StoreError {
    let error = StoreError(error)
    if isWriting { failure = failure ?? error }
    return error
  }

  // MARK: Transactions

  /// Runs a body on one view of the store; the transaction ends before this returns.
  package func reading<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try call { connection throws(SQLiteError) in try connection.beginRead() }
    defer { connection.rollback() }
    return try body()
  }

  /// Runs a body in a transaction that may write, which ends before this returns: with the body's
  /// changes if it says so, else without.
  ///
  /// A statement that fails ends the transaction, whatever the body makes of it: each later one
  /// repeats the first failure, and nothing is committed.
  /// - Parameters:
  ///   - begun: The store's word for a failure to begin.
  ///   - stands: Whether a result is found in the store, in a transaction of its own: asked when the
  ///     commit failed; `nil` when that cannot be seen.
  ///   - body: Makes the changes.
  /// - Returns: The body's result.
  /// - Throws: What the body throws, or a failure of SQLite.
  package func writing<Result, Failure: Error>(
    begun: (SQLiteError) -> StoreError,
    stands: (Result) throws(StoreError) -> Bool? = { _ in nil },
    _ body: () throws(Failure) -> (Result, commit: Bool)
  ) throws -> Result {
    do throws(SQLiteError) {
      try connection.beginImmediate()
    } catch {
      throw begun(error)
    }
    isWriting = true
    defer {
      connection.rollback()
      (isWriting, failure) = (false, nil)
    }
    let (result, commit) = try body()
    try check()
    if commit {
      do throws(SQLiteError) {
        try connection.commit()
      } catch {
        connection.rollback()
        (isWriting, failure) = (false, nil)
        let isThere = try? reading { () throws(StoreError) in try stands(result) }
        if isThere != true { throw StoreError(error).ofCommit(isReadWithout: isThere == false) }
      }
    }
    return result
  }

  /// Ends the transaction that writes, as if a statement had failed: what was done of something
  /// cannot be taken back alone.
  package func abandon(_ error: StoreError) {
    if isWriting { failure = failure ?? error }
  }
}

extension StoreError {
  /// A commit that failed: of a full disk or a lock SQLite knows that nothing came of it, and of
  /// everything else that nobody can see it now.
  ///
  /// What was written of it may be whole all the same, and stand once the log has been recovered.
  fileprivate func ofCommit(isReadWithout: Bool) -> StoreError {
    if [.full, .busy, .suspended].contains(code) { return self }
    let what =
      isReadWithout
      ? "the store is read without it, but it may stand once its log has been recovered"
      : "nothing that can be read now tells"
    return saying(
      "The commit failed, and its outcome is unknown: \(what). \(message)",
      hint: "Read the store before you do it again, or it may be done twice.", as: .failed)
  }
}
