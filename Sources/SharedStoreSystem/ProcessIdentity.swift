#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Which process this is, beyond its number: numbers come back, but start times of one boot never
/// do.
package struct ProcessIdentity: Hashable, Sendable {
  /// The process id.
  package let process: Int32
  /// When it started: on Linux in clock ticks since boot, on Apple's systems in microseconds since
  /// 1970.
  package let started: Int64
  /// The random id of this boot of the machine.
  package let boot: String
  /// The namespace in which the process id counts.
  package let namespace: Int64

  package init(process: Int32, started: Int64, boot: String, namespace: Int64) {
    self.process = process
    self.started = started
    self.boot = boot
    self.namespace = namespace
  }

  /// This process.
  ///
  /// What the system does not tell is 0 or empty, and then nothing is proven by it.
  package static let current = ProcessIdentity(
    process: getpid(), started: currentStart, boot: ProcessSight.boot,
    namespace: ProcessSight.namespace)

  /// Whether a process lives.
  package enum Liveness: Hashable, Sendable {
    case alive
    case dead
    /// It cannot be seen from here; that is not death.
    case unknown
  }

  /// Whether this process still lives, as far as the caller can see.
  package var liveness: Liveness {
    let current = ProcessIdentity.current
    guard started != 0, current.started != 0, !boot.isEmpty, !current.boot.isEmpty else {
      return .unknown
    }
    // Nothing survives the end of the boot it started in.
    if boot != current.boot { return .dead }
    guard namespace == current.namespace else { return .unknown }
    return switch ProcessSight.of(process) {
    case .startedAt(let time): time == started ? .alive : .dead
    case .ended: .dead
    case .hidden: .unknown
    }
  }

  private static let currentStart: Int64 =
    if case .startedAt(let time) = ProcessSight.of(getpid()) { time } else { 0 }
}
