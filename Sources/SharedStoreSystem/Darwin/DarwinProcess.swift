#if canImport(Darwin)
  import Darwin

  /// What the kernel tells of processes, sysctl(3).
  ///
  /// Not compiled on Linux. A sandbox may hide other processes, which is no proof of their end.
  extension ProcessSight {
    /// Looks at a process number.
    static func of(_ process: Int32) -> ProcessSight {
      switch information(process) {
      case .success(let information?):
        let start = information.kp_proc.p_un.__p_starttime
        // A zombie has ended; only its parent has not looked yet.
        return Int32(information.kp_proc.p_stat) == SZOMB
          ? .ended : .startedAt(Int64(start.tv_sec) * 1_000_000 + Int64(start.tv_usec))
      case .success(nil):
        return kill(process, 0) != 0 && errno == ESRCH ? .ended : .hidden
      case .failure:
        return .hidden
      }
    }

    /// Whether a process is stopped, as by SIGSTOP, and does nothing until somebody continues it.
    static func isStopped(_ process: Int32) -> Bool {
      guard case .success(let information?) = information(process) else { return false }
      return Int32(information.kp_proc.p_stat) == SSTOP
    }

    /// The id of this boot of the machine; empty if it cannot be read.
    static let boot: String = {
      var bytes = [CChar](repeating: 0, count: 64)
      var size = bytes.count
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return "" }
      return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }()

    /// There is one namespace of process numbers.
    static var namespace: Int64 { 0 }

    /// What the kernel says; `nil` where it says nothing, as of a number that no process has.
    private static func information(_ process: Int32) -> Result<kinfo_proc?, SystemError> {
      var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      var information = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      guard sysctl(&name, UInt32(name.count), &information, &size, nil, 0) == 0 else {
        return .failure(SystemError(number: errno, operation: "sysctl"))
      }
      return .success(size == 0 ? nil : information)
    }
  }
#endif
