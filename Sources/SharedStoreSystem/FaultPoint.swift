import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A place where a test can stop or kill the process.
///
/// In a release build, reaching one does nothing.
package enum FaultPoint: String {
  case lockAcquired = "lock-acquired"
  case transactionBegun = "transaction-begun"
  case beforeCommit = "before-commit"
  case afterCommit = "after-commit"
  case afterNotice = "after-notice"
  case checkpointed = "checkpointed"
  case turnTaken = "turn-taken"
  case folderCreated = "folder-created"
  case storeBuilt = "store-built"
  case storeLinked = "store-linked"
  case incarnationBegun = "incarnation-begun"
  case restored = "restored"
  case setAside = "set-aside"
  case backupWritten = "backup-written"
  case beforeUnit = "before-unit"
  case beforeFinalCommit = "before-final-commit"
  case beforeRename = "before-rename"
  case afterRename = "after-rename"

  #if FAULT_INJECTION
    /// From `SHARED_STORE_FAULT=POINT=stop|kill[:N]`: the N-th time the point is reached, by
    /// default the first.
    private static let requested = Request(Environment["SHARED_STORE_FAULT"] ?? "")
    private static let reached = Mutex(0)

    private struct Request {
      let point: Substring
      let action: Substring
      let count: Int

      init(_ text: String) {
        let parts = text.split(separator: "=")
        let what = parts.last?.split(separator: ":") ?? []
        point = parts.first ?? ""
        action = what.first ?? ""
        count = what.count > 1 ? Int(what[1]) ?? 1 : 1
      }
    }

    package func reach() {
      guard FaultPoint.requested.point == rawValue else { return }
      let times = FaultPoint.reached.withLock { times in
        times += 1
        return times
      }
      guard times == FaultPoint.requested.count else { return }
      raise(FaultPoint.requested.action == "stop" ? SIGSTOP : SIGKILL)
    }
  #else
    @inline(__always)
    package func reach() {}
  #endif
}
