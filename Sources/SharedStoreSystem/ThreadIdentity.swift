#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Which thread this is.
package enum ThreadIdentity {
  /// A number that no other living thread of this process has; never 0.
  package static var current: UInt { threadNumber(pthread_self()) }
}

#if canImport(Darwin)
  private func threadNumber(_ thread: pthread_t) -> UInt { UInt(bitPattern: thread) }
#else
  private func threadNumber(_ thread: pthread_t) -> UInt { UInt(thread) }
#endif
