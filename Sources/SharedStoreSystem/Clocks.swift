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

  /// A time that never comes.
  package static let never = MonotonicTime(nanoseconds: .max)

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

  /// This instant moved into the future by a duration; a negative one counts as none.
  package func advanced(by duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    guard duration > .zero else { return self }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowed) = nanoseconds.addingReportingOverflow(
      overflow ? .max : whole &+ UInt64(attoseconds / 1_000_000_000))
    return MonotonicTime(nanoseconds: overflowed ? .max : sum)
  }

  /// Whole milliseconds from now until this instant, 0 when it has passed.
  package var millisecondsLeft: Int64 {
    let now = MonotonicTime.now
    guard nanoseconds > now.nanoseconds else { return 0 }
    return Int64(clamping: (nanoseconds - now.nanoseconds) / 1_000_000)
  }

  /// The time that has passed since this instant.
  package var elapsed: Duration { .nanoseconds(Int64(clamping: elapsedNanoseconds)) }

  /// Nanoseconds since this instant.
  package var elapsedNanoseconds: UInt64 {
    let now = MonotonicTime.now.nanoseconds
    return now > nanoseconds ? now - nanoseconds : 0
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

/// The clock of dates: shown and stored, never compared to order anything.
package enum WallClock {
  /// Now.
  static var now: (seconds: Int64, nanoseconds: Int64) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return (Int64(time.tv_sec), Int64(time.tv_nsec))
  }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static var milliseconds: Int64 {
    let now = now
    return now.seconds * 1_000 + now.nanoseconds / 1_000_000
  }
}

/// Sleeps for a moment; a signal may cut it short.
package func pause(nanoseconds: Int) {
  var time = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
  nanosleep(&time, nil)
}
