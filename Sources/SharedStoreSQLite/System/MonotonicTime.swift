import CSharedStoreSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An instant of a clock that no one can set: for deadlines and durations only.
package struct MonotonicTime: Comparable, Hashable, Sendable {
  package let nanoseconds: UInt64

  package init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// Now.
  package static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  /// This instant moved into the future.
  package func advanced(byMilliseconds milliseconds: Int64) -> MonotonicTime {
    let (product, overflow) = UInt64(clamping: milliseconds)
      .multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflowed) = nanoseconds.addingReportingOverflow(overflow ? .max : product)
    return MonotonicTime(nanoseconds: overflowed ? .max : sum)
  }

  /// Whole milliseconds from now until this instant, 0 when it has passed.
  package var millisecondsLeft: Int64 {
    let now = MonotonicTime.now
    return nanoseconds > now.nanoseconds ? Int64((nanoseconds - now.nanoseconds) / 1_000_000) : 0
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
