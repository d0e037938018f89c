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
  /// When it started, in clock ticks since boot.
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
    process: getpid(), started: currentStart, boot: currentBoot, namespace: currentNamespace)

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
    return switch ProcessIdentity.look(at: process) {
    case .startedAt(let time): time == started ? .alive : .dead
    case .ended: .dead
    case .hidden: .unknown
    }
  }

  private static let currentBoot: String = {
    let text = KernelFile.text("/proc/sys/kernel/random/boot_id") ?? ""
    return String(text.prefix { !$0.isWhitespace })
  }()

  private static let currentNamespace: Int64 = {
    let status = try? FileStatus(path: "/proc/self/ns/pid", followsLink: true)
    return Int64(bitPattern: status?.identity.inode ?? 0)
  }()

  private static let currentStart: Int64 =
    if case .startedAt(let time) = look(at: getpid()) { time } else { 0 }

  /// What can be seen of a process number.
  private enum Sight {
    /// A process has it, which started then.
    case startedAt(Int64)
    /// No process has it.
    case ended
    /// A process has it, of which the system says no more: `hidepid` in proc(5).
    case hidden
  }

  private static func look(at process: Int32) -> Sight {
    guard let fields = KernelFile.processFields(process) else {
      return kill(process, 0) != 0 && errno == ESRCH ? .ended : .hidden
    }
    guard fields.count > 19, let started = Int64(fields[19]) else { return .hidden }
    // A zombie has ended; only its parent has not looked yet. One with several threads has not:
    // only its first thread has.
    let isZombie = fields[0] == "Z" || fields[0] == "X"
    return isZombie && Int64(fields[17]) ?? 0 < 2 ? .ended : .startedAt(started)
  }
}
