#if canImport(Darwin)
  // By sysctl: Darwin/DarwinProcess.swift.
#else
  import Glibc
#endif

/// What can be seen of a process number.
enum ProcessSight {
  /// A process has it, which started then.
  case startedAt(Int64)
  /// No process has it.
  case ended
  /// A process has it, of which the system says no more, such as with `hidepid` in proc(5).
  case hidden
}

#if !canImport(Darwin)
  extension ProcessSight {
    /// Looks at a process number.
    static func of(_ process: Int32) -> ProcessSight {
      guard let fields = KernelFile.processFields(process) else {
        return kill(process, 0) != 0 && errno == ESRCH ? .ended : .hidden
      }
      guard fields.count > 19, let started = Int64(fields[19]) else { return .hidden }
      // A zombie has ended; only its parent has not looked yet. One with several threads has not:
      // only its first thread has.
      let isZombie = fields[0] == "Z" || fields[0] == "X"
      return isZombie && Int64(fields[17]) ?? 0 < 2 ? .ended : .startedAt(started)
    }

    /// Whether a process is stopped, as by SIGSTOP, and does nothing until somebody continues it.
    static func isStopped(_ process: Int32) -> Bool {
      let state = KernelFile.processFields(process)?.first
      return state == "T" || state == "t"
    }

    /// The random id of this boot of the machine; empty if it cannot be read.
    static let boot: String = {
      let text = KernelFile.text("/proc/sys/kernel/random/boot_id") ?? ""
      return String(text.prefix { !$0.isWhitespace })
    }()

    /// The namespace in which process numbers count here, namespaces(7).
    static let namespace: Int64 = {
      let status = try? FileStatus(path: "/proc/self/ns/pid", followsLink: true)
      return Int64(bitPattern: status?.identity.inode ?? 0)
    }()
  }
#endif
