package import SharedStoreModel
package import SharedStoreReader
import SharedStoreSystem

/// A watch of a store, by a command that goes on until its time is over or a signal ends it.
package struct StoppableWatch: ~Copyable {
  private var watch: StoreWatch
  private let end: MonotonicTime
  private let stop: StopSignal

  /// What ended a wait.
  package enum Event: Hashable, Sendable {
    /// The store may have changed.
    case changed
    /// The date has come.
    case due
    /// The command's time is over.
    case ended
  }

  /// From now on a signal ends the wait instead of the process.
  /// - Parameters:
  ///   - reader: Whose store is watched.
  ///   - milliseconds: How long it is watched; `nil` for ever.
  /// - Throws: `failed` when the system has no pipe left.
  package init(_ reader: StoreReader, for milliseconds: Int64?) throws(StoreError) {
    watch = StoreWatch(reader)
    end = milliseconds.map { MonotonicTime.now.advanced(byMilliseconds: $0) } ?? .never
    stop = try StopSignal()
  }

  /// Waits until the store may have changed.
  /// - Parameter date: When to wait no longer, by the clock of dates; `nil`: never.
  /// - Returns: What came first.
  /// - Throws: `interrupted` after a signal.
  package mutating func wait(until date: Timestamp? = nil) throws(StoreError) -> Event {
    while true {
      let event = watch.wait(until: min(end, time(of: date)), or: stop.source)
      guard event != .other, !StopSignal.hasArrived else {
        throw StoreError(.interrupted, "Interrupted: the store is watched no longer.")
      }
      if event == .changed { return .changed }
      if MonotonicTime.now >= end { return .ended }
      if let date, Timestamp.now >= date { return .due }
    }
  }

  /// When a date has come, or is to be looked at again: the clock of dates may be set, and stands
  /// for nothing while the machine sleeps.
  private func time(of date: Timestamp?) -> MonotonicTime {
    guard let date else { return .never }
    let left = date.milliseconds - Timestamp.now.milliseconds
    return MonotonicTime.now.advanced(byMilliseconds: min(max(left, 0), 60_000))
  }
}
