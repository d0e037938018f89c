import SharedStoreSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Which process this is, beyond its number: numbers come back, start times of one boot do not
/// (contract F13).
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
    process: getpid(), started: startTime(of: getpid()) ?? 0, boot: currentBoot,
    namespace: currentNamespace)

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
    return ProcessIdentity.startTime(of: process) == started ? .alive : .dead
  }

  private static let currentBoot: String = {
    let text = ProcessFile.read("/proc/sys/kernel/random/boot_id") ?? ""
    return String(text.prefix { !$0.isWhitespace })
  }()

  private static let currentNamespace: Int64 = {
    let status = try? FileStatus(path: "/proc/self/ns/pid", followsLink: true)
    return Int64(bitPattern: status?.identity.inode ?? 0)
  }()

  /// The 22nd field of `/proc/PID/stat`, proc(5); `nil` when there is no such process any more.
  private static func startTime(of process: Int32) -> Int64? {
    // The name in parentheses may hold anything, so fields are counted behind the last one.
    guard let text = ProcessFile.read("/proc/\(process)/stat"),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    // A zombie has ended; only its parent has not looked yet.
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
    return Int64(fields[19])
  }
}
