import SharedStoreSystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Another program, or this one again, whose output can be read.
struct ChildProcess {
  /// Where the program is that runs now.
  static let this = "/proc/self/exe"

  let processID: pid_t
  private let output: Int32?

  /// Starts a program; what it prints is kept only if it is wanted.
  init(
    _ path: String, _ arguments: [String], environment: [String]? = nil, keepsOutput: Bool = false
  ) throws(BenchmarkError) {
    var ends: [Int32] = [-1, -1]
    if keepsOutput, pipe(&ends) != 0 { throw BenchmarkError("pipe") }
    defer { if keepsOutput { close(ends[1]) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if keepsOutput {
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
      posix_spawn_file_actions_addclose(&actions, ends[0])
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var pointers = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = (environment ?? []).map { strdup($0) } + [nil]
    defer { for pointer in pointers + variables { free(pointer) } }
    var processID: pid_t = 0
    let failure =
      environment == nil
      ? posix_spawn(&processID, path, &actions, nil, &pointers, environ)
      : posix_spawn(&processID, path, &actions, nil, &pointers, &variables)
    guard failure == 0 else { throw BenchmarkError("cannot start \(path)") }
    self.processID = processID
    output = keepsOutput ? ends[0] : nil
  }

  /// What it printed, once it has ended without an error.
  @discardableResult
  func result() throws(BenchmarkError) -> String {
    let text = text()
    guard status() == 0 else { throw BenchmarkError("a process failed") }
    return text
  }

  /// Ends it without a warning.
  /// - Returns: What it had printed.
  func end() -> String {
    kill(processID, SIGKILL)
    let text = text()
    _ = status()
    return text
  }

  private func text() -> String {
    guard let output else { return "" }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    close(output)
    return String(decoding: text, as: UTF8.self)
  }

  private func status() -> Int32 {
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    return status
  }
}

/// Waits for a moment.
func pause(microseconds: UInt32) { usleep(microseconds) }
