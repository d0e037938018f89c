import SharedStoreModel
package import SharedStoreSQLite
import SharedStoreSystem

/// What keeps the system from suspending the process in the middle of a call.
///
/// A process that is suspended while it holds a lock stands in everybody's way, so some systems end
/// it for that. Every call that takes a lock, to write, to read or to copy the log, runs as one
/// activity. When the system will not wait any longer, the call stops what it is doing, gives its
/// locks back and throws `suspended`: nothing of it has happened, and it can be made again.
public protocol StoreActivity: Sendable {
  /// Runs a call.
  /// - Parameters:
  ///   - reason: What is done, for the system's log.
  ///   - expired: To be called, on any thread, when the system will not wait any longer.
  ///   - body: The call. It is run once, on this thread, before this returns; or not at all when
  ///     there is no time for it.
  func perform(
    _ reason: String, expired: @escaping @Sendable () -> Void, _ body: () -> Void)
}

extension (any StoreActivity)? {
  #if !canImport(Darwin)
    /// None: this system stops processes only when somebody asks for that.
    public static var standard: (any StoreActivity)? { nil }
  #endif

  /// Runs a call as an activity.
  /// - Parameters:
  ///   - reason: What is done.
  ///   - connection: The connection whose statements end when time is over; one that is opened
  ///     meanwhile takes part by itself.
  ///   - body: The call.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws; `suspended` when it was ended for that, or never begun.
  package func perform<Value: ~Copyable, Failure: Error>(
    _ reason: String, on connection: Connection?, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let self else { return try body() }
    let suspension = Suspension()
    var outcome: Outcome<Value, Failure>?
    self.perform(reason, expired: { suspension.expire() }) {
      connection?.follow(suspension)
      defer { connection?.follow(nil) }
      Suspension.$current.withValue(suspension) {
        do throws(Failure) {
          outcome = .value(try body())
        } catch {
          let isEnded = suspension.hasExpired && error.isInterruption
          outcome = .failure(isEnded ? StoreError.suspended as? Failure ?? error : error)
        }
      }
    }
    switch outcome.take() {
    case .value(let value)?: return value
    case .failure(let error)?: throw error
    case nil:
      if let error = StoreError.suspended as? Failure { throw error }
      // A body that throws nothing cannot be left out.
      return try body()
    }
  }
}

/// How a call ended.
private enum Outcome<Value: ~Copyable, Failure: Error>: ~Copyable {
  case value(Value)
  case failure(Failure)
}

extension Error {
  /// Whether it is what an expired activity makes of a call.
  fileprivate var isInterruption: Bool {
    (self as? StoreError)?.code == .busy || self is CancellationError
  }
}

extension StoreError {
  /// The system was about to suspend the process.
  package static let suspended = StoreError(
    .suspended, "The process was about to be suspended; nothing was changed.",
    hint: "Make the call again when the process runs.")
}
