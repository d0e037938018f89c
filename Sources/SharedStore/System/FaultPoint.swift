import SharedStoreReader

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A place where a test can stop or kill the process.
///
/// In a release build, reaching one does nothing.
enum FaultPoint: String {
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
  case backupWritten = "backup-written"

  #if FAULT_INJECTION
    /// From `SHARED_STORE_FAULT=POINT=stop|kill`.
    private static let requested = Environment["SHARED_STORE_FAULT"]?.split(separator: "=")

    func reach() {
      guard let requested = FaultPoint.requested, requested.count == 2, requested[0] == rawValue
      else { return }
      raise(requested[1] == "stop" ? SIGSTOP : SIGKILL)
    }
  #else
    @inline(__always)
    func reach() {}
  #endif
}
