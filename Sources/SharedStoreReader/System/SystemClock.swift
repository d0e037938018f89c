public import SharedStoreModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Timestamp {
  /// The wall clock now.
  ///
  /// It is shown and stored, never compared to order anything.
  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let milliseconds = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    return Timestamp(clampingMilliseconds: milliseconds)
  }
}
