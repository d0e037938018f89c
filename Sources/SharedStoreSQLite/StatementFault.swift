#if FAULT_INJECTION
  import CSharedStoreSQLite

  /// A failure that a test gives to one statement of a transaction.
  ///
  /// It exists only in a debug build of this package.
  package struct StatementFault: Sendable {
    /// How the statement fails.
    package enum Kind: String, CaseIterable, Sendable {
      /// Interrupted in fact; SQLite then rolls back or not, as it does.
      case interrupt
      /// As SQLite fails when it has rolled back the whole transaction by itself.
      case full, inputOutput, memory
      /// As SQLite fails when it has taken back no more than the statement.
      case statementOnly
      /// As a commit whose end could not be seen: it stands, and yet an error is reported. Other
      /// statements fail as in `inputOutput`.
      case lostCommit

      fileprivate var code: Int32 {
        switch self {
        case .interrupt: SQLITE_INTERRUPT
        case .full: SQLITE_FULL
        case .inputOutput, .statementOnly: SQLITE_IOERR | (3 << 8)
        case .memory: SQLITE_NOMEM
        case .lostCommit: SQLITE_IOERR | (4 << 8)
        }
      }
    }

    let kind: Kind
    /// Statements that come before it; `nil`: all but COMMIT.
    var left: Int?
    /// Whether the failure has come.
    package fileprivate(set) var isReached = false
    var isInterrupting = false

    /// A failure of the n-th statement from now on, counted from 1.
    package init(_ kind: Kind, at number: Int) {
      (self.kind, left) = (kind, number - 1)
    }

    /// A failure of the next COMMIT.
    package init(ofCommit kind: Kind) {
      self.kind = kind
    }
  }

  extension Connection {
    /// Fails, if it is this statement's turn.
    func reachFault(_ sql: StaticString) throws(SQLiteError) {
      guard var fault, !fault.isReached || fault.isInterrupting else { return }
      if fault.isInterrupting {
        fault.isInterrupting = false
        self.fault = fault
        return
      }
      let isCommit = "\(sql)" == "COMMIT"
      if let left = fault.left, left > 0 {
        fault.left = left - 1
        self.fault = fault
        return
      }
      guard fault.left != nil || isCommit else { return }
      fault.isReached = true
      fault.isInterrupting = fault.kind == .interrupt
      self.fault = fault
      switch fault.kind {
      case .interrupt:
        sqlite3_progress_handler(pointer, 1, { _ in 1 }, nil)
        return
      case .lostCommit where isCommit: try execute("COMMIT")
      case .statementOnly: break
      default: try? execute("ROLLBACK")
      }
      throw failure(fault.kind.code, "\(sql)")
    }
  }
#endif
