#if canImport(Darwin)
  import Dispatch
  import Foundation

  /// An activity that the system lets expire, as
  /// https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
  /// describes it.
  ///
  /// Not compiled on Linux.
  struct DarwinActivity: StoreActivity {
    func perform(
      _ reason: String, expired: @escaping @Sendable () -> Void, _ body: () -> Void
    ) {
      let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      // The block is called once to begin with and, if time runs out, again meanwhile; only the
      // second time when there is no time at all.
      ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isExpired in
        if isExpired { expired() }
        begun.signal()
        if !isExpired { ended.wait() }
      }
      begun.wait()
      body()
      ended.signal()
    }
  }

  extension (any StoreActivity)? {
    /// The system's own, in apps and extensions; none on a Mac, which does not suspend processes.
    public static var standard: (any StoreActivity)? {
      #if os(macOS)
        nil
      #else
        DarwinActivity()
      #endif
    }
  }
#endif
