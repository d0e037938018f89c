#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `posix_spawn` with three descriptors, a clean environment, default signals and nothing else.
enum Spawn {
  struct Failure: Error {
    let command: [String]
    let reason: String
  }

  /// Variables that the tests' own set-up may need: libraries, coverage, sanitizers.
  private static let inherited = ["PATH", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE", "TSAN_OPTIONS"]

  static func start(
    _ command: [String], environment: [String: String], paths: [Int32: String?],
    descriptors: [Int32]
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    for case (let target, let path?) in paths {
      posix_spawn_file_actions_addopen(&actions, target, path, O_WRONLY | O_NOCTTY, 0)
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A test runner may ignore or block signals, and children would inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var variables = environment
    for name in inherited {
      if let value = getenv(name), variables[name] == nil {
        variables[name] = String(cString: value)
      }
    }
    return try withCStrings(command) { arguments in
      try withCStrings(variables.map { "\($0)=\($1)" }) { variables in
        var processID: pid_t = 0
        let code = posix_spawn(
          &processID, command[0], &actions, &attributes, arguments, variables)
        guard code == 0 else {
          throw Failure(command: command, reason: String(cString: strerror(code)))
        }
        return processID
      }
    }
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
  ) rethrows -> Result {
    let pointers = strings.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return try body(pointers + [nil])
  }
}
