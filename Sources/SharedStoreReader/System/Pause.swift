#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Sleeps for a moment; a signal may cut it short.
package func pause(_ nanoseconds: Int) {
  var time = timespec(tv_sec: 0, tv_nsec: nanoseconds)
  nanosleep(&time, nil)
}
